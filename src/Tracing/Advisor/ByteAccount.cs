using System.Text.Json.Serialization;
using AsyncLoad.Tracing.Allocations;

namespace AsyncLoad.Tracing.Advisor;

/// <summary>Where all sampled bytes went. The parts add up to what was sampled.</summary>
/// <param name="AsyncMethods">Results, boxes and closures of async methods.</param>
/// <param name="AsyncCosts">What else is only there for async code: timers, sources, combined tasks, boxes of the framework.</param>
/// <param name="Tasks">A <c>Task&lt;T&gt;</c> from code that is not async, or of which the trace does not show whether it is.</param>
/// <param name="Packages">What async code of packages allocates, which the user cannot change. It is in no other part.</param>
/// <param name="Other">Allocation that has nothing to do with async.</param>
/// <param name="Makers">The methods that made <paramref name="Tasks"/>, largest first, at most 5.</param>
public sealed record ByteAccount(
    AllocationEstimate AsyncMethods, AllocationEstimate AsyncCosts, AllocationEstimate Tasks, AllocationEstimate Packages, AllocationEstimate Other, IReadOnlyList<MadeTasks> Makers)
{
    /// <summary>All parts that are there for async code.</summary>
    [JsonIgnore]
    public double AsyncBytes => AsyncMethods.Bytes + AsyncCosts.Bytes + Tasks.Bytes + Packages.Bytes;

    /// <summary>Everything that was sampled.</summary>
    [JsonIgnore]
    public double TotalBytes => AsyncBytes + Other.Bytes;
}

/// <summary>Tasks that were made in a method, or in what it calls.</summary>
/// <param name="Method">The method as C#.</param>
/// <param name="Candidates">Methods that may have made them, as C#; empty where it was the method itself, or nothing is known of others.</param>
public sealed record MadeTasks(string Method, AllocationEstimate Allocated, IReadOnlyList<string> Candidates);
