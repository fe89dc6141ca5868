using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Analysis.Verdicts;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Runs;

namespace AsyncLoad.Analysis.Diffs;

/// <summary>Compares two runs, comparison by comparison: whether a ratio or a byte changed, and times where they can be compared.</summary>
public static class RunDiffer
{
    /// <summary>Two-sided error of the interval of a change.</summary>
    public const double Error = Looks.TotalError;

    /// <summary>What changed from the one run to the other. Comparisons are matched by their ids. Metric and margin are those of the later run.</summary>
    public static RunDiff Of(RunAnalysis before, RunAnalysis after)
    {
        var measure = after.Manifest.Plan.Measure;
        var earlier = before.Comparisons.ToDictionary(analysis => analysis.Comparison.Id, StringComparer.Ordinal);
        var later = after.Comparisons.Select(analysis => analysis.Comparison.Id).ToHashSet(StringComparer.Ordinal);
        List<(ComparisonAnalysis From, ComparisonAnalysis To, string? NotTimed)> common =
        [
            .. after.Comparisons
                .Where(analysis => earlier.ContainsKey(analysis.Comparison.Id))
                .Select(analysis => (earlier[analysis.Comparison.Id], analysis, NotTimed(before.Manifest, earlier[analysis.Comparison.Id].Comparison, after.Manifest, analysis.Comparison))),
        ];
        return new RunDiff(
            RunDiff.CurrentSchemaVersion,
            Run(before),
            Run(after),
            measure.Metric,
            measure.Margin,
            SettingsDiffer.Warnings(before, after),
            common.Select(comparison => comparison.NotTimed).Distinct().ToList() is [var reason] ? reason : null,
            [.. common.Select(comparison => Of(new ComparedPairs(comparison.From, measure.Metric), new ComparedPairs(comparison.To, measure.Metric), measure.Margin, comparison.NotTimed))],
            [.. earlier.Keys.Where(id => !later.Contains(id))],
            [.. later.Where(id => !earlier.ContainsKey(id))]);
    }

    private static DiffedRun Run(RunAnalysis run) => new(
        run.Manifest.Plan.ProfileName,
        run.Manifest.Plan.ProfileHash,
        run.Manifest.Tool,
        run.Manifest.Runtime,
        run.Manifest.Machine.Id,
        run.Manifest.Started,
        run.Manifest.Status);

    // A joined run has several machines, and any run several runtimes: what counts is where these two cells were measured.
    private static string? NotTimed(RunManifest before, Comparison from, RunManifest after, Comparison to)
    {
        var (machine, now) = (from.Machine ?? before.Machine.Id, to.Machine ?? after.Machine.Id);
        if (machine != now) return $"the runs come from two machines ({machine} and {now})";
        foreach (var side in Enum.GetValues<Side>())
        {
            var (runtime, other) = (from.CellOf(side).Runtime?.Version ?? before.Runtime, to.CellOf(side).Runtime?.Version ?? after.Runtime);
            if (runtime != other) return $"the runs come from two runtimes ({runtime} and {other})";
        }

        return null;
    }

    private static ComparisonDiff Of(ComparedPairs before, ComparedPairs after, double margin, string? notTimed)
    {
        var missing = new SortedDictionary<string, string>(StringComparer.Ordinal);
        if (before.Ratio is null) missing["before"] = before.WhyNoRatio;
        if (after.Ratio is null) missing["after"] = after.WhyNoRatio;
        var change = RatioChange(before, after, missing);
        return new ComparisonDiff(
            after.Analysis.Comparison.Id,
            change is null ? null : Judge(change, before, after, margin),
            before.Ratio,
            after.Ratio,
            change,
            Bytes(before.Analysis, after.Analysis, missing),
            Times(before.Analysis, after.Analysis, missing, notTimed),
            [.. SettingsDiffer.Warnings(before.Analysis.Comparison, after.Analysis.Comparison), .. TwoLevels("before", before, margin), .. TwoLevels("after", after, margin)],
            missing,
            Memory("peak", memory => memory.Peak),
            Memory("retained", memory => memory.Retained));

        SidePair<SizeDiff?> Memory(string name, Func<SideMemory, Figure<PairRange?>> figure)
        {
            return new SidePair<SizeDiff?>(Of(Side.Baseline), Of(Side.Candidate));

            SizeDiff? Of(Side side)
            {
                var (from, to) = (figure(before.Analysis.Sides.Of(side).Memory), figure(after.Analysis.Sides.Of(side).Memory));
                if (notTimed is null && from.Value is { } earlier && to.Value is { } later)
                    return new SizeDiff(earlier.Median, later.Median, later.Median / earlier.Median, earlier.Lowest <= later.Highest && later.Lowest <= earlier.Highest);
                missing[$"{name}.{ModelJson.Word(side)}"] = notTimed ?? (from.Value is null ? $"before: {from.Why}" : $"after: {to.Why}");
                return null;
            }
        }
    }

