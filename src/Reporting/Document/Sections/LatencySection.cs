using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Reporting.Document.Sections;

/// <summary>How long single operations took, with the floor that the platform itself sets.</summary>
internal static class LatencySection
{
    private const string Lead =
        "Operations that take 1 µs or more are timed one by one; histograms of all pairs are added up. " +
        "The last two columns of the table by side show the floor that the platform sets: how late a thread wakes that repeatedly asks for 1 ms, in the same process and in an idle one. " +
        "A 99.9th percentile near them comes from the platform, not from the code.";

    // Further charts are folded, and more than these would take the report above 2 MB.
    private const int MostOpen = 2;
    private const int MostCharts = 16;

    private static readonly ReportColumn[] Percentiles =
    [
        new("Side", Numeric: false), new("Counted", Numeric: false), new("p50"), new("p90"), new("p99"), new("p99.9"), new("Max"), new("Operations"),
        new("Hiccups p99.9"), new("Idle p99.9"),
    ];

    private static readonly ReportColumn[] Arrivals =
    [
        new("Side", Numeric: false), new("Due"), new("Late"), new("Dropped"), new("Pacer late p50"), new("Pacer late p99"), new("Pacer CPU/arrival"),
    ];

    public static ReportSection? Build(RunAnalysis run, IReadOnlyList<ComparisonRow> rows)
    {
        var timed = rows.Zip(run.Comparisons, (row, analysis) => (Row: row, Analysis: analysis))
            .Where(entry => entry.Analysis.Sides.Each().Any(side => side.Latency.Value is not null))
            .ToList();
        if (timed.Count == 0) return null;
        var percentiles = timed.Select(entry => Group(entry.Row, entry.Analysis, Rows)).ToList();
        var arrivals = timed.Select(entry => Group(entry.Row, entry.Analysis, ArrivalRows)).Where(group => group.Rows.Count > 0).ToList();
        ReportBlock[] blocks =
        [
            .. Charts(timed),
            new ReportBlock.Table("Latency by side", Percentiles, [.. percentiles]),
            .. arrivals.Count == 0 ? Array.Empty<ReportBlock>() : [new ReportBlock.Table("Arrivals by side; late means 1 ms or more after the due time", Arrivals, [.. arrivals])],
        ];
        return new ReportSection("latency", "Latency", timed.Count > MostCharts ? $"{Lead} The first {Figures.Count(MostCharts)} of {Figures.Count(timed.Count)} comparisons have a chart." : Lead, blocks);
    }

    private static IEnumerable<ReportBlock> Charts(List<(ComparisonRow Row, ComparisonAnalysis Analysis)> timed)
    {
        var charts = timed.Select((entry, index) => PercentileBlock.Of($"latency-{Figures.Exact(index + 1)}", entry.Row, entry.Analysis)).OfType<ReportBlock>();
        return Folded.After(MostOpen, [.. charts.Take(MostCharts)], "latency chart");
    }

    private static ReportGroup Group(ComparisonRow row, ComparisonAnalysis analysis, Func<string, SideLatency, IEnumerable<IReadOnlyList<ReportCell>>> cells) => new(
        row.Full,
        [.. analysis.Sides.Each().SelectMany(side => side.Latency.Value is { } latency ? cells(row.NameOf(side.Side), latency) : [])]);

    private static IEnumerable<IReadOnlyList<ReportCell>> Rows(string name, SideLatency latency)
    {
        yield return Row(name, latency.HasSchedule ? "from due" : "from start", latency.ResponseTime, latency);
        if (latency.HasSchedule) yield return Row(name, "from start (uncorrected)", latency.Service, latency);
    }

    private static IReadOnlyList<ReportCell> Row(string name, string counted, Latencies latencies, SideLatency side) =>
    [
        new(name),
        new(counted),
        At(latencies, 0.5),
        At(latencies, 0.9),
        At(latencies, 0.99),
        P999(latencies),
        new(PercentileBlock.Slowest(latencies)),
        new(Figures.Count(latencies.Count)),
        Floor(side.Hiccups),
        Floor(side.Idle),
    ];

    // A 99.9th percentile takes ten seconds of ticks, which most runs do not have: then the 99th is shown.
    private static ReportCell Floor(Latencies latencies) => SideLatency.P999(latencies) is not null ? P999(latencies)
        : latencies.Quantile(0.99) is { } quantile ? new(Figures.Time(quantile.Value), "p99: too few samples for p99.9")
        : new(Figures.NotAvailable);

    private static IEnumerable<IReadOnlyList<ReportCell>> ArrivalRows(string name, SideLatency latency)
    {
        if (latency.Arrivals is not { } arrivals) yield break;
        yield return
        [
            new(name),
            new(Figures.Count(arrivals.Due)),
            new(Figures.Count(arrivals.Late)),
            new(Figures.Count(arrivals.Dropped)),
            At(arrivals.Lateness, 0.5),
            At(arrivals.Lateness, 0.99),
            arrivals.Due == 0 ? new(Figures.NotAvailable) : new(Figures.Time(arrivals.PacerCpu.Value / (double)arrivals.Due)),
        ];
    }

    private static ReportCell At(Latencies latencies, double fraction) => new(PercentileBlock.At(latencies, fraction));

    private static ReportCell P999(Latencies latencies) => ReportCell.Figure(
        SideLatency.P999(latencies) is { } quantile ? Figures.Time(quantile.Value) : null,
        FormattableString.Invariant($"fewer than {SideLatency.EnoughForP999:N0} samples"));
}
