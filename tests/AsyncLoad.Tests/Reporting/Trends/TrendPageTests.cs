using AsyncLoad.Analysis.Trends;
using AsyncLoad.Harness.Cli;
using AsyncLoad.Harness.Cli.Trend;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting;
using AsyncLoad.Reporting.Charts;
using AsyncLoad.Reporting.Html;
using AsyncLoad.Reporting.Trends;
using AsyncLoad.Tests.Cli;
using Xunit;

namespace AsyncLoad.Tests.Reporting.Trends;

public sealed class TrendPageTests : IDisposable
{
    private static readonly double[] Steady = [0.400, 0.402, 0.398, 0.401, 0.399, 0.403];

    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-trend-page-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public async Task A_page_holds_a_chart_and_a_table_for_each_series_and_fetches_nothing()
    {
        var runs = "abcdefgh".Select((name, i) => SyntheticFolder.Write(Path.Combine(folder, $"{name}"), "abc", [.. Steady.Select(ratio => i < 4 ? ratio : 1.2 * ratio)])).ToArray();
        var page = Path.Combine(folder, "trend.html");

        Assert.Equal(ExitCode.Ok, (await CommandRun.Of(["trend", .. runs, "--output", page])).Code);

        var html = await File.ReadAllTextAsync(page, TestContext.Current.CancellationToken);
        Assert.Equal(ChartSize.All.Count, Count(html, "<svg "));
        Assert.Contains("1 of 1 series changed, in 8 runs.", html, StringComparison.Ordinal);
        Assert.Contains("changed up by 20 %", html, StringComparison.Ordinal);
        Assert.Contains("role=\"group\" tabindex=\"0\"", html, StringComparison.Ordinal);
        Assert.DoesNotContain("src=", html, StringComparison.Ordinal);
        Assert.Contains("Content-Security-Policy", html, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Names_from_outside_are_text_on_the_page_and_the_terminal()
    {
        const string Hostile = "<script>alert(1)</script>\u202Ex";
        var run = SyntheticFolder.Write(Path.Combine(folder, "a"), "<b>", Steady, Hostile);
        var page = Path.Combine(folder, "trend.html");
        var ended = await CommandRun.Of("trend", run, "--output", page);
        Assert.DoesNotContain('\u202E', ended.Output);
        var html = await File.ReadAllTextAsync(page, TestContext.Current.CancellationToken);
        Assert.DoesNotContain("<script>alert", html, StringComparison.Ordinal);
        Assert.DoesNotContain('\u202E', html);
    }

    [Fact]
    public void A_figure_that_has_no_logarithm_is_a_table_alone()
    {
        var trend = TrendAnalyzer.Of([TrendSources.Read(SyntheticFolder.Write(Path.Combine(folder, "a"), "abc", Steady))], Metric.BytesPerOperation, _ => true);
        using var html = new StringWriter();
        HtmlPage.Write(TrendPage.Of(trend), html);
        Assert.DoesNotContain("<svg", html.ToString(), StringComparison.Ordinal);
        using var markdown = new StringWriter();
        MarkdownPage.Write(TrendPage.Of(trend), markdown);
        Assert.Contains("No changes were looked for, in 1 run.", markdown.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Below_the_name_of_a_series_stand_sentences()
    {
        var trend = TrendAnalyzer.Of([TrendSources.Read(SyntheticFolder.Write(Path.Combine(folder, "a"), "abc", Steady))], Metric.Ratio, _ => true);
        Assert.Equal("No change found. Only one run has the figure: a change needs runs before and after it.", TrendWords.Changes(trend, trend.Series[0]));
        Assert.Equal("No change found.", TrendWords.Changes(trend, trend.Series[0] with { NotLookedFor = null }));
    }

    [Fact]
    public void One_series_without_a_change_is_called_a_series()
    {
        var runs = "abcdefgh".Select(name => TrendSources.Read(SyntheticFolder.Write(Path.Combine(folder, $"{name}"), "abc", Steady))).ToArray();
        Assert.Equal("No change found in 1 series, in 8 runs.", TrendWords.Summary(TrendAnalyzer.Of(runs, Metric.Ratio, _ => true)));
    }

    [Theory]
    [InlineData(24, ">2026-07-05<", ">2026-07-06<")]
    [InlineData(3, ">2026-07-05 04:00<", ">2026-07-05 07:00<")]
    public void Runs_of_one_day_are_told_apart_by_their_time(int hours, params string[] labels)
    {
        var first = new DateTimeOffset(2026, 7, 5, 4, 0, 0, TimeSpan.Zero);
        var trend = TrendAnalyzer.Of([.. "ab".Select(name => TrendSources.Read(SyntheticFolder.Write(Path.Combine(folder, $"{name}"), "abc", Steady)))], Metric.Ratio, _ => true);
        trend = trend with { Runs = [.. trend.Runs.Select((run, index) => run with { Started = first.AddHours(index * hours) })] };
        using var html = new StringWriter();
        HtmlPage.Write(TrendPage.Of(trend), html);

        Assert.All(labels, label => Assert.Equal(ChartSize.All.Count, Count(html.ToString(), label)));
    }

    // Results come from files: a bound of 0 has no place on a logarithmic axis, and must not keep its labels from being found.
    [Fact]
    public void An_interval_that_reaches_0_is_drawn_from_its_estimate()
    {
        var trend = TrendAnalyzer.Of([TrendSources.Read(SyntheticFolder.Write(Path.Combine(folder, "a"), "abc", Steady))], Metric.Ratio, _ => true);
        var reaching = trend with { Series = [.. trend.Series.Select(series => series with { Points = [.. series.Points.Select(point => point with { Interval = new RatioBounds(0, 1) })] })] };
        using var html = new StringWriter();
        HtmlPage.Write(TrendPage.Of(reaching), html);
        Assert.Contains("<svg", html.ToString(), StringComparison.Ordinal);
        Assert.DoesNotContain("NaN", html.ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("trend.txt", (int)ExitCode.BadArguments, "--output takes a file that ends in .html or .md")]
    [InlineData("none/trend.html", (int)ExitCode.OutputUnwritable, "there is no folder")]
    public async Task A_page_that_cannot_be_written_is_refused_before_runs_are_read(string file, int code, string reason)
    {
        var run = await CommandRun.Of("trend", Path.Combine(folder, "absent"), "--output", Path.Combine(folder, file));
        Assert.Equal((code, ""), ((int)run.Code, run.Output));
        Assert.Contains(reason, run.Error, StringComparison.Ordinal);
    }

    private static int Count(string text, string part) => text.Split(part).Length - 1;
}
