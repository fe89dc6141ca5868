using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Analysis.Warnings;

/// <summary>A side did not start all operations that were due. Those have no latency, so that a side which sheds load looks fast.</summary>
internal static class ArrivalsDropped
{
    public const string Id = "arrivals-dropped";

    // From there on the 99th percentile of what was due is an operation that never started.
    private const double Many = 0.01;

    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        foreach (var side in comparison.Sides.Each())
        {
            var reports = side.Measurements.Select(measurement => measurement.Latency?.Arrivals).OfType<ArrivalReport>().ToList();
            var (due, dropped) = (reports.Sum(report => report.Due), reports.Sum(report => report.Dropped));
            if (dropped <= 0) continue;
            yield return new Warning(
                Id,
                dropped >= Many * due ? WarningSeverity.Invalid : WarningSeverity.Warning,
                FormattableString.Invariant(
                    $"{side.Cell.Label}: {dropped} of {due} arrivals were not started, because the largest allowed number of operations was running. Times and latencies cover only the others, so a caller's are longer."),
                "Lower the rate until both sides keep up, or raise load.maxInFlight until nothing is dropped, so that latencies include the waiting.");
        }
    }
}

/// <summary>Some operations took longer than a slice. The time that they took after its end is missing from every figure but their latency.</summary>
internal static class CutOperations
{
    public const string Id = "cut-operations";

    // Workers share the elapsed time of a slice, so the mean latency is at most the time per operation, times the workers. Operations from before the slice began to count may be slower.
    private const double Apart = 1.2;

    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        foreach (var side in comparison.Sides.Each())
        {
            if (side.Cell.Load.IsPaced || side.Ledger.Value is not { } ledger || side.Latency.Value?.Service is not { MeanNanoseconds: { } mean } latencies) continue;
            var counted = ledger.NsPerOperation * (side.Cell.Load is LoadSettings.Wave wave ? wave.Size : side.Measurements[0].Workers);
            if (mean <= Apart * counted || (double)latencies.Max.Value * ledger.Slices <= ledger.Elapsed.Value) continue;
            yield return new Warning(
                Id,
                WarningSeverity.Warning,
                FormattableString.Invariant($"{side.Cell.Label}: operations take {mean / 1e6:0.###} ms on average, but slices count only {counted / 1e6:0.###} ms of it. The longest took {latencies.Max.Milliseconds:0.###} ms, and slices end before such operations do."),
                "Raise measure.slice to several times the longest operation: time per operation and ratio are without the part of it that no slice counts.");
        }
    }
}

/// <summary>Each worker has its own instance of a class that holds a lock or a concurrent collection, so nothing waits for it.</summary>
internal static class OwnInstances
{
    public const string Id = "own-instances";

    // Both sides are of one class.
    public static IEnumerable<Warning> Find(JudgedComparison comparison) =>
        from side in comparison.Sides.Each().Where(side => side.UncontendedState is not null).Take(1)
        select new Warning(
            Id,
            WarningSeverity.Warning,
            $"Each worker has its own instance of {side.Cell.Workload}, and with it its own {side.UncontendedState}: no worker waits for another there, so contention is not measured.",
            "Add --shared-instance to measure contention, if the class is thread-safe. If contention does not matter, the figures hold.");
}

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

/// <summary>A call of one method counts as another number of operations in each build. Then figures differ where the code does not.</summary>
internal static class OperationsPerCallDiffer
{
    public const string Id = "operations-per-call";

    // Of two methods each has its own number, as in BenchmarkDotNet's table.
    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        var (baseline, candidate) = (comparison.Sides.Baseline, comparison.Sides.Candidate);
        if (baseline.Cell.Variant != candidate.Cell.Variant || baseline.OperationsPerCall == candidate.OperationsPerCall) yield break;
        yield return new Warning(
            Id,
            WarningSeverity.Warning,
            FormattableString.Invariant($"A call counts as {baseline.OperationsPerCall} operations in {baseline.Cell.Label} and as {candidate.OperationsPerCall} in {candidate.Cell.Label} ([Benchmark(OperationsPerInvoke = N)]), and figures are divided by these numbers."),
            "Where a call does as much as before, set the same number in both builds. Otherwise the ratio and the bytes show the change of the number.");
    }
}
