namespace AsyncLoad.Analysis.Warnings;

/// <summary>Looks for one kind of warning in a comparison. A new one is a class with such a method, and a line in <see cref="WarningRules"/>.</summary>
internal delegate IEnumerable<Warning> WarningRule(JudgedComparison comparison);

/// <summary>All warnings there are, the gravest first: the order of reports.</summary>
internal static class WarningRules
{
    private static readonly IReadOnlyList<WarningRule> All =
    [
        CellDropped.Find,
        ArrivalsDropped.Find,
        TracedRunFailed.Find,
        TracedEventsLost.Find,
        BytesDisagree.Find,
        NoSteadyState.Find,
        TwoSpeeds.Find,
        CutOperations.Find,
        OwnInstances.Find,
        LoopCost.Find,
        OperationsPerCallDiffer.Find,
        FewCollections.Find,
        PressureOffTarget.Find,
        DeviceOffTarget.Find,
        Throttled.Find,
        Stolen.Find,
        MachineBusy.Find,
        SpeedVaried.Find,
        HeldBusy.Find,
        UnevenCores.Find,
        TraceCheckFailed.Find,
        WholeRuns.Find,
        SidesInTurn.Find,
        AllocationTicks.Find,
        PoolingIgnored.Find,
        WideInterval.Find,
        BytesVary.Find,
        EarlyBytes.Find,
        FrequencyVaried.Find,
        PairRetried.Find,
    ];

    /// <summary>Everything found in a comparison.</summary>
    public static IReadOnlyList<Warning> Apply(JudgedComparison comparison) => [.. All.SelectMany(rule => rule(comparison))];
}