    private static ChangeInterval? RatioChange(ComparedPairs before, ComparedPairs after, SortedDictionary<string, string> missing)
    {
        var (from, to) = (before.Logs, after.Logs);
        var reason = from is null ? $"before: {before.WhyNoLogs}" : to is null ? $"after: {after.WhyNoLogs}" : null;
        if (from is null || to is null)
        {
            missing["change"] = missing["ratioChange"] = reason!;
            return null;
        }

        var found = Diffs.RatioChange.Between(from, to);
        if (found.Missing is { } why) missing["change"] = missing["ratioChange"] = why;
        return found.Interval;
    }

    // The rule of verdicts: a change is a ratio too, of the later run against the earlier one.
    private static Change Judge(ChangeInterval change, ComparedPairs before, ComparedPairs after, double margin)
    {
        var ratio = new RatioInterval(change.Estimate, change.Low, change.High, change.Confidence, change.PairsAfter);
        // Which of two levels the processes of a pair draw is chance: a change that only some pairs show may be chance too.
        var (least, most) = before.HasLevels(margin) || after.HasLevels(margin) ? Diffs.RatioChange.Extremes(before.Ratios, after.Ratios) : (change.Estimate, change.Estimate);
        return VerdictRule.JudgeChange(ratio, margin) switch
        {
            Change.ChangedDown when !(most <= 1 / (1 + margin)) => Change.Inconclusive,
            Change.ChangedUp when !(least >= 1 + margin) => Change.Inconclusive,
            var judged => judged,
        };
    }

    private static IEnumerable<string> TwoLevels(string which, ComparedPairs pairs, double margin) =>
        pairs.HasLevels(margin) ? [$"{which}: processes run at one of two levels, so a change is reported only where every pair shows it."] : [];

    private static SidePair<BytesDiff?> Bytes(ComparisonAnalysis before, ComparisonAnalysis after, SortedDictionary<string, string> missing)
    {
        return new SidePair<BytesDiff?>(Of(Side.Baseline), Of(Side.Candidate));

        BytesDiff? Of(Side side)
        {
            var (from, to) = (before.Sides.Of(side).Bytes, after.Sides.Of(side).Bytes);
            if (BytesDiffer.Of(from, to) is { } bytes) return bytes;
            missing[$"bytes.{ModelJson.Word(side)}"] = from.PerOperation is null ? $"before: {from.Missing}" : $"after: {to.Missing}";
            return null;
        }
    }

    private static SidePair<TimeDiff?> Times(ComparisonAnalysis before, ComparisonAnalysis after, SortedDictionary<string, string> missing, string? notTimed)
    {
        return new SidePair<TimeDiff?>(Of(Side.Baseline), Of(Side.Candidate));

        TimeDiff? Of(Side side)
        {
            var (from, to) = (before.Sides.Of(side).Ledger.Value?.NsPerOperation, after.Sides.Of(side).Ledger.Value?.NsPerOperation);
            if (notTimed is null && from is > 0 && to is > 0) return new TimeDiff(from.Value, to.Value, to.Value / from.Value);
            missing[$"times.{ModelJson.Word(side)}"] = notTimed ?? (from is > 0 ? "after" : "before") + ": no pair was completed";
            return null;
        }
    }

