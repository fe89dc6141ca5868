using System.Text.Json.Serialization;
using AsyncLoad.Tracing.Advisor.Rules;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Advisor;

/// <summary>Says where all sampled bytes went.</summary>
internal sealed class AccountBuilder(MethodResolver methods, AssemblyLibrary library)
{
    private const int MostMakers = 5;
    private const string Nameless = "code without a name, or of the framework";

    private readonly OwnSources sources = new(methods, library);
    private readonly RouteHandlers handlers = new(methods, library);

    private enum Part
    {
        AsyncMethods,
        AsyncCosts,
        Tasks,
        Packages,
        Other,
    }

    public ByteAccount Build(IReadOnlyList<SeenSite> sites)
    {
        var parts = sites.ToLookup(PartOf);
        return new ByteAccount(Sum(parts[Part.AsyncMethods]), Sum(parts[Part.AsyncCosts]), Sum(parts[Part.Tasks]), Sum(parts[Part.Packages]), Sum(parts[Part.Other]), Makers(parts[Part.Tasks]));
    }

    private Part PartOf(SeenSite seen)
    {
        var part = AsIfOwn(seen);
        return part != Part.Other && library.OwnerOf(seen.Evidence?.Method.Assembly ?? seen.Sighting?.User?.Module) is not null ? Part.Packages : part;
    }

    private Part AsIfOwn(SeenSite seen) => seen.Evidence switch
    {
        { IsUnclear: true, Finding: not AdviceFinding.Closure } or { Finding: AdviceFinding.CompletesSynchronously, Method.IsAsync: false } => Part.Tasks,
        { Finding: AdviceFinding.CompletesSynchronously or AdviceFinding.Suspends or AdviceFinding.PoolMisses or AdviceFinding.AsyncIterator or AdviceFinding.Closure } => Part.AsyncMethods,
        not null => Part.AsyncCosts,
        null when seen.Sighting is { IsTaskOfResult: true } task => IsOfFramework(task) ? Part.AsyncCosts : Part.Tasks,
        null when seen.Sighting is { } sighting && IsMachine(sighting) => Part.AsyncMethods,
        null => seen.Sighting is { } sighting && (AsyncTypes.Holds(sighting) || sources.Holds(sighting)) ? Part.AsyncCosts : Part.Other,
    };

    // Other code of the framework made the task for its own result. What is called to make a task of a value or of work makes it for the caller.
    private static bool IsOfFramework(Sighting sighting) => sighting.Site.Frames.TakeWhile(frame => Framework.Owns(frame))
        .Any(frame => NamedType.Parse(frame.Type)?.Namespace + "." is not (Framework.Tasks or Framework.CompilerServices));

    // A Debug build has classes for state machines. An iterator that is not async has one in any build.
    private bool IsMachine(Sighting sighting) => sighting.Entry is null && GeneratedName.Parse(sighting.Type.Last) is GeneratedName.StateMachine && methods.OfUser(sighting) is { IsAsync: true };

    private IReadOnlyList<MadeTasks> Makers(IEnumerable<SeenSite> tasks) =>
    [
        .. tasks
            .GroupBy(Maker, StringComparer.Ordinal)
            .Select(group => new MadeTasks(group.Key, Sum(group), [.. group.SelectMany(Candidates).Distinct(StringComparer.Ordinal)]))
            .OrderByDescending(made => made.Allocated.Bytes)
            .ThenBy(made => made.Method, StringComparer.Ordinal)
            .Take(MostMakers),
    ];

    private string Maker(SeenSite seen) => seen switch
    {
        { Evidence: { IsPromised: true, Method: var method } } => method.CSharp,
        { Sighting: { } sighting } => methods.OfUser(sighting)?.CSharp ?? Nameless,
        _ => Nameless,
    };

    private IEnumerable<string> Candidates(SeenSite seen) => seen switch
    {
        { Evidence: { IsPromised: false } unclear } => unclear.Others.Select(source => source.Method.CSharp).Prepend(unclear.Method.CSharp),
        { Evidence: null, Sighting: { } sighting } => handlers.Behind(sighting).Select(handler => handler.CSharp),
        _ => [],
    };

    private static AllocationEstimate Sum(IEnumerable<SeenSite> sites) => AllocationTally.Sum(sites.Select(seen => seen.Site.Tally)).Estimate(AllocationTally.Confidence);
}

/// <summary>A site and what was made of it.</summary>
/// <param name="Sighting">Null when its type cannot be read.</param>
/// <param name="Evidence">Null where no rule applies.</param>
internal sealed record SeenSite(AllocationSite Site, Sighting? Sighting, Evidence? Evidence);

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
