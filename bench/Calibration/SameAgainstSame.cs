using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Calibration;

/// <summary>
/// A variant against itself, with the slices of <c>compare</c>: whatever its pairs' ratios spread by is noise. The bar for a quiet machine is a standard deviation
/// of the log ratio of 2.5 % sequentially and 4 % under Parallel.For.
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
        using var sockets = PrivateDirectory.Create();
        var measure = MeasureSettings.Default with { Slices = ProfileSource.Slices };
        var series = new PairSeries([ComparedPair.Chain("await-task", "await-task").ToComparison(load)], measure, new ChildScope(sockets, CancellationToken.None));
        while (series.Completed.Count < Pairs)
        {
            var (pair, took) = await series.AddAsync();
            var ratio = PairRatios.Of([pair])[0];
            Output.Print($"  {pair.Index}: {ratio.Ratios.Wall:0.000} wall, {ratio.Ratios.Cpu:0.000} CPU in {took.TotalSeconds:0.0} s");
        }

        var (wall, cpu) = (Output.Spread(series.Walls), Output.Spread(series.Ratios.Select(ratio => ratio.Ratios.Cpu).OfType<double>()));
        Output.Print($"{load.Kind}: {Pairs} pairs of {measure.Slices} slices; spread of the log ratio {wall:P1} wall, {cpu:P1} CPU");
        return wall;
    }
}
