using AsyncLoad.Analysis.Steering;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>Ends measuring after a length of time from its creation: no pair begins later. Pairs nearest to a verdict come first.</summary>
/// <param name="most">How long.</param>
/// <param name="terms">The clock, and the memory for groups.</param>
/// <param name="steering">Which pairs are due.</param>
/// <param name="firstLooks">Whether each comparison is measured to its first look, however long that takes.</param>
internal sealed class TimeBudget(Duration most, RunTerms terms, Steering steering, bool firstLooks = false)
{
    // Twelve cells take four minutes, with what comes before the first pair and after the last.
    private const int SecondsPerCell = 19;

    // Judging everything before each pair would add a minute to a long run. This many pairs take less than five minutes.
    private const int Several = 16;
    private static readonly TimeSpan Plenty = TimeSpan.FromMinutes(5);

    private readonly long began = terms.Time.GetTimestamp();

    /// <summary>The default budget of a map: a time per cell, shared by all cells.</summary>
    public static TimeBudget OfMap(Plan plan, RunTerms terms, Steering steering) => new(MostOfMap(plan), terms, steering, firstLooks: true);

    /// <summary>How long that is.</summary>
    public static Duration MostOfMap(Plan plan) => Duration.FromSeconds(SecondsPerCell * plan.Comparisons.Count);

    /// <summary>Whether pairs were not measured because time was up.</summary>
    public bool IsSpent { get; private set; }

    /// <summary>How long pairs may still begin; zero once time is up.</summary>
    public TimeSpan Left => TimeSpan.FromTicks(Math.Max(0, (most.Span - terms.Time.GetElapsedTime(began)).Ticks));

    /// <summary>The next pairs to measure; none when all are done or time is up. Several while more than five minutes are left, later only those that begin together. The pairs of a group count as one.</summary>
    public IReadOnlyList<ScheduledPair> NextPairs(Plan plan, IReadOnlyList<JournalEntry.Pair> soFar)
    {
        var due = steering(plan, soFar);
        if (due.Count == 0) return [];
        var left = Left;
        if (left == TimeSpan.Zero) due = firstLooks ? [.. due.Where(pair => pair.Index <= plan.Measure.Looks[0])] : [];
        IsSpent = due.Count == 0;
        if (IsSpent) return [];
        var groups = new PairGroups(plan, terms.FreeMemory);
        foreach (var pair in soFar) groups.Remember(pair);
        return [.. groups.Of(NearestVerdict.First(plan, due, soFar)).Take(left > Plenty ? Several : plan.SideBySide?.Places.Count ?? 1).SelectMany(group => group)];
    }

    /// <summary>The steps that sweeps go on with; none when time is up.</summary>
    public IReadOnlyList<(string Sweep, double Step)> NextSteps(Plan plan, IReadOnlyList<JournalEntry.Pair> soFar) =>
        IsSpent ? [] : SweepSteering.NextSteps(plan, soFar);
}
