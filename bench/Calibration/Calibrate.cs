using System.Diagnostics;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Tracing.Statistics;
using BenchmarkDotNet.Jobs;
using Perfolizer.Horology;

namespace AsyncLoad.Calibration;

/// <summary>
/// The same methods under BenchmarkDotNet and under AsyncLoad's <c>sequential</c>, in turn: a round of BenchmarkDotNet over all methods of a workload with the
/// same parameters, an interleaved pair of each comparison among them, and again, the methods in the other order. Ratios must agree within 5 % or 0.5 ns in 29 of 30 comparisons, rounded bytes in all.
/// </summary>
/// <param name="quick">Whether two rounds are enough.</param>
/// <param name="profiled">Whether the compiler may use what it saw methods do; without, both tools measure the same code.</param>
internal sealed class Calibrate(bool quick, bool profiled)
{
    // A tenth of BenchmarkDotNet's own half-minute a method; how many iterations it takes remains its decision.
    private static readonly TimeInterval Iteration = TimeInterval.FromMilliseconds(50);

    private const double SecondsEachBuild = 20;
    private const double SecondsEachMethod = 3;
    private const double SecondsEachPair = 1.2;

    private readonly GcSettings gc = profiled ? GcSettings.Default : GcSettings.Default with { Name = "no-profile", TieredPgo = false };

    // Even, so that each half of them has both orders of the methods. Many, for what differs is the process and not the iteration.
    private readonly int rounds = quick ? 2 : 8;
    private readonly int pairsEachRound = quick ? 3 : 1;

    /// <summary>Measures the comparisons whose name matches and prints a table as it fills.</summary>
    /// <returns>The exit code: 2 when a bar is missed.</returns>
    public async Task<int> RunAsync(string only)
    {
        var chosen = ComparedPair.Calibrated.Where(pair => Glob.Matches(only, pair.Name)).ToList();
        if (chosen.Count == 0) throw new ArgumentException($"no comparison matches '{only}'", nameof(only));
        Output.Progress($"{chosen.Count} comparisons, {rounds} rounds of BenchmarkDotNet and {rounds * pairsEachRound} pairs each: about {Forecast(chosen).TotalMinutes:0} minutes");
        using var build = new OneBuild();
        using var sockets = PrivateDirectory.Create();
        var scope = new ChildScope(sockets, CancellationToken.None);
        var began = Stopwatch.GetTimestamp();
        var rows = new List<CalibrationRow>();
        CalibrationRow.PrintHead();
        // Those with most methods first: what is built serves as many methods as it was built for, and fewer.
        foreach (var group in chosen.GroupBy(pair => (pair.Baseline.Workload, pair.Baseline.Parameters)).OrderByDescending(group => ComparedPair.SubjectsOf(group).Count))
        {
            foreach (var row in await MeasureAsync([.. group], build, scope))
            {
                rows.Add(row);
                row.Print();
            }

            Output.Progress($"{rows.Count} of {chosen.Count}, {Stopwatch.GetElapsedTime(began).TotalMinutes:0.0} min");
        }

        return Judge(rows, Stopwatch.GetElapsedTime(began));
    }

    private TimeSpan Forecast(List<ComparedPair> comparisons) => TimeSpan.FromSeconds(
        SecondsEachBuild + (rounds * ((ComparedPair.SubjectsOf(comparisons).Count * SecondsEachMethod) + (comparisons.Count * pairsEachRound * SecondsEachPair))));

    /// <summary>Measures the comparisons of one workload with the same parameters: a round has each method once, for however many comparisons it serves.</summary>
    private async Task<IEnumerable<CalibrationRow>> MeasureAsync(IReadOnlyList<ComparedPair> group, OneBuild build, ChildScope scope)
    {
        var job = JobOf(build, ComparisonOf(group[0]).Baseline);
        var looks = MeasureSettings.Default with { Slices = ProfileSource.Slices, Looks = [rounds * pairsEachRound] };
        var both = group.Select(pair => (Pair: pair, Theirs: new List<BenchmarkRound>(), Ours: new PairSeries([ComparisonOf(pair)], looks, scope))).ToList();
        var subjects = ComparedPair.SubjectsOf(group);
        for (var round = 0; round < rounds; round++)
        {
            var figures = BenchmarkRun.Of(round % 2 == 0 ? subjects : [.. subjects.Reverse()], job).Figures;
            foreach (var (pair, theirs, ours) in both)
            {
                theirs.Add(new BenchmarkRound(figures[pair.Baseline], figures[pair.Candidate]));
                for (var index = 0; index < pairsEachRound; index++) await ours.AddAsync();
            }
        }

        return both.Select(one => CalibrationRow.Of(one.Pair, one.Theirs, one.Ours.Completed));
    }

    private Comparison ComparisonOf(ComparedPair pair)
    {
        var comparison = pair.ToComparison(new LoadSettings.Sequential());
        return comparison with { Baseline = comparison.Baseline with { Gc = gc }, Candidate = comparison.Candidate with { Gc = gc } };
    }

    /// <summary>BenchmarkDotNet's default job with the runtime's settings of our own processes, which force no collections either: so both measure the same machine code.</summary>
    private static Job JobOf(OneBuild build, Cell cell)
    {
        var settings = HostEnvironment.For(cell, platformTiering: false, []).Where(variable => HostEnvironment.IsRuntimeSetting(variable.Key));
        return Job.Default
            .WithToolchain(build.Toolchain)
            .WithIterationTime(Iteration)
            .WithGcForce(false)
            .WithEnvironmentVariables([.. settings.Select(variable => new EnvironmentVariable(variable.Key, variable.Value))]);
    }

    private static int Judge(List<CalibrationRow> rows, TimeSpan took)
    {
        var (close, own) = (rows.Count(row => row.Agrees), rows.Count(row => row.AgreesWithItself));
        var equal = rows.Count(row => row.EqualBytes);
        double[] apart = [.. rows.Select(row => row.Apart).Order()];
        double[] ownApart = [.. rows.Select(row => row.OwnApart).Order()];
        Output.Print($"");
        Output.Print($"Ratios within 5 % or 0.5 ns: {close} of {rows.Count} (bar: {Needed(rows.Count)}); apart by {Quantile.OfOrdered(apart, 0.5):P1} in the median, {apart[^1]:P1} at most.");
        Output.Print($"BenchmarkDotNet against itself: {own} of {rows.Count}; {Quantile.OfOrdered(ownApart, 0.5):P1} in the median, {ownApart[^1]:P1} at most.");
        Output.Print($"Equal rounded bytes: {equal} of {rows.Count} (bar: all). Took {took.TotalMinutes:0.0} minutes.");
        return close >= Needed(rows.Count) && equal == rows.Count ? 0 : 2;
    }

    // 29 of 30.
    private static int Needed(int comparisons) => ((29 * comparisons) + 29) / 30;
}
