using System.Text.Json.Serialization;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Allocations;

/// <summary>Allocated bytes.</summary>
/// <param name="Seconds">The time they cover.</param>
/// <param name="Types">By type, largest first, at most <see cref="MostTypes"/>.</param>
/// <param name="Stacks">By type and stack, largest first, at most <see cref="MostStacks"/>; empty when the session had no stacks.</param>
public sealed record AllocationDigest(
    AllocationSource Source, double Seconds, AllocationEstimate Total, IReadOnlyList<TypeAllocation> Types, IReadOnlyList<StackAllocation> Stacks)
{
    /// <summary>Most types that are listed.</summary>
    public const int MostTypes = 200;

    /// <summary>Most stacks that are listed.</summary>
    public const int MostStacks = 50;
}

/// <summary>Which events record allocation.</summary>
public enum AllocationSource
{
    /// <summary>Randomised samples, one in 102,400 bytes (AllocationSampled, .NET 10): unbiased, with exact intervals.</summary>
    Sampled,

    /// <summary>One event for each 100 KB, with its last object (AllocationTick): biased towards large objects and objects at regular distances; intervals assume random sampling.</summary>
    Tick,
}

/// <summary>Sampled bytes of one type.</summary>
/// <param name="Type">Type name as the runtime wrote it.</param>
/// <param name="MeanObjectBytes">Mean size of its sampled objects, weighted to be fair to small ones; null where the runtime does not record sizes, as before .NET 6.</param>
public sealed record TypeAllocation(string Type, AllocationEstimate Estimate, double? MeanObjectBytes)
{
    /// <summary>The same name as C# writes it, without namespaces. A text that is not a type name of the runtime is returned unchanged.</summary>
    [JsonIgnore]
    public string Name => CSharpName.OfType(Type);
}

/// <summary>Bytes of one type from one stack.</summary>
/// <param name="Type">Type as C#.</param>
/// <param name="Frames">Methods as C#, innermost first.</param>
public sealed record StackAllocation(string Type, AllocationEstimate Estimate, IReadOnlyList<string> Frames);

/// <summary>Bytes estimated from randomised samples.</summary>
/// <param name="Low">Lower bound at 95 % coverage.</param>
/// <param name="High">Upper bound at 95 % coverage.</param>
public sealed record AllocationEstimate(long Samples, double Bytes, double Low, double High);
