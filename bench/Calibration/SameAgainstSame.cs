using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Calibration;

/// <summary>
/// A variant against itself: whatever its pairs' ratios spread by is noise. The bar for a quiet machine is a standard deviation of the log ratio of
/// 2.5 % sequentially and 4 % under Parallel.For.
/// </summary>
internal static class SameAgainstSame
{
    private const int Pairs = 12;
    private const double SequentialBar = 0.025;
    private const double ParallelBar = 0.04;

    /// <summary>Measures both loads and prints a line for each pair.</summary>
    /// <returns>The exit code: 2 when a spread is above its bar.</returns>
    public static async Task<int> RunAsync()
    {
        var sequential = await SpreadAsync(new LoadSettings.Sequential());
        var parallel = await SpreadAsync(new LoadSettings.ParallelFor());
        return sequential <= SequentialBar && parallel <= ParallelBar ? 0 : 2;
    }

    private static async Task<double?> SpreadAsync(LoadSettings load)
    {
        var parameters = new Dictionary<string, string> { ["deep"] = "true", ["result"] = "string" };
        var cell = new Cell("same", "call-chain", "await-task", parameters, load, PressureSettings.Calm, GcSettings.Default);
        var comparison = new Comparison("same", 1, "same", cell, cell, []);
        var measure = MeasureSettings.Default with { Slices = 30 };
        var plan = new Plan("same", "", 1, measure, [comparison], [], [], [], [], new Forecast(default, default, default, default));
        var ratios = await RatiosAsync(comparison, plan);
        var (wall, cpu) = (Spread(ratios.Select(ratio => (double?)ratio.Wall)), Spread(ratios.Select(ratio => ratio.Cpu)));
        Print($"{load.Kind}: {ratios.Count} pairs of 30 slices; spread of the log ratio {wall:P1} wall, {cpu:P1} CPU");
        return wall;
    }

    private static async Task<IReadOnlyList<AsyncLoad.Analysis.Metrics.PairRatio>> RatiosAsync(Comparison comparison, Plan plan)
    {
        using var sockets = PrivateDirectory.Create();
        var scope = new ChildScope(sockets, CancellationToken.None);
        var pairs = new List<JournalEntry.Pair>();
        OperationPace? pace = null;
        for (var index = 1; index <= Pairs; index++)
        {
            var first = index % 2 == 1 ? Side.Baseline : Side.Candidate;
            var pair = (await new InterleavedGroup([comparison], plan, scope, TimeProvider.System).RunAsync([new ScheduledPair("same", index, first)], 1, pace, CancellationToken.None))[0];
            pace = new OperationPace(pair.Batch, pair.Timed);
            pairs.Add(pair);
            var ratio = PairRatios.Of(PairProgress.Of([pair]).Completed);
            Print($"  {index}: {(ratio.Count == 0 ? "failed" : FormattableString.Invariant($"{ratio[0].Wall:0.000} wall, {ratio[0].Cpu:0.000} CPU"))} in {pair.Took.Seconds:0.0} s");
        }

        return PairRatios.Of(PairProgress.Of(pairs).Completed);
    }

    private static double? Spread(IEnumerable<double?> ratios) => StandardDeviation.Of([.. ratios.OfType<double>().Select(ratio => Math.Log(ratio))]);

    private static void Print(FormattableString line) => Console.WriteLine(FormattableString.Invariant(line));
}
