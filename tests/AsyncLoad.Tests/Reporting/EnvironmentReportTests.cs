using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Runs;
using AsyncLoad.Reporting.Document;
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
    public void Runs_of_older_versions_have_no_such_facts() =>
        Assert.Empty(Facts(null, null).Keys.Intersect(["Container", "Virtual machine", "Forced", "Other processes", "Load average"]));

    private static Dictionary<string, string> Facts(RunEnvironment? place, EnvironmentRanges? ranges)
    {
        var sample = SampleRun.Create();
        var run = sample with { Manifest = sample.Manifest with { Environment = place }, Environment = ranges };
        var facts = ReportDocument.From(run).Sections.Single(section => section.Id == "run").Blocks.OfType<ReportBlock.Facts>().Single();
        return facts.Items.ToDictionary(fact => fact.Name, fact => fact.Value);
    }
}
