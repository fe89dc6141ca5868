using AsyncLoad.Analysis.Steering;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>Ends measuring after a length of time, counted from here on: no pair begins later. What time there is goes to the nearest verdicts.</summary>
/// <param name="most">How long.</param>
/// <param name="time">The clock.</param>
/// <param name="steering">Which pairs are due.</param>
internal sealed class TimeBudget(Duration most, TimeProvider time, Steering steering)
{
    // Judging everything anew before each pair would be a minute of a long run. So many pairs take less than what counts as plenty.
    private const int Several = 16;
    private static readonly TimeSpan Plenty = TimeSpan.FromMinutes(5);

    private readonly long began = time.GetTimestamp();

    /// <summary>Whether pairs were left out because time was up.</summary>
    public bool IsSpent { get; private set; }

    /// <summary>The next of the pairs that are due; none when there is none or time is up. Several while plenty of time is left, then one at a time, so that the clock is asked before each.</summary>
    public IReadOnlyList<ScheduledPair> NextPairs(Plan plan, IReadOnlyList<JournalEntry.Pair> soFar)
    {
        var due = steering(plan, soFar);
        if (due.Count == 0) return [];
        var left = most.Span - time.GetElapsedTime(began);
        IsSpent = left <= TimeSpan.Zero;
        return IsSpent ? [] : [.. NearestVerdict.First(plan, due, soFar).Take(left > Plenty ? Several : 1)];
    }

    /// <summary>The steps that sweeps go on with; none when time is up.</summary>
    public IReadOnlyList<(string Sweep, double Step)> NextSteps(Plan plan, IReadOnlyList<JournalEntry.Pair> soFar) =>
        IsSpent ? [] : SweepSteering.NextSteps(plan, soFar);
}
