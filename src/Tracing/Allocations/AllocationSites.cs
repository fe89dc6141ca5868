using AsyncLoad.Tracing.Naming;
using AsyncLoad.Tracing.Stacks;

namespace AsyncLoad.Tracing.Allocations;

/// <summary>Allocation by type and stack, one running tally each. Memory is bounded: beyond <see cref="MostTypes"/> types share a name, and beyond <see cref="MostSites"/> sites lose their stacks.</summary>
internal sealed class AllocationSites
{
    /// <summary>How many types are told apart.</summary>
    public const int MostTypes = 50_000;

    /// <summary>How many pairs of type and stack are told apart.</summary>
    public const int MostSites = 400_000;

    private const string OtherTypes = "(other types)";

    private readonly NameTable types = new(MostTypes, OtherTypes);
    private readonly Dictionary<(int Type, int Stack), AllocationTally> sites = [];

    public AllocationTally Total { get; } = new();

    /// <summary>Whether the type of any object is recorded.</summary>
    public bool TellsTypes { get; private set; }

    /// <summary>Each site: its type as the runtime wrote it, the number of its stack, its samples.</summary>
    public IEnumerable<(string Type, int Stack, AllocationTally Tally)> All => sites.Select(site => (types[site.Key.Type], site.Key.Stack, site.Value));

    /// <summary>Takes in a randomised sample.</summary>
    /// <param name="type">Type of the object as the runtime wrote it; empty where it is not recorded.</param>
    /// <param name="size">Size of the object in bytes.</param>
    public void AddSample(ReadOnlySpan<char> type, int stack, long size)
    {
        // The total comes first: it refuses an impossible size before a site without samples exists.
        Total.Add(size);
        Site(type, stack).Add(size);
    }

    /// <summary>Takes in a stretch of allocation, by its last object.</summary>
    /// <param name="type">Type of the object as the runtime wrote it; empty where it is not recorded.</param>
    /// <param name="amount">Bytes of the stretch.</param>
    /// <param name="size">Size of the object in bytes; null where the runtime does not record it.</param>
    public void AddStretch(ReadOnlySpan<char> type, int stack, long amount, long? size)
    {
        Total.AddStretch(amount, size);
        Site(type, stack).AddStretch(amount, size);
    }

    private AllocationTally Site(ReadOnlySpan<char> type, int stack)
    {
        TellsTypes |= !type.IsEmpty;
        var number = types.Intern(type.IsEmpty ? CSharpName.NoName : type);
        if (sites.TryGetValue((number, stack), out var known)) return known;
        var key = (number, sites.Count < MostSites ? stack : StackPool.None);
        if (!sites.TryGetValue(key, out var tally)) sites.Add(key, tally = new AllocationTally());
        return tally;
    }
}

/// <summary>Where objects of one type were allocated: one stack, with all its samples.</summary>
/// <param name="Type">Type name as the runtime wrote it.</param>
/// <param name="Frames">The stack, innermost first; at most the 100 frames that the runtime records.</param>
internal sealed record AllocationSite(string Type, AllocationTally Tally, IReadOnlyList<TracedFrame> Frames)
{
    /// <summary>The statement of the innermost method that is not the framework's; null where the trace does not state it.</summary>
    public IlRange? Place { get; init; }
}
