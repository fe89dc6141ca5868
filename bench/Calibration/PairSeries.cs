using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Calibration;

/// <summary>The interleaved pairs of one comparison, measured when they are asked for.</summary>
internal sealed class PairSeries(Comparison comparison, MeasureSettings measure, ChildScope scope)
{
    private readonly List<CompletedPair> completed = [];
    private readonly Plan plan = PlanOf(comparison, measure);
    private OperationPace? pace;

    /// <summary>Pairs so far.</summary>
    public IReadOnlyList<CompletedPair> Completed => completed;

    /// <summary>How operations are timed; null before the first pair.</summary>
    public OperationPace? Pace => pace;

    /// <summary>Measures one more pair; which side goes first alternates.</summary>
    /// <returns>The pair, and how long it took.</returns>
    /// <exception cref="InvalidOperationException">A side failed.</exception>
    public async Task<(CompletedPair Pair, TimeSpan Took)> AddAsync()
    {
        var index = completed.Count + 1;
        var first = FirstOf(index);
        var pair = (await new InterleavedGroup([comparison], plan, scope, TimeProvider.System)
            .RunAsync([new ScheduledPair(comparison.Id, index, first)], 1, pace, CancellationToken.None))[0];
        if (PairProgress.Of([pair]).Completed is not [var done]) throw new InvalidOperationException($"{comparison.Id}: {pair.Baseline}, {pair.Candidate}");
        pace = new OperationPace(pair.Batch, pair.Timed);
        completed.Add(done);
        return (done, TimeSpan.FromSeconds(pair.Took.Seconds));
    }

    /// <summary>The side that goes first in a pair, by its number.</summary>
    public static Side FirstOf(int index) => index % 2 == 1 ? Side.Baseline : Side.Candidate;

    /// <summary>As much of a plan as measuring a pair looks at.</summary>
    public static Plan PlanOf(Comparison comparison, MeasureSettings measure) =>
        new("calibration", "", 1, measure, [comparison], [], [], [], [], new Forecast(default, default, default, default));
}
