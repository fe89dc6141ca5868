namespace AsyncLoad.Workloads;

/// <summary>Says which workloads an assembly offers as a plug-in: <c>[assembly: AsyncLoadWorkloads(typeof(MyWorkload))]</c>. Other classes are not searched.</summary>
/// <param name="workloads">Public classes that derive from <see cref="Workload"/> and can be made without arguments, in the order of lists.</param>
[AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
public sealed class AsyncLoadWorkloadsAttribute(params Type[] workloads) : Attribute
{
    /// <summary>The classes.</summary>
    public IReadOnlyList<Type> Workloads { get; } = workloads;
}
