using System.Diagnostics;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Calibration;

/// <summary>
/// Whether a ratio that is robust within a pair spreads less on a disturbed machine, and whether it stays where it was: the slices of the same pairs,
/// counted in several ways.
/// </summary>
/// <param name="busy">Whether two loops keep two cores busy for half of the time.</param>
internal sealed class WithinPair(bool busy)
{
    private const int Pairs = 12;

    private static readonly (string Name, Func<CompletedPair, double> Ratio)[] Ways =
    [
        ("totals", pair => NsPerOperation.Total(pair.Candidate) / NsPerOperation.Total(pair.Baseline)),
        ("median of paired slices, and pauses", Paired),
        ("median slice of each side, and pauses", pair => (Slice(pair.Candidate) + NsPerOperation.Pause(pair.Candidate)) / (Slice(pair.Baseline) + NsPerOperation.Pause(pair.Baseline))),
    ];

    /// <summary>Measures two cells of a variant with itself and two of two variants, and prints a table.</summary>
    public async Task<int> RunAsync()
    {
        var (same, differ) = (ComparedPair.Chain("await-task", "await-task"), ComparedPair.Chain("await-task", "await-value-task"));
        Comparison[] cells =
        [
            same.ToComparison(new LoadSettings.Sequential()), same.ToComparison(new LoadSettings.ParallelFor()),
            differ.ToComparison(new LoadSettings.Sequential()), differ.ToComparison(new LoadSettings.ParallelFor()),
        ];
        using var sockets = PrivateDirectory.Create();
        var scope = new ChildScope(sockets, CancellationToken.None);
        PairSeries[] series = [.. cells.Select(cell => new PairSeries([cell], MeasureSettings.Default with { Slices = 24 }, scope))];
        using var loops = busy ? new BusyLoops(TimeSpan.FromSeconds(5)) : null;
        for (var round = 1; round <= Pairs; round++)
        {
            foreach (var one in series) await one.AddAsync();
            Output.Progress($"round {round} of {Pairs}");
        }

        Output.Print($"| cell | way | ratio, {Pairs} pairs | standard deviation | robust one |");
        Output.Print($"| --- | --- | --: | --: | --: |");
        foreach (var (cell, pairs) in cells.Zip(series)) Print($"{cell.Baseline.Variant} {cell.Candidate.Variant}, {cell.Baseline.Load.Kind}", pairs.Completed);
        return 0;
    }

    private static void Print(string cell, IReadOnlyList<CompletedPair> pairs)
    {
        foreach (var (name, ratio) in Ways)
        {
            double[] logs = [.. pairs.Select(pair => Math.Log(ratio(pair)))];
            var middle = Median(logs);
            Output.Print($"| {cell} | {name} | {Output.Ratio([.. logs.Select(Math.Exp)])} | {100 * StandardDeviation.Of(logs):0.0} % | {148.26 * Median(logs.Select(log => Math.Abs(log - middle))):0.0} % |");
        }
    }

    // The middle slice of those that ran beside each other says what the code costs, and pauses, which are rare, count as they fell.
    private static double Paired(CompletedPair pair)
    {
        var middle = Math.Exp(Median(pair.Baseline.Slices.Zip(pair.Candidate.Slices).Where(slices => slices.First.Operations > 0 && slices.Second.Operations > 0)
            .Select(slices => Math.Log(Outside(slices.Second) / Outside(slices.First)))));
        var baseline = Slice(pair.Baseline);
        return ((middle * baseline) + NsPerOperation.Pause(pair.Candidate)) / (baseline + NsPerOperation.Pause(pair.Baseline));
    }

    private static double Slice(SideMeasurement side) => Median(side.Slices.Where(slice => slice.Operations > 0).Select(Outside));

    // A slice that was all pause has nothing outside of it.
    private static double Outside(Slice slice) => Math.Max(1, slice.Elapsed.Value - slice.Gc.Pause.Value) / (double)slice.Operations;

    private static double Median(IEnumerable<double> values)
    {
        double[] ordered = [.. values.Order()];
        return (ordered[ordered.Length / 2] + ordered[(ordered.Length - 1) / 2]) / 2;
    }

    /// <summary>Two threads that never wait for so long, and then wait for as long.</summary>
    private sealed class BusyLoops : IDisposable
    {
        private readonly CancellationTokenSource ended = new();
        private readonly Thread[] threads;

        public BusyLoops(TimeSpan length)
        {
            threads = [.. Enumerable.Range(0, 2).Select(_ => new Thread(() => Work(length)))];
            foreach (var thread in threads) thread.Start();
        }

        public void Dispose()
        {
            ended.Cancel();
            foreach (var thread in threads) thread.Join();
            ended.Dispose();
        }

        private void Work(TimeSpan length)
        {
            do
            {
                var began = Stopwatch.GetTimestamp();
                while (Stopwatch.GetElapsedTime(began) < length && !ended.IsCancellationRequested) Thread.SpinWait(1_000);
            }
            while (!ended.Token.WaitHandle.WaitOne(length));
        }
    }
}
