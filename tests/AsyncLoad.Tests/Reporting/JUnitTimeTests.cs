using System.Globalization;
using System.Xml.Linq;
using AsyncLoad.Analysis;
using AsyncLoad.Reporting;
using AsyncLoad.Reporting.Document;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

/// <summary>How long it took, for build servers.</summary>
public class JUnitTimeTests
{
    [Fact]
    public void A_test_case_takes_what_its_comparison_took_and_the_suite_what_all_took()
    {
        var run = SampleRun.Create();
        var timed = run with { Comparisons = [.. run.Comparisons.Select((comparison, index) => comparison with { Seconds = 1.5 + index })] };
        var suite = Suite(timed);

        Assert.Equal(timed.Comparisons.Sum(comparison => comparison.Seconds)!.Value, Seconds(suite), 3);
        Assert.NotEmpty(suite.Elements("testcase"));
        Assert.Equal(
            run.Gates.Select(gate => timed.Comparisons.Single(comparison => comparison.Comparison.Id == gate.Comparison).Seconds!.Value),
            suite.Elements("testcase").Select(Seconds));
        Assert.Equal(run.Manifest.Started.UtcDateTime, DateTime.Parse(suite.Attribute("timestamp")!.Value, CultureInfo.InvariantCulture), TimeSpan.FromSeconds(1));
    }

    [Fact]
    public void What_was_not_measured_has_no_time()
    {
        var run = SampleRun.Create();
        var suite = Suite(run with { Comparisons = [.. run.Comparisons.Select(comparison => comparison with { Seconds = null })] });

        Assert.Null(suite.Attribute("time"));
        Assert.All(suite.Elements("testcase"), test => Assert.Null(test.Attribute("time")));
    }

    private static double Seconds(XElement element) => double.Parse(element.Attribute("time")!.Value, CultureInfo.InvariantCulture);

    private static XElement Suite(RunAnalysis run)
    {
        using var writer = new StringWriter();
        JUnitReport.Write(ReportDocument.From(run), writer);
        return XDocument.Parse(writer.ToString()).Root!.Element("testsuite")!;
    }
}
