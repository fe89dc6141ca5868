namespace AsyncLoad.Analysis.Metrics;

/// <summary>Splits a ratio's distance from 1 into GC pauses and the rest, as differences. A ratio of pauses would divide by 0 where a side never pauses.</summary>
public static class AdditiveSplit
{
    /// <summary>gcPart = (pause per operation of the candidate − of the baseline) ÷ wall time per operation of the baseline; mutatorPart = ratio of totals − 1 − gcPart.</summary>
    public static CostSplit Of(GcLedger baseline, GcLedger candidate)
    {
        ArgumentNullException.ThrowIfNull(baseline);
        ArgumentNullException.ThrowIfNull(candidate);
        var gcPart = (PausePerOperation(candidate) - PausePerOperation(baseline)) / baseline.NsPerOperation;
        return new CostSplit(gcPart, (candidate.NsPerOperation / baseline.NsPerOperation) - 1 - gcPart);
    }

    private static double PausePerOperation(GcLedger ledger) => ledger.Pause.Value / (double)ledger.Operations;
}
