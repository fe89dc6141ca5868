using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Calibration;

/// <summary>
/// What interleaving is worth: the same cells measured by interleaved pairs and with <c>measure.inTurn</c>, a pair of either at a time so that
/// the machine's drift meets both. What they estimate must be the same; what their ratios spread by is the claim.
/// </summary>
internal sealed class InterleavedOrInTurn(bool quick)
{
    private const double SecondsEachPair = 5.5;

    private static readonly ComparedPair Await = ComparedPair.Chain("await-task", "await-value-task");
    private static readonly ComparedPair Same = ComparedPair.Chain("await-task", "await-task");

    private static readonly Comparison[] Cells =
    [
        Named(Await, new LoadSettings.Sequential(), PressureSettings.Calm),
        Named(Await, new LoadSettings.ParallelFor(), PressureSettings.Calm),
        Named(Await, new LoadSettings.ParallelFor(), PressureSettings.OldHeap),
        Named(Same, new LoadSettings.Sequential(), PressureSettings.Calm),
        Named(Same, new LoadSettings.ParallelFor(), PressureSettings.Calm),
    ];

    private readonly int pairs = quick ? Looks.FewestPairs(1) : 12;

    /// <summary>Measures the cells whose name matches and prints a table.</summary>
    /// <returns>The exit code: 2 when the intervals of a cell do not overlap.</returns>
    public async Task<int> RunAsync(string only)
    {
        var chosen = Cells.Where(cell => Glob.Matches(only, cell.Id)).ToList();
        if (chosen.Count == 0) throw new ArgumentException($"no cell matches '{only}'", nameof(only));
        Output.Progress($"{chosen.Count} cells, {pairs} pairs each way: about {chosen.Count * pairs * 2 * SecondsEachPair / 60:0} minutes");
        using var sockets = PrivateDirectory.Create();
        var scope = new ChildScope(sockets, CancellationToken.None);
        var rows = new List<(string Cell, Way Interleaved, Way InTurn)>();
        foreach (var cell in chosen) rows.Add(await MeasureAsync(cell, scope));
        Output.Print($"| cell | way | ratio, {pairs} pairs | spread of the log ratio | spread, CPU | time |");
        Output.Print($"| --- | --- | --: | --: | --: | --: |");
        foreach (var (cell, interleaved, inTurn) in rows)
        {
            interleaved.Print(cell, "interleaved");
            inTurn.Print(cell, "in turn");
        }

        Output.Print($"");
        foreach (var (cell, interleaved, inTurn) in rows)
            Output.Print($"{cell}: {(interleaved.Agrees(inTurn) ? "the intervals overlap" : "THE INTERVALS DO NOT OVERLAP")}; in turn spreads {inTurn.Spread / interleaved.Spread:0.0} times as far");
        return rows.TrueForAll(row => row.Interleaved.Agrees(row.InTurn)) ? 0 : 2;
    }

    private async Task<(string Cell, Way Interleaved, Way InTurn)> MeasureAsync(Comparison cell, ChildScope scope)
    {
        var measure = MeasureSettings.Default with { Looks = [pairs] };
        var (interleaved, inTurn) = (new Way(new PairSeries([cell], measure, scope)), new Way(new PairSeries([cell], measure with { InTurn = true }, scope)));
        for (var index = 1; index <= pairs; index++)
        {
            await interleaved.AddAsync();
            await inTurn.AddAsync();
            Output.Progress($"{cell.Id} {index}: {interleaved.Ratios[^1].Ratios.Wall:0.000} interleaved, {inTurn.Ratios[^1].Ratios.Wall:0.000} in turn");
        }

        return (cell.Id, interleaved, inTurn);
    }

    private static Comparison Named(ComparedPair pair, LoadSettings load, PressureSettings pressure) =>
        pair.ToComparison(load, pressure) with { Id = $"{pair.Baseline.Variant} {pair.Candidate.Variant}, {load.Kind}, {pressure.Name}" };

    /// <summary>All pairs of a cell measured one way.</summary>
    private sealed class Way(PairSeries series)
    {
        private TimeSpan took;

        public IReadOnlyList<PairRatio> Ratios => series.Ratios;

        public double? Spread => Output.Spread(series.Walls);

        private RatioInterval Ratio => Looks.Interval(series.Walls, [series.Walls.Count]);

        public async Task AddAsync() => took += (await series.AddAsync()).Took;

        public bool Agrees(Way other) => Ratio.Low <= other.Ratio.High && other.Ratio.Low <= Ratio.High;

        public void Print(string cell, string way) => Output.Print(
            $"| {cell} | {way} | {Output.Ratio(series.Walls)} | {Spread:P1} | {Output.Spread(Ratios.Select(ratio => ratio.Ratios.Cpu).OfType<double>()):P1} | {took.TotalSeconds:0} s |");
    }
}
