using System.Globalization;
using System.Text.Json.Nodes;
using AsyncLoad.Analysis;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Exports;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tests.Analysis.Crossovers;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

/// <summary>Sides may differ in one part of what a process is started with. No output takes two such sides for one.</summary>
public sealed class SidesApartTests
{
    // An operation of the baseline takes 100 ns, and one of the candidate 40 ns.
    private const double Ratio = 0.4;

    private static readonly Dictionary<CellPart, Func<Cell, Cell>> Changes = new()
    {
        [CellPart.Variant] = cell => cell with { Variant = "await-value-task" },
        [CellPart.Build] = cell => cell with { Build = Build("HEAD") },
        [CellPart.Runtime] = cell => cell with { Runtime = new RuntimeSettings("net9.0", Version: "9.0.1") },
        [CellPart.Gc] = cell => cell with { Gc = GcSettings.Default with { Name = "server", Server = true } },
        [CellPart.Variables] = cell => cell with { Variables = new Dictionary<string, string> { ["MY_SWITCH"] = "1" } },
        [CellPart.Pressure] = cell => cell with { Pressure = PressureSettings.Calm with { Name = "churn" } },
        [CellPart.Parameters] = cell => cell with { Parameters = new Dictionary<string, string> { ["size"] = "8" } },
    };

    /// <summary>Every part.</summary>
    public static TheoryData<CellPart> Parts { get; } = [.. Enum.GetValues<CellPart>()];

    [Theory]
    [MemberData(nameof(Parts))]
    public void Tables_of_figures_have_both(CellPart part)
    {
        var document = ReportDocument.From(Run(part, judged: false));

        var texts = document.Sections.Single(section => section.Id == "figures").Blocks.OfType<ReportBlock.Table>()
            .SelectMany(table => table.Groups).SelectMany(group => group.Rows).SelectMany(row => row).ToList();
        Assert.Contains(texts, cell => cell.Text == "100 ns");
        Assert.Contains(texts, cell => cell.Text == "40.0 ns");
        Assert.DoesNotContain(texts, cell => cell.Note?.Contains(" to ", StringComparison.Ordinal) == true);
    }

    [Theory]
    [MemberData(nameof(Parts))]
    public void Files_for_other_programs_have_both(CellPart part)
    {
        var run = Run(part, judged: true);

        var benchmarks = JsonNode.Parse(Written(ExportFormat.BenchmarkDotNet, run))!["Benchmarks"]!.AsArray();
        Assert.Equal(2, benchmarks.Select(benchmark => (string)benchmark!["FullName"]!).Distinct(StringComparer.Ordinal).Count());
        var series = Written(ExportFormat.OpenMetrics, run).Split('\n').Where(line => line.Length > 0 && line[0] != '#').Select(line => line[..line.LastIndexOf(' ')]).ToList();
        Assert.Equal(series.Count, series.Distinct(StringComparer.Ordinal).Count());
    }

    [Fact]
    public void Each_build_is_described_where_they_differ()
    {
        var run = Run(CellPart.Build, judged: true);
        var later = new VariantDescription("await-task", "it", "ValueTask<int>", "pooling", null, 1);
        var known = later with { ReturnType = "Task<int>", Builder = "default", PooledBoxes = 0, Builds = new Dictionary<string, VariantDescription> { ["HEAD"] = later } };
        var described = run with { Catalogue = run.Catalogue with { Workloads = [new WorkloadDescription("call-chain", "calls", null, [], [known], [], null, [], [])] } };

        var facts = ReportDocument.From(described).Subject.OfType<ReportBlock.Facts>().SelectMany(block => block.Items).ToList();

        Assert.Contains(facts, fact => fact.Value == "main: it; returns Task<int>, default async method builder; HEAD: it; returns ValueTask<int>, pooling async method builder");
    }

    [Theory]
    [MemberData(nameof(Parts))]
    public void Conditions_of_a_sweep_hold_for_both_sides(CellPart part)
    {
        var template = ComparisonOf(part);
        var sweep = SweptRun.Probability("open", 0, 0.5, 1) with { Template = template };
        var run = SweptRun.Analyze(SweptRun.PlanOf(sweep), SweptRun.Pairs(sweep, _ => Ratio));

        var conditions = CrossoverRows.Of(Assert.Single(run.Crossovers), new RunNames(run)).Conditions;

        Assert.DoesNotContain(template.Candidate.Words(part), conditions, StringComparison.Ordinal);
    }

    private static Comparison ComparisonOf(CellPart part)
    {
        var cell = SyntheticRun.CellOf("await-task") with { Side = "before", Build = part == CellPart.Build ? Build("main") : null };
        var comparison = SyntheticRun.ComparisonOf() with { Baseline = cell, Candidate = Changes[part](cell with { Name = "c002-other", Side = "after" }) };
        Assert.Equal([part], comparison.Differences);
        return comparison;
    }

    private static RunAnalysis Run(CellPart part, bool judged)
    {
        var plan = SyntheticRun.PlanOf([6], ComparisonOf(part));
        return RunAnalyzer.AnalyzeUntraced(SyntheticRun.Evidence(
            plan with { Measure = plan.Measure with { Verdicts = judged } }, [.. SyntheticRun.Pairs(Enumerable.Repeat(Ratio, 6))]));
    }

    private static CodeBuild Build(string commit) => new(commit, new PluginSet([new PluginFile($"/{commit}/Shop.dll", 1, commit)]));

    private static string Written(ExportFormat format, RunAnalysis run)
    {
        using var writer = new StringWriter(CultureInfo.InvariantCulture);
        ExportFile.Write(format, run, writer);
        return writer.ToString();
    }
}
