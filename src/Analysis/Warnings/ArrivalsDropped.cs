using AsyncLoad.Model.Measurements;

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
