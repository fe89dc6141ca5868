using System.Globalization;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Harness.Planning;

/// <summary>
/// Splits a plan into shards that take about as long. A comparison stays on one machine, and so does a sweep. Comparisons that
/// may share a process of their baseline stay together, unless that leaves shards without work. The same plan gives the same shards on every machine.
/// </summary>
/// <remarks>Longest first, each to the shard that has the least: Graham, R. L. (1969), "Bounds on multiprocessing timing anomalies", SIAM J. Appl. Math. 17, 416-429.</remarks>
internal static class Sharding
{
    /// <summary>One share; null when nothing is left for it.</summary>
    /// <param name="plan">The whole plan.</param>
    /// <param name="shard">Which share, from 1, and of how many.</param>
    /// <param name="waiting">Ids of comparisons whose operations may suspend.</param>
    public static Plan? Share(Plan plan, (int Index, int Count) shard, IReadOnlySet<string> waiting)
    {
        var mine = Assign(plan, shard.Count, waiting).Where(entry => entry.Shard == shard.Index).SelectMany(entry => entry.Comparisons).ToHashSet(StringComparer.Ordinal);
        if (mine.Count == 0) return null;
        Comparison[] comparisons = [.. plan.Comparisons.Where(comparison => mine.Contains(comparison.Id))];
        Sweep[] sweeps = [.. (plan.Sweeps ?? []).Where(sweep => mine.Contains(sweep.Steps[0].Comparison))];
        TracedCell[] traced = [.. plan.Traced.Where(cell => mine.Contains(cell.Comparison))];
        var used = comparisons.SelectMany(comparison => new[] { LoadOverhead.IdOf(comparison.Baseline), LoadOverhead.IdOf(comparison.Candidate) }).ToHashSet(StringComparer.Ordinal);
        Comparison[] loadOverhead = [.. plan.LoadOverhead.Where(cost => used.Contains(cost.Id))];
        return plan with
        {
            Comparisons = comparisons,
            LoadOverhead = loadOverhead,
            Schedule = [.. plan.Schedule.Where(pair => mine.Contains(pair.Comparison))],
            Traced = traced,
            Sweeps = sweeps.Length == 0 ? null : sweeps,
            Forecast = PairForecast.With(PairForecast.Of(plan.Measure, comparisons, loadOverhead, traced.Length, waiting), plan.Measure, sweeps, comparisons),
            Shard = new Shard(shard.Index, shard.Count, [.. plan.Comparisons.Select(comparison => comparison.Id)]),
        };
    }

    /// <summary>Why a share holds nothing.</summary>
    public static string Empty((int Index, int Count) shard) =>
        string.Create(CultureInfo.InvariantCulture, $"shard {shard.Index}/{shard.Count} is empty, since there are fewer comparisons and sweeps than shards: use fewer shards");

    private static IEnumerable<(int Shard, IReadOnlyList<string> Comparisons)> Assign(Plan plan, int count, IReadOnlySet<string> waiting)
    {
        var loads = new double[count];
        foreach (var (ids, seconds) in Units(plan, count, waiting).OrderByDescending(unit => unit.Seconds).ThenBy(unit => unit.Ids[0], StringComparer.Ordinal))
        {
            var least = Array.IndexOf(loads, loads.Min());
            loads[least] += seconds;
            yield return (least + 1, ids);
        }
    }

    // What stays together: the steps of a sweep, or comparisons with one baseline.
    private static IEnumerable<(IReadOnlyList<string> Ids, double Seconds)> Units(Plan plan, int count, IReadOnlySet<string> waiting)
    {
        var comparisons = plan.Comparisons.ToDictionary(comparison => comparison.Id, StringComparer.Ordinal);
        var sweeps = plan.Sweeps ?? [];
        var swept = sweeps.SelectMany(sweep => sweep.Steps).Select(step => step.Comparison).ToHashSet(StringComparer.Ordinal);
        var single = plan.Comparisons.Where(comparison => !swept.Contains(comparison.Id)).ToList();
        var groups = single.GroupBy(SharedBaseline.KeyOf, StringComparer.Ordinal).Select(group => group.Select(comparison => comparison.Id).ToArray()).ToList();
        if (sweeps.Count + groups.Count < count) groups = [.. single.Select(comparison => new[] { comparison.Id })];
        return sweeps.Select(sweep => Unit([.. sweep.Steps.Select(step => step.Comparison)])).Concat(groups.Select(Unit));

        (IReadOnlyList<string>, double) Unit(IReadOnlyList<string> ids)
        {
            Comparison[] together = [.. ids.Select(id => comparisons[id])];
            var traces = plan.Traced.Count(cell => ids.Contains(cell.Comparison));
            return (ids, PairForecast.Of(plan.Measure, together, [], traces, waiting).Shortest.Span.TotalSeconds);
        }
    }
}
