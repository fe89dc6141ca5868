using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Runs;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Results;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

public sealed class EnvironmentReportTests
{
    [Fact]
    public void What_else_the_machine_did_stands_among_the_facts()
    {
        var facts = Facts(
            new RunEnvironment("/.dockerenv", true, new ProcessState(true, true), new ProcessState(true, false), ["a debugger is attached to asyncload"]),
            new EnvironmentRanges(new SampleRange(0.01, 0.05, 0.9, 24), new SampleRange(0, 0, 0, 24), new SampleRange(0, 0.1, 0.25, 24), null, new SampleRange(2_400, 2_596.122, 3_600, 24), null));

        Assert.Equal("yes, by /.dockerenv", facts["Container"]);
        Assert.Equal("yes", facts["Virtual machine"]);
        Assert.Equal("a debugger is attached to asyncload", facts["Forced"]);
        Assert.Equal("0.01 to 0.90 core, median 0.05, over 24 pairs", facts["Other processes"]);
        Assert.Equal("0 % to 25 % of the time, median 10 %, over 24 pairs", facts["Throttled"]);
        Assert.Equal("2,400 to 3,600 MHz, median 2,596, over 24 pairs", facts["Fastest core"]);
        Assert.All(["Stolen by the host", "Load average", "Waited for memory"], name => Assert.DoesNotContain(name, facts.Keys));
    }

    [Fact]
    public void Pairs_that_went_side_by_side_are_told_with_their_processors()
    {
        var sample = SampleRun.Create();
        var plan = sample.Manifest.Plan;
        var beside = new SideBySide([[0, 1], [8, 9]], [plan.Comparisons[0].Id]);
        Assert.DoesNotContain("Side by side", FactsOf(sample).Keys);
        var facts = FactsOf(sample with { Manifest = sample.Manifest with { Plan = plan with { SideBySide = beside } } });
        Assert.Equal($"2 pairs on processors 0,1 | 8,9 (--jobs), of 1 of {plan.Measured.Count()} comparisons, load overhead included", facts["Side by side"]);
        Assert.Same(beside, ResultsBuilder.Build(sample with { Manifest = sample.Manifest with { Plan = plan with { SideBySide = beside } } }).SideBySide);
    }

    [Fact]
    public void Runs_of_older_versions_have_no_such_facts() =>
        Assert.Empty(Facts(null, null).Keys.Intersect(["Container", "Virtual machine", "Forced", "Other processes", "Load average"]));

    private static Dictionary<string, string> Facts(RunEnvironment? place, EnvironmentRanges? ranges)
    {
        var sample = SampleRun.Create();
        return FactsOf(sample with { Manifest = sample.Manifest with { Environment = place }, Environment = ranges });
    }

    private static Dictionary<string, string> FactsOf(RunAnalysis run)
    {
        var facts = ReportDocument.From(run).Sections.Single(section => section.Id == "run").Blocks.OfType<ReportBlock.Facts>().Single();
        return facts.Items.ToDictionary(fact => fact.Name, fact => fact.Value);
    }
}
