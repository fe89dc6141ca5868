using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Analysis.Verdicts;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Analysis.Trends;

/// <summary>Finds where a series changed. The unit is the run: its interval shows how well its own pairs agree, but not what differs from day to day.</summary>
/// <param name="runs">All runs, which points name by their places.</param>
/// <param name="metric">What the series are of.</param>
/// <param name="margin">The margin inside which a ratio counts as unchanged.</param>
internal sealed class SeriesChanges(IReadOnlyList<TrendRun> runs, Metric metric, double margin)
{
    /// <summary>Beyond so many runs only the newest are analysed: the work grows with the square of their number.</summary>
    public const int MostRuns = 400;

    private readonly bool isRatio = metric.Judged is not null;

    /// <summary>Whether the figure is counted: where operations do not suspend, any two counts that differ have changed.</summary>
    public bool CountsBytes { get; } = metric == Metric.BytesPerOperation || metric == Metric.BytesDifference;

    /// <summary>The changes of a series.</summary>
    /// <param name="points">All of it, ordered by start.</param>
    /// <param name="exact">Whether the figure needs no statistics.</param>
    public (IReadOnlyList<TrendChange> Changes, string? NotLookedFor) Of(IReadOnlyList<TrendPoint> points, bool exact)
    {
        List<TrendPoint> known = [.. points.Where(point => point.Value is not null)];
        if (known.Count == 0) return ([], "no run has the figure");
        if (known.Count == 1) return ([], "only one run has the figure: a change needs runs before and after it");
        if (exact) return (Changes(known, Steps(known)), null);
        if (known.Count < EDivisive.FewestValues)
            return ([], FormattableString.Invariant($"{known.Count} runs are too few to distinguish a change from chance, which takes {EDivisive.FewestValues}; \"asyncload diff\" compares two runs"));
        List<TrendPoint> newest = [.. known.TakeLast(MostRuns)];
        var reason = newest.Count < known.Count ? FormattableString.Invariant($"changes are looked for in the newest {MostRuns} of {known.Count} runs") : null;
        return (Changes(newest, EDivisive.Find([.. newest.Select(Scaled)]).Select(change => (change.Index, (double?)change.Probability))), reason);
    }

    private static IEnumerable<(int Index, double? Probability)> Steps(List<TrendPoint> points) => Enumerable.Range(1, points.Count - 1)
        .Where(index => Math.Abs(points[index].Value!.Value - points[index - 1].Value!.Value) > CountedBytes.Tolerance)
        .Select(index => (index, (double?)null));

    private List<TrendChange> Changes(List<TrendPoint> points, IEnumerable<(int Index, double? Probability)> found)
    {
        var places = found.ToList();
        List<int> ends = [0, .. places.Select(place => place.Index), points.Count];
        return [.. places.Select((place, i) => Change(points[ends[i]..ends[i + 1]], points[ends[i + 1]..ends[i + 2]], place.Probability))];
    }

    private TrendChange Change(List<TrendPoint> before, List<TrendPoint> after, double? probability)
    {
        double[] from = [.. before.Select(Scaled)], to = [.. after.Select(Scaled)];
        var shift = probability is not null && RankSum.ShiftInterval(from, to, EDivisive.Level) is { } bounds
            ? new TrendShift(Unscaled(HodgesLehmann.Shift(from, to)), Unscaled(bounds.Low), Unscaled(bounds.High), bounds.Confidence)
            : null;
        var (earlier, later) = (Unscaled(HodgesLehmann.PseudoMedian(from)), Unscaled(HodgesLehmann.PseudoMedian(to)));
        return new TrendChange(after[0].Run, probability, earlier, later, shift, Judge(earlier, later, shift), [.. Beside(before[^1], after[0])]);
    }

    // The rule of diff for ratios. Other figures have no margin.
    private Change Judge(double earlier, double later, TrendShift? shift)
    {
        if (!isRatio) return later > earlier ? Model.Results.Change.ChangedUp : Model.Results.Change.ChangedDown;
        return shift is null ? Model.Results.Change.Inconclusive : VerdictRule.JudgeChange(new RatioInterval(shift.Estimate, shift.Low, shift.High, shift.Confidence, 0), margin);
    }

    private IEnumerable<string> Beside(TrendPoint before, TrendPoint after)
    {
        var (from, to) = (runs[before.Run], runs[after.Run]);
        (string What, string Before, string After)[] all =
        [
            ("baseline's commit", Short(before.Commits.Baseline), Short(after.Commits.Baseline)),
            ("candidate's commit", Short(before.Commits.Candidate), Short(after.Commits.Candidate)),
            ("version of AsyncLoad", from.Tool, to.Tool),
            ("runtime", from.Runtime, to.Runtime),
            ("profile", $"{from.Profile} {Short(from.ProfileHash)}", $"{to.Profile} {Short(to.ProfileHash)}"),
        ];
        return all.Where(entry => entry.Before != entry.After).Select(entry => $"{entry.What} {entry.Before} → {entry.After}");
    }

    private static string Short(string? hash) => hash is null ? "none" : EvidenceParts.FirstDigits(hash);

    // Ratios are compared by factors.
    private double Scaled(TrendPoint point) => isRatio ? Math.Log(point.Value!.Value) : point.Value!.Value;

    private double Unscaled(double value) => isRatio ? Math.Exp(value) : value;
}
