using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Calibration;

/// <summary>The pairs of one comparison, measured when they are asked for: alone, or in a group with others that share the process of their baseline.</summary>
/// <param name="comparisons">The comparison whose pairs are kept, then those beside it; all with the same baseline.</param>
/// <param name="measure">How they are measured.</param>
/// <param name="scope">What measured processes share.</param>
/// <param name="plugins">What they load besides; null for nothing.</param>
internal sealed class PairSeries(IReadOnlyList<Comparison> comparisons, MeasureSettings measure, ChildScope scope, PluginSet? plugins = null)
{
    private readonly List<CompletedPair> completed = [];
    private readonly Plan plan = PlanOf(comparisons, measure) with { Plugins = plugins };
    private OperationPace? pace;

    /// <summary>Pairs so far.</summary>
    public IReadOnlyList<CompletedPair> Completed => completed;

    /// <summary>Their ratios of time per operation.</summary>
    public IReadOnlyList<PairRatio> Ratios => PairRatios.Of(completed);

    /// <summary>The same in figures.</summary>
    public IReadOnlyList<double> Walls => [.. Ratios.Select(ratio => ratio.Ratios.Wall)];

    /// <summary>Measures one more pair, with those beside it; which side goes first alternates.</summary>
    /// <returns>The pair, and how long it took, those beside it included.</returns>
    /// <exception cref="InvalidOperationException">A side failed.</exception>
    public async Task<(CompletedPair Pair, TimeSpan Took)> AddAsync()
    {
        var index = completed.Count + 1;
        var pairs = await new InterleavedGroup(comparisons, plan, scope, TimeProvider.System)
            .RunAsync([.. comparisons.Select(comparison => ScheduledPair.Alternating(comparison.Id, index))], 1, pace, CancellationToken.None);
        if (pairs.FirstOrDefault(pair => PairProgress.Of([pair]).Completed is not [_]) is { } failed)
            throw new InvalidOperationException($"{failed.Comparison}: {failed.Baseline}, {failed.Candidate}");
        pace = new OperationPace(pairs[0].Batch, pairs[0].Timed);
        completed.AddRange(PairProgress.Of([pairs[0]]).Completed);
        return (completed[^1], TimeSpan.FromSeconds(pairs.Sum(pair => pair.Took.Seconds)));
    }

    /// <summary>As much of a plan as measuring a pair looks at.</summary>
    public static Plan PlanOf(IReadOnlyList<Comparison> comparisons, MeasureSettings measure) =>
        new("calibration", "", 1, measure, comparisons, [], [], [], [], new Forecast(default, default, default, default));
}