    /// <summary>The pairs of one comparison in one run, by the metric that is compared.</summary>
    private sealed record ComparedPairs(ComparisonAnalysis Analysis, VerdictMetric Metric)
    {
        public RatioInterval? Ratio => Analysis.Ratios[Metric].Value;

        public string WhyNoRatio => Analysis.Ratios[Metric].Missing ?? "it was not measured";

        /// <summary>One log ratio per pair; null where the pairs say nothing about the comparison.</summary>
        public double[]? Logs =>
            Dropped is not null || Analysis.Pairs.Count == 0 ? null : PairRatios.Logs(Analysis.Pairs, Metric);

        public double[] Ratios => [.. Analysis.Pairs.Select(pair => pair.Of(Metric)!.Value)];

        public bool HasLevels(double margin) => ProcessLevels.Of(Analysis.Pairs, Metric, margin) is not null;

        public string WhyNoLogs =>
            Dropped?.Message.TrimEnd('.') ?? (Analysis.Pairs.Count == 0 ? "no pair was completed" : WhyNoRatio);

        // A cell that fails sometimes gets no verdict, and its pairs are not compared.
        private Warning? Dropped => Analysis.Warnings.FirstOrDefault(warning => warning.Id == CellDropped.Id);
    }
}

/// <summary>Compares one side's counted bytes of two runs: without statistics where they are exact, by ranges where operations suspend.</summary>
public static class BytesDiffer
{
    /// <summary>The difference, or null when a run has no figure.</summary>
    public static BytesDiff? Of(CountedBytes before, CountedBytes after)
    {
        if (Count(before) is not { } from || Count(after) is not { } to) return null;
        var difference = to.PerOperation - from.PerOperation;
        // Where slices vary, any figure inside their range might have been the mean.
        var apart = before.Vary || after.Vary
            ? from.Lowest - to.Highest > CountedBytes.Tolerance || to.Lowest - from.Highest > CountedBytes.Tolerance
            : Math.Abs(difference) > CountedBytes.Tolerance;
        var close = Math.Abs(difference) <= CountedBytes.Tolerance;
        return new BytesDiff(apart ? BytesChange.Changed : close ? BytesChange.Same : BytesChange.Undecided, from, to, difference);
    }

    private static ByteCount? Count(CountedBytes counted) =>
        counted is { PerOperation: { } bytes, Lowest: { } lowest, Highest: { } highest } ? new ByteCount(bytes, lowest, highest) : null;
}

/// <summary>By what factor a ratio changed from one run to another.</summary>
/// <param name="Interval">The factor with its interval, or null with <paramref name="Missing"/> saying why.</param>
internal sealed record RatioChange(ChangeInterval? Interval, string? Missing)
{
    /// <summary>The change between the pairs of two runs.</summary>
    /// <param name="before">The earlier pairs, at least one.</param>
    /// <param name="after">The later pairs, at least one.</param>
    public static RatioChange Between(IReadOnlyList<PairRatio> before, IReadOnlyList<PairRatio> after, VerdictMetric metric) =>
        (PairRatios.Logs(before, metric), PairRatios.Logs(after, metric)) switch
        {
            (null, _) => new RatioChange(null, "before: a pair lacks this ratio"),
            (_, null) => new RatioChange(null, "after: a pair lacks this ratio"),
            var (from, to) => Between(from, to),
        };

    /// <summary>The least and the largest factor between any earlier and any later pair.</summary>
    public static (double Low, double High) Extremes(double[] before, double[] after) => (after.Min() / before.Max(), after.Max() / before.Min());

    /// <summary>The change between log ratios.</summary>
    public static RatioChange Between(double[] before, double[] after) => RankSum.ShiftInterval(before, after, RunDiffer.Error) is { } bounds
        ? new RatioChange(
            new ChangeInterval(
                Math.Exp(HodgesLehmann.Shift(before, after)), Math.Exp(bounds.Low), Math.Exp(bounds.High), bounds.Confidence, before.Length, after.Length),
            null)
        : new RatioChange(
            null,
            FormattableString.Invariant($"{before.Length} pairs before and {after.Length} after: too few for an interval at {1 - RunDiffer.Error:0 %}, which takes 4 of each"));
}
