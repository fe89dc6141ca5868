using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>Everything seen of one finding about one method.</summary>
internal sealed record AdviceCase(AdviceFinding Finding, ChargedMethod Method, IReadOnlyList<Evidence> Evidence, AllocationTally Tally)
{
    /// <summary>What its callers do; null when that cannot be looked up, or was not because the case is too small to be reported.</summary>
    public CallerReport? Callers { get; init; }

    /// <summary>The other members that determine its return type; null when they cannot be looked up, or were not.</summary>
    public Contract? Contract { get; init; }

    /// <summary>The package or library whose code the method is; null for the user's own.</summary>
    public ForeignLibrary? Package { get; init; }

    /// <summary>The method of the user for which a package allocates most of it, as C#; null when no stack shows one.</summary>
    public string? CalledFrom { get; init; }

    /// <summary>Major version of the traced runtime; null when the trace does not state it.</summary>
    public int? Runtime { get; init; }

    /// <summary>Whether its code was made while the program ran.</summary>
    public bool IsMadeAtRunTime => Method.Facts is null && Evidence.All(one => one.Sighting.User?.Module is { } module && GeneratedCode.IsMadeAtRunTime(module));

    /// <summary>The part of <see cref="Tally"/> that the method certainly made.</summary>
    public AllocationTally Sure => AllocationTally.Sum(Evidence.Where(one => !one.IsUnclear).Select(one => one.Sighting.Site.Tally));

    /// <summary>Boxes that the same method allocates; null when it was not seen to suspend.</summary>
    public AdviceCase? Boxes { get; init; }

    /// <summary>Of a method that suspends, its boxes alone.</summary>
    public AllocationTally BoxTally => AllocationTally.Sum(Evidence.Where(one => !NextAction.Is(one.Sighting)).Select(one => one.Sighting.Site.Tally));

    /// <summary>Tasks of the same method that separate advice removes by the same change of the return type; null for none.</summary>
    public AdviceCase? Tasks { get; init; }

    /// <summary>The tasks of a method that suspends, or the boxes of one that completes at once, where no other entry counts them.</summary>
    public AdviceCase? Beside { get; init; }

    /// <summary>Delegates that the method makes, and those that its callers make for it. Compiled in another way, the same code may keep them off the heap.</summary>
    public IReadOnlyList<Evidence> Delegates { get; init; } = [];

    /// <summary>Whether the method was seen to complete at once and to suspend.</summary>
    public bool DoesBoth { get; init; }

    /// <summary>Boxes of its callers and objects of async iterators among them, whatever they wait for; null when no caller is known.</summary>
    public AllocationTally? CallerBoxes { get; init; }

    /// <summary>What callers allocate in addition when it returns a ValueTask, which is larger than a reference to a Task and is kept in each box. Unknown callers are assumed to suspend when it does.</summary>
    /// <param name="own">Boxes of the method itself.</param>
    /// <param name="bytes">What to expect of each of these.</param>
    public Growth InCallers(AllocationTally own, double bytes) => CallerBoxes is { } known
        ? new(known, Method.ValueTaskOverTask, 0, Method.ValueTaskOverTask + PlaceOfTask)
        : new(own, bytes, 0, Method.ValueTaskOverTask);

    /// <summary>What arrays and other objects that its results are put into grow by: a ValueTask is larger than a reference. Only of an array does the code show that each result has a place in it.</summary>
    public Growth InElements()
    {
        var uses = Callers?.Uses ?? [];
        var arrays = uses.Count(use => use.With == FoundUse.InferredArray);
        if (arrays == 0 && !uses.Any(MayHold)) return Growth.Sure(new AllocationTally(), 0);
        var each = Method.ValueTaskOverTask;
        return new Growth(Tally, (double)each * arrays / uses.Count, arrays == uses.Count ? each : 0, each);
    }

    // What takes it may be an object, and a delegate of the method may fill a list.
    private static bool MayHold(CallerUse use) => use.Use is ResultUse.Inferred or ResultUse.Captured or ResultUse.AsDelegate or ResultUse.ReturnedByLambda;

    // A box has one field for all tasks of a type, so it may grow by nothing. Bytes of a reference (x64).
    private const int PlaceOfTask = 8;
}

/// <summary>What a rule advises in a case.</summary>
/// <param name="Remedy">What to do; null where nothing is to be done.</param>
/// <param name="Check">What must hold, or speaks against it, one sentence each.</param>
internal sealed record Counsel(AdviceWeight Weight, string Because, string? Remedy, IReadOnlyList<string> Check)
{
    /// <summary>What is done to the code; null where nothing is.</summary>
    public RemedyKind? Kind { get; init; }

    /// <summary>The remedy without the name of what is called, so that it fits each method of a chain; null where <see cref="Remedy"/> has no such name.</summary>
    public string? Unnamed { get; init; }

    /// <summary>What the remedy allocates instead.</summary>
    public IReadOnlyList<Growth> Instead { get; init; } = [];

    /// <summary>Whether the remedy certainly removes an allocation; all of them by default. None where it is unknown how much the remedy allocates instead.</summary>
    public Func<Evidence, bool> Removes { get; init; } = _ => true;

    /// <summary>What the remedy removes besides, and no other entry counts; null for nothing.</summary>
    public AdviceCase? Also { get; init; }

    /// <summary>There is nothing to gain.</summary>
    public static Counsel Nothing(string because, params IReadOnlyList<string> check) => new(AdviceWeight.Nothing, because, null, check);

    /// <summary>There is no remedy, but there may be something to know.</summary>
    public static Counsel Price(string because, params IReadOnlyList<string> check) => Nothing(because, ["There is no remedy: the call needs these objects.", .. check]);
}

/// <summary>Bytes that a remedy adds.</summary>
/// <param name="Objects">The objects that grow or are replaced, such as boxes of the same method.</param>
/// <param name="Bytes">Bytes that are added to each; below 0 where bytes are removed.</param>
/// <param name="Low">At least.</param>
/// <param name="High">At most.</param>
internal sealed record Growth(AllocationTally Objects, double Bytes, double Low, double High)
{
    /// <summary>As many each, for certain.</summary>
    public static Growth Sure(AllocationTally objects, double bytes) => new(objects, bytes, bytes, bytes);

    /// <summary>What to expect of all of them; 0 where their size is not known.</summary>
    public double Expected => Objects is { Samples: > 0, MeanObjectBytes: { } size } ? Objects.Bytes / size * Bytes : 0;
}

/// <summary>A site that a rule has recognised.</summary>
/// <param name="IsUnclear">Whether a task may have been made by the builder of an async method or by something else, and nothing tells which.</param>
internal sealed record Evidence(AdviceFinding Finding, ChargedMethod Method, Sighting Sighting, bool IsUnclear = false)
{
    /// <summary>What else may have made it, in code that was inlined; empty where that is not known, or nothing else.</summary>
    public IReadOnlyList<TaskSource> Others { get; init; } = [];

    /// <summary>Whether a remedy is credited with the bytes. Without the assembly it is with those that are unclear too, from none of them to all.</summary>
    public bool IsPromised => !IsUnclear || Method.Facts is null;
}

/// <summary>Recognises what a site shows; null when another rule, or none, covers it.</summary>
internal delegate Evidence? Recognition(Sighting sighting, MethodResolver methods);
