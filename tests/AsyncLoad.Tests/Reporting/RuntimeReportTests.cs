using System.Text.Json.Nodes;
using AsyncLoad.Analysis;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tracing.Allocations;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

/// <summary>What reports say of runtimes; that they say nothing without any is for the approved files to tell.</summary>
public sealed class RuntimeReportTests
{
    private static readonly RunAnalysis Run = Create();
    private static readonly IReadOnlyDictionary<string, string> Outputs = Rendered.All(Run);

    [Fact]
    public void Runtimes_stand_side_by_side_and_ratios_are_those_of_one_runtime()
    {
        var tables = TablesOf(Run);

        Assert.Equal(["Row", "net8.0: time/op", "net8.0: B/op", "net10.0-runtime-async: time/op", "net10.0-runtime-async: B/op"], tables[0].Columns.Select(column => column.Title));
        var task = tables[0].Groups[0].Rows.Single(row => row[0].Text == "await-task");
        Assert.Equal(["74.3 ns", "504", "37.2 ns", "144"], task.Skip(1).Select(cell => cell.Text));
        Assert.Equal(["0.500 [0.490, 0.510]", "0.250 [0.240, 0.260]"], Assert.Single(tables[1].Groups[0].Rows).Skip(1).Select(cell => cell.Text));
    }

    [Fact]
    public void Each_machine_of_a_joined_run_has_rows_of_its_own()
    {
        var joined = Run with { Comparisons = [.. Of("one"), .. Of("two")] };
        var tables = TablesOf(joined);

        Assert.All(tables, table => Assert.Equal(["call-chain, sequential, machine one", "call-chain, sequential, machine two"], table.Groups.Select(group => group.Title)));
        Assert.All(tables[1].Groups, group => Assert.Equal(["0.500 [0.490, 0.510]", "0.250 [0.240, 0.260]"], Assert.Single(group.Rows).Skip(1).Select(cell => cell.Text)));

        IEnumerable<ComparisonAnalysis> Of(string machine) =>
            from entry in Run.Comparisons
            let measured = entry.WithBaseline(side => side with { Machine = machine }).WithCandidate(side => side with { Machine = machine })
            select measured with { Comparison = entry.Comparison with { Id = $"{entry.Comparison.Id}@{machine}", Machine = machine } };
    }

    [Fact]
    public void What_two_experiments_hold_alike_stands_in_one_cell()
    {
        var again = Run.Comparisons.Select(entry => entry.With(VerdictMetric.Wall, null) with { Comparison = entry.Comparison with { Id = $"again/{entry.Comparison.Id}", Experiment = "again" } });
        var cell = Assert.Single(TablesOf(Run with { Comparisons = [.. Run.Comparisons, .. again] })[1].Groups[0].Rows)[1];

        Assert.Equal("0.500 [0.490, 0.510]", cell.Text);
        Assert.Equal("n/a", Assert.Single(cell.Also).Text);
    }

    [Fact]
    public void Every_row_names_its_runtime()
    {
        Assert.Equal(["sequential, calm, net8.0", "sequential, calm, net10.0-runtime-async"], ReportDocument.From(Run).Comparisons.Select(row => row.Conditions));
        Assert.Equal(["net8.0", "net10.0-runtime-async"], Results["comparisons"]!.AsArray().Select(comparison => (string?)comparison!["runtime"]));
        Assert.EndsWith(",runtime", Outputs["results.csv"].Split("\r\n")[0], StringComparison.Ordinal);
        Assert.EndsWith(",net8.0", Outputs["results.csv"].Split("\r\n")[1], StringComparison.Ordinal);
    }

    [Fact]
    public void What_was_skipped_is_named_with_its_reason()
    {
        Assert.Contains("net9.0 is nowhere", Outputs["report.md"], StringComparison.Ordinal);
        Assert.Equal("completed-calls/of-net9.0", (string?)Results["skipped"]![0]!["id"]);
        Assert.Equal(["8.0.33", null, "10.0.14"], Results["runtimes"]!.AsArray().Select(runtime => (string?)runtime!["version"]));
        Assert.Equal("net9.0 is nowhere", (string?)Results["runtimes"]![1]!["missing"]);
    }

    [Fact]
    public void Types_from_ticks_are_labelled()
    {
        Assert.Contains("net8.0; from AllocationTick events, which are biased", Outputs["report.md"], StringComparison.Ordinal);
        Assert.DoesNotContain("net10.0-runtime-async; from AllocationTick events, which are biased", Outputs["report.md"], StringComparison.Ordinal);
    }

    private static List<ReportBlock.Table> TablesOf(RunAnalysis run) =>
        [.. Assert.Single(ReportDocument.From(run).Sections, section => section.Id == "runtimes").Blocks.OfType<ReportBlock.Table>()];

    private static JsonNode Results => JsonNode.Parse(Outputs["results.json"])!;

    private static RunAnalysis Create()
    {
        var sample = SampleRun.Create();
        ComparisonAnalysis[] comparisons =
        [
            On(new RuntimeSettings("net8.0", Version: "8.0.33"), 1, (74.3, 504), (37.15, 0), (0.5, AllocationSource.Tick)),
            On(new RuntimeSettings("net10.0", HostCompiler.RuntimeAsync, "10.0.14"), 2, (37.2, 144), (9.3, 0), (0.25, AllocationSource.Sampled)),
        ];
        var plan = sample.Manifest.Plan with
        {
            Comparisons = [.. comparisons.Select(comparison => comparison.Comparison)],
            Runtimes = [new("net8.0", "8.0.33", null), new("net9.0", null, "net9.0 is nowhere"), new("net10.0-runtime-async", "10.0.14", null)],
            Skipped = [new("completed-calls/of-net9.0", "net9.0 is nowhere")],
        };
        return sample with { Manifest = sample.Manifest with { Plan = plan }, Comparisons = comparisons, Gates = [] };
    }

    private static ComparisonAnalysis On(
        RuntimeSettings runtime, int ordinal, (double Ns, double Bytes) baseline, (double Ns, double Bytes) candidate, (double Ratio, AllocationSource Source) told)
    {
        var await = SampleComparison.Await(ordinal, new LoadSettings.Sequential(), PressureSettings.Calm, new RatioInterval(0.5, 0.49, 0.51, 0.96875, 6), baseline.Ns);
        var comparison = await.Comparison with
        {
            Id = $"completed-calls/of-{runtime.Name}",
            Baseline = await.Comparison.Baseline with { Runtime = runtime },
            Candidate = await.Comparison.Candidate with { Runtime = runtime },
        };
        var ratio = new RatioInterval(told.Ratio, told.Ratio - 0.01, told.Ratio + 0.01, 0.96875, 6);
        return SampleComparison.Of(comparison, ratio, baseline, candidate).With(await.Sides.Baseline.Trace.Value! with { Source = told.Source }, null);
    }
}
