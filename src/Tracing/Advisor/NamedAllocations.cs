using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Naming;
using AsyncLoad.Tracing.Nettrace;
using AsyncLoad.Tracing.Stacks;

namespace AsyncLoad.Tracing.Advisor;

/// <summary>Allocation with names, once a trace is read.</summary>
internal sealed class NamedAllocations
{
    private readonly AllocationSites sites;
    private readonly NamedStacks stacks;
    private readonly List<Site> placed;
    private readonly List<Site> merged;

    /// <summary>Names the stacks and merges sites whose frames have the same names.</summary>
    public NamedAllocations(AllocationSites sites, NamedStacks stacks)
    {
        (this.sites, this.stacks) = (sites, stacks);
        placed = Merged(sites.All.Select(site => new Site(site.Type, stacks.Merge(site.Stack), stacks.Place(site.Stack), site.Tally)));
        merged = Merged(placed.Select(site => site with { Place = null }));
    }

    /// <summary>What async methods allocate and what would remove it; null without stacks or without time.</summary>
    /// <param name="runtime">Major version of the runtime; null when the trace does not state it.</param>
    public AdviceReport? Advise(AllocationSource source, double seconds, AdviceOptions options, int? runtime = null) => HasStacks && seconds > 0
        ? AdviceBuilder.Build(placed.ConvertAll(site => new AllocationSite(site.Type, site.Tally, stacks.Frames(site.Stack)) { Place = site.Place }), seconds, source, options, new TracedCode(runtime, stacks.Builds))
        : null;

    /// <summary>Share of frames that the trace does not name, each as often as it was sampled, 0 to 1; null without stacks.</summary>
    public double? UnnamedFrames
    {
        get
        {
            var (unnamed, all) = (0.0, 0.0);
            foreach (var site in merged)
            {
                unnamed += (double)site.Tally.Samples * stacks.Unnamed(site.Stack);
                all += (double)site.Tally.Samples * stacks.Depth(site.Stack);
            }

            return all == 0 ? null : unnamed / all;
        }
    }

    /// <summary>The largest sites that have a stack, as C#.</summary>
    public IReadOnlyList<StackAllocation> LargestStacks(int most) =>
    [
        .. merged
            .Where(site => site.Stack != StackPool.None)
            .Take(most)
            .Select(site => new StackAllocation(CSharpName.OfType(site.Type), site.Tally.Estimate(AllocationTally.Confidence), stacks.FrameNames(site.Stack))),
    ];

    /// <summary>By type as the runtime wrote it, largest first; equal ones by name.</summary>
    /// <param name="most">How many at most: an interval takes longer than reading its samples did.</param>
    public IReadOnlyList<TypeAllocation> Types(int most = int.MaxValue)
    {
        var types = new Dictionary<string, AllocationTally>(StringComparer.Ordinal);
        foreach (var (type, _, tally) in sites.All) Of(types, type).Add(tally);
        return
        [
            .. types
                .OrderByDescending(entry => entry.Value.Bytes)
                .ThenBy(entry => entry.Key, StringComparer.Ordinal)
                .Take(most)
                .Select(entry => new TypeAllocation(entry.Key, entry.Value.Estimate(AllocationTally.Confidence), entry.Value.MeanObjectBytes)),
        ];
    }

    private bool HasStacks => merged.Exists(site => site.Stack != StackPool.None);

    private static List<Site> Merged(IEnumerable<Site> sites)
    {
        var tallies = new Dictionary<(string Type, int Stack, IlRange? Place), AllocationTally>();
        foreach (var site in sites) Of(tallies, (site.Type, site.Stack, site.Place)).Add(site.Tally);
        List<Site> merged = [.. tallies.Select(entry => new Site(entry.Key.Type, entry.Key.Stack, entry.Key.Place, entry.Value))];
        merged.Sort(Site.LargestFirst);
        return merged;
    }

    private static AllocationTally Of<TKey>(Dictionary<TKey, AllocationTally> tallies, TKey key)
        where TKey : notnull
    {
        if (!tallies.TryGetValue(key, out var tally)) tallies.Add(key, tally = new AllocationTally());
        return tally;
    }

    private sealed record Site(string Type, int Stack, IlRange? Place, AllocationTally Tally)
    {
        // Equal ones in an order that one trace always gives.
        public static int LargestFirst(Site left, Site right) =>
            right.Tally.Bytes.CompareTo(left.Tally.Bytes) is var size and not 0 ? size
            : string.CompareOrdinal(left.Type, right.Type) is var type and not 0 ? type
            : left.Stack.CompareTo(right.Stack) is var stack and not 0 ? stack
            : Nullable.Compare(left.Place?.From, right.Place?.From);
    }
}

/// <summary>Allocation inside the window of a traced run, whose sessions ask for randomised samples with stacks; runtimes before .NET 10 give ticks instead.</summary>
internal sealed class TracedAllocations
{
    private readonly StackPool stacks = new();
    private readonly CodeMap code;
    private readonly AllocationEvents events;

    public TracedAllocations(NettraceReader reader, Func<bool> isInside)
    {
        code = new CodeMap(reader, stacks);
        events = new AllocationEvents(reader, stacks, isInside);
    }

    /// <summary>Which events tell; randomised samples where there are none at all.</summary>
    public AllocationSource Source => events.Source ?? AllocationSource.Sampled;

    /// <summary>All of them, whatever their type.</summary>
    public AllocationTally Total => events.Sites.Total;

    /// <summary>The same with names, once the trace is read.</summary>
    public NamedAllocations Named() => new(events.Sites, new NamedStacks(stacks, code));
}
