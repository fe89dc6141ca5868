namespace AsyncLoad.Analysis.Findings;

/// <summary>Looks for one kind of finding in a comparison. A new one is a file with such a method, and a line in <see cref="FindingRules"/>.</summary>
internal delegate IEnumerable<Finding> FindingRule(JudgedComparison comparison);

/// <summary>All findings there are, the gravest first: the order of reports.</summary>
internal static class FindingRules
{
    private static readonly IReadOnlyList<FindingRule> All =
    [
        CellDropped.Find,
        ArrivalsDropped.Find,
        TracedRunFailed.Find,
        TracedEventsLost.Find,
        BytesDisagree.Find,
        NoSteadyState.Find,
        FewCollections.Find,
        PressureOffTarget.Find,
        DeviceOffTarget.Find,
        Throttled.Find,
        Stolen.Find,
        MachineBusy.Find,
        HeldBusy.Find,
        UnevenCores.Find,
        TraceCheckFailed.Find,
        WholeRuns.Find,
        AllocationTicks.Find,
        PoolingIgnored.Find,
        WideInterval.Find,
        BytesVary.Find,
        FrequencyVaried.Find,
        PairRetried.Find,
    ];

    /// <summary>Everything found in a comparison.</summary>
    public static IReadOnlyList<Finding> Apply(JudgedComparison comparison) => [.. All.SelectMany(rule => rule(comparison))];
}
