using System.Globalization;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

public sealed class ApprovedReportTests
{
    [Theory]
    [InlineData("results.json")]
    [InlineData("results.csv")]
    [InlineData("report.html")]
    [InlineData("report.md")]
    [InlineData("junit.xml")]
    public void Each_output_of_the_sample_run_is_as_approved(string file) =>
        Approval.Matches(Rendered.All(SampleRun.Create())[file], file);

    [Theory]
    [InlineData("report.html")]
    [InlineData("report.md")]
    public void The_report_of_a_run_without_verdicts_is_as_approved(string file) =>
        Approval.Matches(Rendered.All(SampleFigures.Create())[file], file.Replace("report.", "report.figures.", StringComparison.Ordinal));

    [Fault(24)]
    [Theory]
    [InlineData("tr-TR")]
    [InlineData("de-DE")]
    [InlineData("ar-SA")]
    public void Every_output_is_the_same_in_every_culture(string culture)
    {
        var (expected, figures) = (Rendered.All(SampleRun.Create()), Rendered.All(SampleFigures.Create()));
        var before = CultureInfo.CurrentCulture;
        try
        {
            CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(culture);
            Assert.NotEqual("1,234.5", 1234.5.ToString("N1", CultureInfo.CurrentCulture));
            Assert.Equal(expected, Rendered.All(SampleRun.Create()));
            Assert.Equal(figures, Rendered.All(SampleFigures.Create()));
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }
}
