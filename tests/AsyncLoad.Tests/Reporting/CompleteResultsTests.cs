using AsyncLoad.Reporting.Results;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

/// <summary>Nothing that the run knows has to be looked up elsewhere.</summary>
public class CompleteResultsTests
{
    [Fact]
    public void They_say_when_by_what_seed_margin_and_looks()
    {
        var run = SampleRun.Create();
        var origin = ResultsBuilder.Build(run).Origin!;

        Assert.Equal(
            (run.Manifest.Started, run.Manifest.Finished, run.Manifest.Plan.Seed, run.Manifest.Plan.Measure.Margin),
            (origin.Started, origin.Finished, origin.Seed!.Value, origin.Margin));
        Assert.Equal(run.Manifest.Plan.Measure.Looks, origin.Looks);
    }

    [Fact]
    public void They_hold_every_pair_and_those_that_confirm_apart()
    {
        var run = SampleRun.Create();
        var measured = run.Comparisons.First(comparison => comparison.Pairs.Count > 1);
        var fresh = measured with { Fresh = [.. measured.Pairs.Take(1)], Seconds = 7.25 };
        var result = Assert.Single(ResultsBuilder.Build(run with { Comparisons = [fresh] }).Comparisons);

        Assert.Equal(measured.Pairs.Select(pair => (pair.Index, (double?)pair.Ratios.Wall, pair.Ratios.Cpu)), result.Pairs!.Where(pair => !pair.Confirms).Select(pair => (pair.Index, pair.Ratio, pair.CpuRatio)));
        Assert.Equal(measured.Pairs[0].Index, Assert.Single(result.Pairs!, pair => pair.Confirms).Index);
        Assert.Equal(7.25, result.Seconds);
    }

    [Fact]
    public void A_pair_without_a_number_has_no_ratio()
    {
        var run = SampleRun.Create();
        var measured = run.Comparisons.First(comparison => comparison.Pairs.Count > 1);
        var odd = measured with { Pairs = [measured.Pairs[0] with { Ratios = new(double.PositiveInfinity, double.NaN), Costs = null }] };
        var pair = Assert.Single(Assert.Single(ResultsBuilder.Build(run with { Comparisons = [odd] }).Comparisons).Pairs!);

        Assert.Null(pair.Ratio);
        Assert.Null(pair.CpuRatio);
        Assert.Null(pair.BaselineNsPerOperation);
    }

    [Fact]
    public void They_hold_every_warning_in_words()
    {
        var run = SampleRun.Create();
        var told = run with { Manifest = run.Manifest with { Warnings = ["the machine is busy"] } };
        var warnings = ResultsBuilder.Build(told).Warnings!;

        Assert.Equal("the machine is busy", Assert.Single(warnings, warning => warning.Comparison is null).Message);
        Assert.Equal(
            run.Comparisons.SelectMany(comparison => comparison.Warnings.Select(warning => (comparison.Comparison.Id, warning.Id, warning.Message, warning.Remedy))),
            warnings.Where(warning => warning.Comparison is not null).Select(warning => (warning.Comparison!, warning.Id!, warning.Message, warning.Remedy!)));
    }
}
