using System.Diagnostics;
using System.Globalization;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Rules;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using AsyncLoad.Tracing.Statistics;

namespace AsyncLoad.Calibration;

/// <summary>
/// From how much work of a held process on the ratio moves, which is what the warning <c>held-busy</c> is about: the same variant on both sides, and a candidate
/// whose process works while it is held. Without that work the ratio is 1. All amounts in turn, under each load, as often as fit into the time. Quick: one minute.
/// </summary>
internal sealed class HeldWork(bool quick)
{
    private static readonly double[] Planted = [0, 0.01, 0.03, 0.1, 0.3];
    private static readonly LoadSettings[] Loads = [new LoadSettings.Sequential(), new LoadSettings.ParallelFor()];

    // Warm-up would go on until the process stops working, which it does not.
    private static readonly MeasureSettings Measure = MeasureSettings.Default with { Slices = ProfileSource.Slices, WarmUpCap = Duration.FromMilliseconds(300) };

    // Where the candidate's held process works less than that beyond the baseline's, what it moves drowns in what pairs differ by.
    private const double Clear = 0.05;

    private readonly TimeSpan longest = TimeSpan.FromMinutes(quick ? 1 : 5.5);

    /// <summary>Measures under the loads whose name matches and prints a table.</summary>
    public async Task<int> RunAsync(string only)
    {
        using var sockets = PrivateDirectory.Create();
        var scope = new ChildScope(sockets, CancellationToken.None);
        var plugins = new PluginSet([PluginFiles.Read(Clone.HeldWork)]);
        var rows = Loads.Where(load => Glob.Matches(only, load.Kind)).SelectMany(load => Planted.Select(cores => new Row(load, cores, new PairSeries([Of(load, cores)], Measure, scope, plugins)))).ToList();
        if (rows.Count == 0) throw new ArgumentException($"no load matches '{only}'", nameof(only));
        Output.Progress($"{string.Join(", ", rows.Select(row => row.Load.Kind).Distinct())}: {longest.TotalMinutes:0.0} minutes");
        var began = Stopwatch.GetTimestamp();
        for (var round = 1; Stopwatch.GetElapsedTime(began) < longest; round++)
        {
            foreach (var row in round % 2 == 1 ? rows : Enumerable.Reverse(rows)) await row.Series.AddAsync();
            Output.Progress($"round {round}: {string.Join(", ", rows.Select(row => FormattableString.Invariant($"{row.Series.Walls[^1]:0.000}")))}");
        }

        Output.Print($"| load | planted, cores | used while held, medians of candidate, baseline | pairs over {HeldUse.CoresAllowed} core | ratio | spread of the log ratio |");
        Output.Print($"| --- | --: | --: | --: | --: | --: |");
        foreach (var row in rows) row.Print();
        Output.Print($"");
        foreach (var load in rows.GroupBy(row => row.Load)) PrintMoved(load.Key, [.. load.SelectMany(row => row.Series.Completed)]);
        return 0;
    }

    private static Comparison Of(LoadSettings load, double cores)
    {
        var name = FormattableString.Invariant($"held {cores} {load.Kind}");
        return new Comparison(name, 1, name, Cell(0), Cell(cores), []);

        Cell Cell(double held) => new(
            name, "work-while-held", "await-task", new Dictionary<string, string> { ["cores"] = held.ToString(CultureInfo.InvariantCulture) }, load, PressureSettings.Calm, GcSettings.Default);
    }

    /// <summary>How far a tenth of a core moves the ratio, by pairs whose held process clearly worked.</summary>
    private static void PrintMoved(LoadSettings load, IEnumerable<CompletedPair> pairs)
    {
        double[] moved = [.. pairs.Where(pair => More(pair) >= Clear).Select(pair => Math.Pow(PairRatios.Of([pair])[0].Ratios.Wall, 0.1 / More(pair)))];
        Output.Print($"{load.Kind}: a tenth of a core changes the ratio to {Output.Ratio(moved)}, {moved.Length} pairs");
    }

    // Looking for work is work too, on both sides.
    private static double More(CompletedPair pair) => HeldUse.Cores(pair.Candidate) - HeldUse.Cores(pair.Baseline);

    /// <summary>One amount under one load.</summary>
    private sealed record Row(LoadSettings Load, double Cores, PairSeries Series)
    {
        public void Print() => Output.Print(
            $"| {Load.Kind} | {Cores} | {Median(pair => pair.Candidate):0.000}, {Median(pair => pair.Baseline):0.000} | {Series.Completed.Count(pair => HeldUse.Cores(pair.Candidate) > HeldUse.CoresAllowed)} of {Series.Completed.Count} | {Output.Ratio(Series.Walls)} | {Output.Spread(Series.Walls):P1} |");

        private double Median(Func<CompletedPair, SideMeasurement> side) => Quantile.Of([.. Series.Completed.Select(pair => HeldUse.Cores(side(pair)))], 0.5);
    }
}
