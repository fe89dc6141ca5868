using System.Reflection;
using AsyncLoad.Host.Plugins.Attributes;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Plugins;

/// <summary>Workloads that a plug-in lists in its <see cref="AsyncLoadWorkloadsAttribute"/>.</summary>
internal static class NativeWorkloads
{
    /// <summary>Each class that is listed, in that order.</summary>
    /// <param name="assembly">The plug-in.</param>
    /// <param name="taken">Ids that others have; those of these workloads are added.</param>
    public static IEnumerable<Offer> Find(Assembly assembly, ISet<string> taken)
    {
        var listed = AttributeReader.All(assembly, typeof(AsyncLoadWorkloadsAttribute).FullName!).SelectMany(attribute => attribute.Listed.OfType<Type>());
        foreach (var type in listed)
        {
            var (workload, problem) = Create(type, taken);
            if (workload is null) yield return Offer.Of(new LeftOut(type.Name, problem!));
            else yield return new Offer(workload.Id, type.Name, () => new OfferedWorkload(workload, []));
        }
    }

    /// <summary>Classes that could be listed and are not.</summary>
    public static IEnumerable<Type> Unlisted(IEnumerable<Type> types) =>
        types.Where(type => type is { IsVisible: true, IsAbstract: false } && typeof(Workload).IsAssignableFrom(type));

    private static (Workload? Workload, string? Problem) Create(Type type, ISet<string> taken)
    {
        try
        {
            if (!typeof(Workload).IsAssignableFrom(type)) return (null, $"it does not derive from {typeof(Workload).FullName}");
            if (type.IsAbstract || type.GetConstructor([]) is not { } constructor) return (null, "it has no public constructor without parameters");
            var workload = (Workload)constructor.Invoke(BindingFlags.DoNotWrapExceptions, null, null, null);
            if (string.IsNullOrWhiteSpace(workload.Id)) return (null, "its Id is empty");
            return taken.Add(workload.Id) ? (workload, null) : (null, $"another workload has its Id '{workload.Id}' already");
        }
        catch (Exception exception)
        {
            // Its constructor is the plug-in's own code, which may throw anything.
            return (null, PluginFault.Reason(exception));
        }
    }
}
