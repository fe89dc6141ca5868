using System.Diagnostics;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Benchmarks;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Profiles;
using BenchmarkDotNet.Jobs;
using Perfolizer.Horology;

namespace AsyncLoad.Calibration;

/// <summary>
/// The same methods under BenchmarkDotNet and under AsyncLoad's <c>sequential</c>, in turn: a round of BenchmarkDotNet, some interleaved pairs,
/// and again, the methods in the other order. Ratios must agree within 5 % in nine of ten comparisons, rounded bytes in all.
/// </summary>
internal sealed class Calibrate(bool quick)
{
    private const double RatioBar = 0.05;
    private const double ShareBar = 0.9;

    // A tenth of BenchmarkDotNet's own half-minute a method; how many iterations it takes remains its decision.
    private static readonly TimeInterval Iteration = TimeInterval.FromMilliseconds(100);

    private const double SecondsEachBuild = 20;
    private const double SecondsEachMethod = 5;
    private const double SecondsEachPair = 4;

    // Even, so that each half of them has both orders of the methods.
    private readonly int rounds = quick ? 2 : 4;
    private readonly int pairsEachRound = quick ? 3 : 2;

    /// <summary>Measures the comparisons whose name matches and prints a table.</summary>
    /// <returns>The exit code: 2 when a bar is missed.</returns>
    public async Task<int> RunAsync(string only)
    {
        var chosen = ComparedPair.Calibrated.Where(pair => Glob.Matches(only, pair.Name)).ToList();
        if (chosen.Count == 0) throw new ArgumentException($"no comparison matches '{only}'", nameof(only));
        Output.Progress($"{chosen.Count} comparisons, {rounds} rounds of BenchmarkDotNet and {rounds * pairsEachRound} pairs each: about {Forecast(chosen.Count).TotalMinutes:0} minutes");
        using var build = new OneBuild();
        using var sockets = PrivateDirectory.Create();
        var scope = new ChildScope(sockets, CancellationToken.None);
        var began = Stopwatch.GetTimestamp();
        var rows = new List<CalibrationRow>();
        foreach (var pair in chosen)
        {
            rows.Add(await MeasureAsync(pair, build, scope));
            Output.Progress($"{rows.Count} of {chosen.Count}, {Stopwatch.GetElapsedTime(began).TotalMinutes:0.0} min: {rows[^1].Describe()}");
        }

        return Judge(rows, Stopwatch.GetElapsedTime(began));
    }

    private TimeSpan Forecast(int comparisons) =>
        TimeSpan.FromSeconds(SecondsEachBuild + (comparisons * rounds * ((2 * SecondsEachMethod) + (pairsEachRound * SecondsEachPair))));

    private async Task<CalibrationRow> MeasureAsync(ComparedPair pair, OneBuild build, ChildScope scope)
    {
        var job = Job.Default.WithToolchain(build.Toolchain).WithIterationTime(Iteration);
        var theirs = new List<BenchmarkRound>();
        var looks = MeasureSettings.Default with { Slices = AskedProcess.Slices, Looks = [rounds * pairsEachRound] };
        var ours = new PairSeries(pair.ToComparison(new LoadSettings.Sequential()), looks, scope);
        for (var round = 0; round < rounds; round++)
        {
            Subject[] subjects = round % 2 == 0 ? [pair.Baseline, pair.Candidate] : [pair.Candidate, pair.Baseline];
            var figures = BenchmarkRun.Of(subjects, job).Figures;
            theirs.Add(new BenchmarkRound(figures[pair.Baseline], figures[pair.Candidate]));
            for (var index = 0; index < pairsEachRound; index++) await ours.AddAsync();
        }

        return CalibrationRow.Of(pair, theirs, ours.Completed);
    }

    private static int Judge(List<CalibrationRow> rows, TimeSpan took)
    {
        CalibrationRow.PrintTable(rows);
        var (close, own) = (rows.Count(row => row.Apart <= RatioBar), rows.Count(row => row.OwnApart <= RatioBar));
        var equal = rows.Count(row => row.EqualBytes);
        double[] apart = [.. rows.Select(row => row.Apart).Order()];
        double[] ownApart = [.. rows.Select(row => row.OwnApart).Order()];
        Output.Print($"");
        Output.Print($"Ratios within {RatioBar:P0}: {close} of {rows.Count} (bar: {Math.Ceiling(ShareBar * rows.Count):0}); apart by {Quantile.OfOrdered(apart, 0.5):P1} in the median, {apart[^1]:P1} at most.");
        Output.Print($"BenchmarkDotNet against itself: {own} of {rows.Count}; {Quantile.OfOrdered(ownApart, 0.5):P1} in the median, {ownApart[^1]:P1} at most.");
        Output.Print($"Equal rounded bytes: {equal} of {rows.Count} (bar: all). Took {took.TotalMinutes:0.0} minutes.");
        return close >= ShareBar * rows.Count && equal == rows.Count ? 0 : 2;
    }
}
