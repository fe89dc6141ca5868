using System.Diagnostics;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Tracing.Statistics;

namespace AsyncLoad.Calibration;

/// <summary>
/// Whether a candidate has the same ratio in a pair and in a group of four candidates that share the process of their baseline, and whether its ratio hangs on the
/// level at which that process runs: a pair and a group in turn, under each load, as often as fit into the time. Quick: one minute.
/// </summary>
internal sealed class GroupedOrAlone(bool quick)
{
    // Levels that are closer than that change no verdict.
    private static readonly double LeastApart = Math.Log(1 + MeasureSettings.Default.Margin);

    private static readonly LoadSettings[] Loads = [new LoadSettings.Sequential(), new LoadSettings.ParallelFor(), new LoadSettings.ClosedLoop()];
    private static readonly ComparedPair[] Group = [.. new[] { "await-value-task", "direct-call", "direct-task", "direct-value-task" }.Select(candidate => ComparedPair.Chain("await-task", candidate))];

    private readonly TimeSpan longest = TimeSpan.FromMinutes(quick ? 1 : 5.5);

    /// <summary>Measures under the loads whose name matches and prints two tables.</summary>
    public async Task<int> RunAsync(string only)
    {
        using var sockets = PrivateDirectory.Create();
        var scope = new ChildScope(sockets, CancellationToken.None);
        var measured = Loads.Where(load => Glob.Matches(only, load.Kind)).Select(load => new UnderLoad(load, scope)).ToList();
        if (measured.Count == 0) throw new ArgumentException($"no load matches '{only}'", nameof(only));
        Output.Progress($"{string.Join(", ", measured.Select(one => one.Load.Kind))}: {longest.TotalMinutes:0.0} minutes");
        var began = Stopwatch.GetTimestamp();
        for (var round = 1; Stopwatch.GetElapsedTime(began) < longest; round++)
        {
            foreach (var one in measured) await one.AddAsync(aloneFirst: round % 2 == 1);
            Output.Progress($"round {round}: {string.Join(", ", measured.Select(one => one.Newest))}");
        }

        Output.Print($"| load | {Group[0].Candidate.Variant} ÷ {Group[0].Baseline.Variant} | pairs | ns/op, medians | ratio | spread of the log ratio |");
        Output.Print($"| --- | --- | --: | --: | --: | --: |");
        foreach (var one in measured) one.PrintWays();
        Output.Print($"");
        Output.Print($"| load | processes of the baseline | measured | pairs | ns/op outside of pauses, medians | ratio |");
        Output.Print($"| --- | --- | --- | --: | --: | --: |");
        foreach (var one in measured) one.PrintLevels();
        return 0;
    }

    /// <summary>Pairs and groups under one load.</summary>
    private sealed class UnderLoad(LoadSettings load, ChildScope scope)
    {
        private static readonly MeasureSettings Measure = MeasureSettings.Default with { Slices = ProfileSource.Slices };

        private readonly PairSeries alone = new([Group[0].ToComparison(load)], Measure, scope);
        private readonly PairSeries grouped = new([.. Group.Select(pair => pair.ToComparison(load))], Measure, scope);

        public LoadSettings Load => load;

        public string Newest => FormattableString.Invariant($"{alone.Walls[^1]:0.000} in a pair and {grouped.Walls[^1]:0.000} in a group, beside {Outside(alone.Completed[^1]).Baseline:0.0} and {Outside(grouped.Completed[^1]).Baseline:0.0} ns");

        private (string Name, IReadOnlyList<CompletedPair> Pairs)[] Ways => [("in a pair", alone.Completed), ($"in a group of {Group.Length}", grouped.Completed)];

        public async Task AddAsync(bool aloneFirst)
        {
            foreach (var series in aloneFirst ? new[] { alone, grouped } : [grouped, alone]) await series.AddAsync();
        }

        public void PrintWays()
        {
            foreach (var (name, pairs) in Ways) Print(name, pairs, [.. PairRatios.Of(pairs).Select(ratio => ratio.Ratios.Wall)]);
            Print("group ÷ pair, of each round", [], [.. grouped.Walls.Zip(alone.Walls, (group, pair) => group / pair)]);
        }

        private void Print(string name, IReadOnlyList<CompletedPair> pairs, double[] ratios) => Output.Print(
            $"| {load.Kind} | {name} | {ratios.Length} | {Medians(pairs, pair => (NsPerOperation.Total(pair.Baseline), NsPerOperation.Total(pair.Candidate)))} | {Output.Ratio(ratios)} | {Output.Spread(ratios):P1} |");

        public void PrintLevels()
        {
            double[] all = [.. Ways.SelectMany(way => way.Pairs).Select(pair => Math.Log(Outside(pair).Baseline))];
            var levels = TwoGroups.Find(all, LeastApart);
            var middle = (levels?.Low + levels?.High) / 2;
            foreach (var (name, pairs) in Ways)
            {
                if (middle is null) Print("one level", name, pairs);
                foreach (var level in pairs.Where(_ => middle is not null).ToLookup(pair => Math.Log(Outside(pair).Baseline) > middle).OrderBy(level => level.Key))
                    Print(level.Key ? "upper level" : "lower level", name, [.. level]);
            }
        }

        private void Print(string level, string way, IReadOnlyList<CompletedPair> pairs) => Output.Print(
            $"| {load.Kind} | {level} | {way} | {pairs.Count} | {Medians(pairs, Outside)} | {Output.Ratio([.. PairRatios.Of(pairs).Select(ratio => ratio.Ratios.Wall)])} |");

        private static string Medians(IReadOnlyList<CompletedPair> pairs, Func<CompletedPair, (double Baseline, double Candidate)> figures) => pairs.Count == 0
            ? ""
            : FormattableString.Invariant($"{Quantile.Of([.. pairs.Select(pair => figures(pair).Baseline)], 0.5):0.0}, {Quantile.Of([.. pairs.Select(pair => figures(pair).Candidate)], 0.5):0.0}");

        private static (double Baseline, double Candidate) Outside(CompletedPair pair) =>
            (NsPerOperation.Total(pair.Baseline) - NsPerOperation.Pause(pair.Baseline), NsPerOperation.Total(pair.Candidate) - NsPerOperation.Pause(pair.Candidate));
    }
}
