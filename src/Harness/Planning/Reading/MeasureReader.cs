using System.Globalization;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>The <c>measure</c> section: how long, how often, judged how. What is left out has its default.</summary>
internal sealed class MeasureReader(ValueReader values)
{
    private static readonly (string, VerdictMetric)[] VerdictMetrics = [("wall", VerdictMetric.Wall), ("cpu", VerdictMetric.Cpu), ("p99", VerdictMetric.P99)];

    // Percentiles scatter more than sums do.
    private const double HalfWidthOfP99 = 0.05;

    /// <summary>The settings; defaults stand in for what is wrong.</summary>
    public MeasureSettings Read(JsonMember? section)
    {
        var defaults = MeasureSettings.Default;
        if (section is null || ObjectReader.Over(section.Value, "measure", values.Errors) is not { } members) return defaults;
        var verdicts = values.Flag(members.Optional("verdicts")) ?? defaults.Verdicts;
        var metric = values.Word(members.Optional("metric"), VerdictMetrics) ?? defaults.Metric;
        var settings = new MeasureSettings(
            Slices: values.Whole(members.Optional("slices"), 4, 10_000) ?? defaults.Slices,
            Slice: values.Time(members.Optional("slice"), Duration.FromMilliseconds(1), Duration.FromSeconds(60)) ?? defaults.Slice,
            WarmUpCap: values.Time(members.Optional("warmUpCap"), Duration.FromMilliseconds(100), Duration.FromSeconds(600)) ?? defaults.WarmUpCap,
            Looks: ReadLooks(members.Optional("looks"), verdicts) ?? defaults.Looks,
            HalfWidth: values.Number(members.Optional("halfWidth"), 0.001, 1) ?? (metric == VerdictMetric.P99 ? HalfWidthOfP99 : defaults.HalfWidth),
            Margin: values.Number(members.Optional("margin"), 0.001, 1) ?? defaults.Margin,
            Metric: metric,
            Verdicts: verdicts,
            PlatformTiering: values.Flag(members.Optional("platformTiering")) ?? defaults.PlatformTiering);
        members.RefuseOthers();
        return settings;
    }

    // A bare number is one look, so that "--set measure.looks=6" reads as people type it.
    private int[]? ReadLooks(JsonMember? member, bool judged)
    {
        if (member is null) return null;
        IReadOnlyList<JsonMember>? items = member.Value is JsonTree.Number ? [member] : values.Items(member);
        if (items is null or []) return null;
        if (items.Count > Looks.MostLooks)
        {
            values.Errors.Add(member.Value.At, string.Create(CultureInfo.InvariantCulture, $"\"looks\" must have at most {Looks.MostLooks} entries, not {items.Count}"));
            return null;
        }

        var looks = items.Select(item => (item.Value.At, Pairs: values.Whole(item, 1, Looks.MostPairs))).ToList();
        if (looks.Any(look => look.Pairs is null)) return null;
        CheckLooks([.. looks.Select(look => (look.At, look.Pairs!.Value))], judged);
        return [.. looks.Select(look => look.Pairs!.Value)];
    }

    private void CheckLooks(IReadOnlyList<(Place At, int Pairs)> looks, bool judged)
    {
        foreach (var ((_, before), (at, pairs)) in looks.Zip(looks.Skip(1)))
        {
            if (pairs <= before) values.Errors.Add(at, string.Create(CultureInfo.InvariantCulture, $"\"looks\" must ascend: {pairs} comes after {before}"));
        }

        var fewest = Looks.FewestPairs(looks.Count);
        if (!judged || looks[0].Pairs >= fewest) return;
        var confidence = 1 - (Looks.TotalError / looks.Count);
        values.Errors.Add(looks[0].At, string.Create(
            CultureInfo.InvariantCulture,
            $"the first look must have {fewest} pairs or more: {looks[0].Pairs} cannot give the {confidence:0.##%} that {(looks.Count == 1 ? "one look needs" : "each look needs")}"));
    }
}
