using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Trends;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Runs;
using AsyncLoad.Reporting.Results;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Trends;

public sealed class TrendAnalyzerTests
{
    private static readonly RunResults Base = ResultsBuilder.Build(RunAnalyzer.AnalyzeUntraced(
        SyntheticRun.Evidence(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf()), SyntheticRun.Pairs(0.400, 0.402, 0.398, 0.401, 0.399, 0.403))));

    // A few tenths of a per cent from run to run.
    private static readonly double[] Steady = [0.400, 0.4008, 0.3994, 0.4002, 0.3997, 0.4005, 0.3999, 0.4003, 0.3996, 0.4001];

    [Fact]
    public void A_ratio_that_changed_is_found_with_its_interval_and_what_else_differs_there()
    {
        var runs = Steady.Select((ratio, i) => Run(i, ratio)).Concat(Steady.Select((ratio, i) => On(".NET 10.0.13", Run(10 + i, 1.2 * ratio)))).ToList();

        var trend = TrendAnalyzer.Of(runs, null, _ => true);

        var series = Assert.Single(trend.Series);
        Assert.Equal((SyntheticRun.Id, "abc", null, null), (series.Comparison, series.MachineId, series.Side, series.NotLookedFor));
        var change = Assert.Single(series.Changes);
        Assert.Equal((10, Change.ChangedUp), (change.Run, change.Change));
        Assert.Equal(["runtime .NET 10.0.12 → .NET 10.0.13"], change.Beside);
        Assert.InRange(change.Shift!.Low, 1.19, 1.2);
        Assert.InRange(change.Shift.High, 1.2, 1.21);
        Assert.Equal((0.4, 0.48), (Math.Round(change.Before, 3), Math.Round(change.After, 3)));
        Assert.Equal(("ratio", 0.03), (trend.Metric, trend.Margin));
    }

    [Fact]
    public void A_certain_change_inside_the_margin_is_called_unchanged()
    {
        var runs = Steady.Concat(Steady.Select(ratio => 1.01 * ratio)).Select((ratio, i) => Run(i, ratio)).ToList();
        Assert.Equal(Change.Unchanged, Assert.Single(Assert.Single(TrendAnalyzer.Of(runs, null, _ => true).Series).Changes).Change);
    }

    [Fact]
    public void Runs_are_ordered_by_their_start_and_the_same_run_counts_once_with_most_pairs()
    {
        var resumed = Run(1, 0.5);
        var before = resumed with { Source = "before", Results = WithRatio(resumed.Results, 0.5, pairs: 2) };
        var trend = TrendAnalyzer.Of([Run(2, 0.6), before, resumed, Run(0, 0.4), before], null, _ => true);
        Assert.Equal(["run 0", "run 1", "run 2"], trend.Runs.Select(run => run.Source));
        Assert.Equal([0.4, 0.5, 0.6], trend.Series[0].Points.Select(point => point.Value));
        Assert.Contains("2 runs were given twice and counted once.", trend.Warnings);
    }

    [Fact]
    public void Machines_have_series_of_their_own_joined_runs_included()
    {
        var other = Run(1, 0.7);
        var joined = Run(2, 0.4);
        joined = joined with { Results = joined.Results with { Comparisons = [.. new[] { "abc", "else" }.Select(machine => joined.Results.Comparisons[0] with { Id = $"{SyntheticRun.Id}@{machine}", Machine = machine })] } };
        var trend = TrendAnalyzer.Of([Run(0, 0.4), other with { Results = other.Results with { Machine = other.Results.Machine with { Id = "else" } } }, joined], null, _ => true);
        Assert.Equal([("abc", 2), ("else", 2)], trend.Series.Select(series => (series.MachineId, series.Points.Count)));
        Assert.All(trend.Series, series => Assert.Equal(SyntheticRun.Id, series.Comparison));
        Assert.Contains(trend.Warnings, warning => warning.StartsWith("The runs come from 2 machines", StringComparison.Ordinal));
    }

    [Fact]
    public void Counted_bytes_that_differ_have_changed_without_statistics()
    {
        var trend = TrendAnalyzer.Of([.. new[] { 504.0, 504.02, 528, 528 }.Select((bytes, i) => WithBytes(Run(i, 0.4), bytes))], Metric.BytesPerOperation, _ => true);
        Assert.Equal([Side.Baseline, Side.Candidate], trend.Series.Select(series => series.Side));
        Assert.Empty(trend.Series[0].Changes);
        var change = Assert.Single(trend.Series[1].Changes);
        Assert.Equal((2, Change.ChangedUp, null, null), (change.Run, change.Change, change.Probability, change.Shift));
        Assert.Equal(528, change.After);
    }

    [Fact]
    public void Bytes_that_vary_within_a_run_are_judged_like_any_other_figure()
    {
        var runs = new[] { 504.0, 510, 528, 502 }.Select((bytes, i) => WithBytes(Run(i, 0.4), bytes)).ToList();
        runs[1] = runs[1] with { Results = runs[1].Results with { Comparisons = [runs[1].Results.Comparisons[0] with { Warnings = ["bytes-vary"] }] } };
        var series = TrendAnalyzer.Of(runs, Metric.BytesPerOperation, _ => true).Series[1];
        Assert.Empty(series.Changes);
        Assert.StartsWith("4 runs are too few", series.NotLookedFor, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(1, "only one run has the figure")]
    [InlineData(7, "7 runs are too few to distinguish a change from chance, which takes 8")]
    [InlineData(8, null)]
    public void Too_few_runs_are_listed_and_no_change_is_looked_for(int count, string? reason)
    {
        var series = TrendAnalyzer.Of([.. Steady.Take(count).Select((ratio, i) => Run(i, ratio))], null, _ => true).Series[0];
        Assert.Equal(count, series.Points.Count);
        if (reason is null) Assert.Null(series.NotLookedFor);
        else Assert.StartsWith(reason, series.NotLookedFor, StringComparison.Ordinal);
    }

    [Fact]
    public void A_run_without_the_figure_keeps_its_place_with_the_reason()
    {
        var failed = Run(1, 0.4);
        failed = failed with { Results = failed.Results with { Status = RunStatus.Interrupted, Comparisons = [failed.Results.Comparisons[0] with { Ratio = null, Missing = new Dictionary<string, string> { ["ratio"] = "no pair was completed" } }] } };
        var trend = TrendAnalyzer.Of([Run(0, 0.4), failed], null, _ => true);
        Assert.Equal((null, "no pair was completed"), (trend.Series[0].Points[1].Value, trend.Series[0].Points[1].Missing["value"]));
        Assert.Contains(trend.Warnings, warning => warning.StartsWith("1 run did not finish", StringComparison.Ordinal));
    }

    [Fact]
    public void A_comparison_that_a_file_names_twice_is_one_point()
    {
        var twice = WithBytes(Run(1, 0.4), 8);
        twice = twice with { Results = twice.Results with { Comparisons = [twice.Results.Comparisons[0], WithBytes(Run(1, 0.4), 16).Results.Comparisons[0]] } };
        var series = TrendAnalyzer.Of([Run(0, 0.4), twice], Metric.BytesPerOperation, _ => true).Series[1];
        Assert.Equal([0, 8.0], series.Points.Select(point => point.Value));
    }

    [Fact]
    public void A_comparison_that_the_newest_run_does_not_have_is_said()
    {
        var newest = Run(2, 0.4);
        newest = newest with { Results = newest.Results with { Comparisons = [newest.Results.Comparisons[0] with { Id = "another" }] } };
        var trend = TrendAnalyzer.Of([Run(0, 0.4), Run(1, 0.4), newest], null, _ => true);
        Assert.Contains($"1 comparison is not in the newest run of its profile, so the newest figure is of an earlier one: {SyntheticRun.Id}.", trend.Warnings);

        // A run of another profile, or of another machine, need not have it.
        var other = newest with { Results = newest.Results with { Profile = "nightly" } };
        var elsewhere = newest with { Results = newest.Results with { Machine = newest.Results.Machine with { Id = "else" } } };
        foreach (var last in new[] { other, elsewhere })
            Assert.DoesNotContain(TrendAnalyzer.Of([Run(0, 0.4), last], null, _ => true).Warnings, warning => warning.Contains("not in the newest run", StringComparison.Ordinal));
    }

    [Fact]
    public void Stored_results_may_name_more_pairs_than_a_run_can_have()
    {
        var many = Run(1, 0.4);
        var comparison = WithRatio(many.Results, 0.4, int.MaxValue).Comparisons[0];
        many = many with { Results = many.Results with { Comparisons = [comparison, comparison with { Id = "another" }] } };

        Assert.Equal(2, TrendAnalyzer.Of([Run(0, 0.4), many], null, _ => true).Series.Count);
    }

    [Fact]
    public void Other_profiles_and_margins_are_said()
    {
        var other = Run(1, 0.4);
        other = other with { Results = other.Results with { Origin = other.Origin with { ProfileHash = "ffff", Margin = 0.1 } } };
        var trend = TrendAnalyzer.Of([Run(0, 0.4), other], null, _ => true);
        Assert.Contains(trend.Warnings, warning => warning.StartsWith("The runs are of 2 profiles (test 00000000: 1 run, test ffff: 1 run)", StringComparison.Ordinal));
        Assert.Contains("The margins of the runs differ (0.03, 0.1): changes are judged by the newest run's.", trend.Warnings);
        Assert.Equal(0.1, trend.Margin);
    }

    /// <summary>Figures are found by the table of metrics, so that a new one can be followed without a change here.</summary>
    [Fact]
    public void Every_metric_of_the_table_is_found_or_missing_for_a_reason()
    {
        foreach (var metric in Metric.All)
        {
            var points = TrendAnalyzer.Of([Run(0, 0.4)], metric, _ => true).Series.SelectMany(series => series.Points).ToList();
            Assert.NotEmpty(points);
            Assert.All(points, point => Assert.True(point.Value is not null || point.Missing["value"] is not (null or "the results do not have it") || metric == Metric.EventsLost, metric.Name));
        }
    }

    private static StoredRun Run(int index, double ratio) => new(
        $"run {index}", WithRatio(Base, ratio, pairs: 6) with { Origin = Base.Origin! with { Started = SyntheticRun.Noon.AddDays(index) } });

    private static StoredRun On(string runtime, StoredRun run) => run with { Results = run.Results with { Runtime = runtime } };

    private static RunResults WithRatio(RunResults results, double ratio, int pairs) =>
        results with { Comparisons = [results.Comparisons[0] with { Ratio = new RatioInterval(ratio, 0.99 * ratio, 1.01 * ratio, 0.96, pairs) }] };

    private static StoredRun WithBytes(StoredRun run, double bytes)
    {
        var comparison = run.Results.Comparisons[0];
        var metrics = comparison.Metrics with { Candidate = comparison.Metrics.Candidate! with { BytesPerOperation = bytes } };
        return run with { Results = run.Results with { Comparisons = [comparison with { Metrics = metrics }] } };
    }
}
