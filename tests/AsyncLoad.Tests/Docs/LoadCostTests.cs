using AsyncLoad.Model.Results;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>What <c>docs/evidence/loads.md</c> says of the loads' own cost, of the pacer and of the two back ends is what their run found.</summary>
public class LoadCostTests
{
    private const string Page = "docs/evidence/loads.md";

    private static readonly RunResults Results = PublishedRun.Results("loads");

    [Fact]
    public void Every_load_of_the_run_is_a_row() => PublishedRun.HasRows(Page, Of("no-op").Select(comparison => CostRow(comparison.Load)));

    [Fact]
    public void Every_back_end_of_the_run_is_two_rows() => PublishedRun.HasRows(Page, Of("back-ends").SelectMany(comparison => new[]
    {
        BackEndRow(comparison, comparison.Baseline, comparison.Metrics.Baseline!),
        BackEndRow(comparison, comparison.Candidate, comparison.Metrics.Candidate!),
    }));

    [Fact]
    public void What_is_said_of_arrivals_is_what_became_of_them()
    {
        var metrics = Of("no-op").Single(comparison => comparison.Load == "openLoop-10000").Metrics;
        var (before, after) = (metrics.Baseline!.Arrivals!, metrics.Candidate!.Arrivals!);
        var due = PublishedRun.Number(before.Due + after.Due, "#,0");
        Assert.Contains(
            $"{due} arrivals: p50 {Microseconds(before.LatenessP50Ns)} and {Microseconds(after.LatenessP50Ns)} µs, " +
            $"p99 {Microseconds(before.LatenessP99Ns)} and {Microseconds(after.LatenessP99Ns)} µs, {before.Dropped + after.Dropped} dropped, {before.Late} and {after.Late} late",
            Documents.Of(Page).Text,
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("cut-short", "capped at 800 ms", true)]
    [InlineData("whole", "on evidence", false)]
    public void What_a_late_start_costs_is_what_its_run_found(string run, string label, bool flagged)
    {
        var comparison = Assert.Single(PublishedRun.Results($"late-start/{run}").Comparisons);
        var (early, late) = (comparison.Metrics.Baseline!.NsPerOperation!.Value, comparison.Metrics.Candidate!.NsPerOperation!.Value);
        PublishedRun.HasRows(Page, [[label, PublishedRun.Number(early, "0"), PublishedRun.Number(late, "0"), PublishedRun.Number(late / early, "0.00")]]);
        Assert.Equal(flagged, comparison.Warnings.Contains("no-steady-state"));
    }

    private static IEnumerable<ComparisonResult> Of(string experiment) => Results.Comparisons.Where(comparison => comparison.Experiment == experiment);

    private static string[] CostRow(string load)
    {
        var (task, valueTask) = (Results.LoadOverhead[$"{load}/default/task"], Results.LoadOverhead[$"{load}/default/value-task"]);
        return
        [
            $"`{load}`",
            // Arrivals come at a pace of their own.
            Both(task, valueTask, cost => cost.PacerCpuNsPerArrival is null ? cost.NsPerOperation : null, "#,0.0"),
            Both(task, valueTask, cost => cost.CpuNsPerOperation, "#,0.0"),
            Both(task, valueTask, cost => cost.PacerCpuNsPerArrival, "#,0"),
            Both(task, valueTask, cost => cost.BytesPerOperation, "0.####"),
        ];
    }

    private static string[] BackEndRow(ComparisonResult comparison, string variant, SideResult metrics) =>
    [
        $"`{comparison.Parameters["back-end"]}`",
        variant,
        $"{Microseconds(metrics.NsPerOperation!.Value)} µs",
        PublishedRun.Number(metrics.BytesPerOperation!.Value, "0.#"),
    ];

    private static string Both(LoadOverheadResult task, LoadOverheadResult valueTask, Func<LoadOverheadResult, double?> figure, string format) =>
        figure(task) is { } first && figure(valueTask) is { } second ? $"{PublishedRun.Number(first, format)}, {PublishedRun.Number(second, format)}" : "–";

    private static string Microseconds(double nanoseconds) => PublishedRun.Number(nanoseconds / 1000, nanoseconds < 1e6 ? "0.0" : "#,0");
}
