namespace AsyncLoad.Analysis.Warnings;

/// <summary>A call takes no longer than one that does nothing: what was measured is the loop around it.</summary>
internal static class LoopCost
{
    public const string Id = "loop-cost";

    // Two measurements of the same empty loop are that far apart on a shared machine.
    private const double Apart = 1.1;

    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        foreach (var side in comparison.Sides.Each())
        {
            if (side.EmptyLoop is not { } empty || side.Ledger.Value is not { } ledger || ledger.NsPerOperation * side.OperationsPerCall > Apart * empty) continue;
            yield return new Warning(
                Id,
                WarningSeverity.Warning,
                FormattableString.Invariant($"{side.Cell.Label}: a call takes {ledger.NsPerOperation * side.OperationsPerCall:0.##} ns, and an empty call {empty:0.##} ns under this load: time and ratio are those of the loop around the call."),
                "Do more work in one call, such as a loop inside the method, with [Benchmark(OperationsPerInvoke = N)] in a benchmark class. Bytes per operation are valid.");
        }
    }
}
