using System.Diagnostics;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Execution;

/// <summary>Measures a variant against itself, in pairs like those of <c>compare</c>: the spread of their ratios is the noise of this machine.</summary>
/// <param name="terms">What it takes from its surroundings.</param>
/// <param name="places">Where pairs go side by side, by the numbers of their processors; none to measure one at a time only.</param>
internal sealed class NoiseRun(RunTerms terms, IReadOnlyList<IReadOnlyList<int>> places)
{
    /// <summary>No pair begins that would end later, except the first of each load.</summary>
    private static readonly TimeSpan Budget = TimeSpan.FromSeconds(38);

    // 95 % of such spreads lie between 0.71 and 1.7 times the true one; of 8 pairs, between 0.66 and 2.0.
    private const int MostPairs = 12;

    // Enough for a spread, even if few run side by side.
    private const int PairsBeside = 8;

    /// <summary>How pairs are measured, and the looks and the width that they are compared with.</summary>
    public static MeasureSettings Measure { get; } = MeasureSettings.Default with { Slices = ProfileSource.Slices };

    private static readonly IReadOnlyList<Comparison> Comparisons = [Of(new LoadSettings.Sequential(), 1), Of(new LoadSettings.ParallelFor(), 2)];

    /// <summary>The loads, in the order of measuring; a pair's comparison is named after its load's kind.</summary>
    public static IReadOnlyList<string> Loads => [.. Comparisons.Select(comparison => comparison.Id)];

    private static Plan Plan => new("doctor", "", 1, Measure, Comparisons, [], [], [], [], new Forecast(default, default, default, default));

    /// <summary>Measures as many pairs of each load as fit into 40 s, and one at least. Then it measures pairs of the first load in all places at once. The first that fails is the last.</summary>
    /// <param name="stop">Ends it after the slice that is running.</param>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was asked for.</exception>
    public async Task<IReadOnlyList<JournalEntry.Pair>> RunAsync(CancellationToken stop)
    {
        using var sockets = PrivateDirectory.Create();
        using var end = new CancellationTokenSource();
        await using var stopping = stop.Register(() => end.CancelAfter(RunTerms.Grace(Measure)));
        var scope = new ChildScope(sockets, end.Token, terms.Forced) { Stop = stop };
        var pairs = await MeasureAsync(scope, stop);
        return [.. pairs, .. await MeasureBesideAsync(pairs, scope, stop)];
    }

    /// <summary>Measures the same side by side, one pair in each place. The difference from pairs that went one at a time is what pairs do to each other.</summary>
    private async Task<IReadOnlyList<JournalEntry.Pair>> MeasureBesideAsync(IReadOnlyList<JournalEntry.Pair> alone, ChildScope scope, CancellationToken stop)
    {
        var known = alone.LastOrDefault(pair => pair.Comparison == Comparisons[0].Id && pair is { Baseline: CellOutcome.Completed, Candidate: CellOutcome.Completed });
        if (places.Count < 2 || known is null) return [];
        var pairs = new List<JournalEntry.Pair>();
        while (pairs.Count < PairsBeside)
        {
            pairs.AddRange(await Task.WhenAll(places.Select(async (place, nth) =>
            {
                var scheduled = ScheduledPair.Alternating(Comparisons[0].Id, pairs.Count + nth + 1);
                var pair = await new InterleavedGroup([Comparisons[0]], Plan, scope with { Processors = place, Alive = scope.Alive * places.Count }, terms.Time)
                    .RunAsync([scheduled], attempt: 1, new OperationPace(known.Batch, known.Timed), stop);
                return pair[0] with { Processors = place };
            })));
            if (pairs.Exists(pair => pair is not { Baseline: CellOutcome.Completed, Candidate: CellOutcome.Completed })) return pairs;
        }

        return pairs;
    }

    private async Task<IReadOnlyList<JournalEntry.Pair>> MeasureAsync(ChildScope scope, CancellationToken stop)
    {
        var began = Stopwatch.GetTimestamp();
        var pairs = new List<JournalEntry.Pair>();
        for (var index = 1; index <= MostPairs; index++)
        {
            foreach (var comparison in Comparisons)
            {
                var before = pairs.LastOrDefault(pair => pair.Comparison == comparison.Id);
                if (before is not null && Stopwatch.GetElapsedTime(began) + Longest(pairs) > Budget) return pairs;
                var scheduled = ScheduledPair.Alternating(comparison.Id, index);
                var pace = before is null ? null : new OperationPace(before.Batch, before.Timed);
                var pair = (await terms.WatchAsync(() => new InterleavedGroup([comparison], Plan, scope, terms.Time).RunAsync([scheduled], attempt: 1, pace, stop)))[0];
                pairs.Add(pair);
                if (pair is not { Baseline: CellOutcome.Completed, Candidate: CellOutcome.Completed }) return pairs;
            }
        }

        return pairs;
    }

    private static TimeSpan Longest(IEnumerable<JournalEntry.Pair> pairs) =>
        TimeSpan.FromSeconds(pairs.Select(pair => pair.Took.Seconds).DefaultIfEmpty().Max());

    private static Comparison Of(LoadSettings load, int ordinal)
    {
        var parameters = new Dictionary<string, string> { ["deep"] = "true", ["result"] = "string" };
        var cell = new Cell(load.Kind, "call-chain", "await-task", parameters, load, PressureSettings.Calm, GcSettings.Default);
        return new Comparison(load.Kind, ordinal, "noise", cell, cell, []);
    }
}
