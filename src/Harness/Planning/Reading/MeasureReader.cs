using System.Globalization;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>The <c>measure</c> section: how long, how often, judged how. What is left out has its default.</summary>
internal sealed class MeasureReader(ValueReader values)
{
    private static readonly MeasureSettings Defaults = MeasureSettings.Default;
    private static readonly Format<double> Share = Formats.Number(0.001, 1);
    private static readonly Format<int> PairCount = Formats.Whole(1, Looks.MostPairs);

    private static readonly Member<int> Slices = Member.Setting("slices", Formats.Whole(4, 10_000), Defaults.Slices, "timed slices per side in one pair");

    private static readonly Member<Duration> Slice =
        Member.Setting("slice", Formats.Time(Duration.FromMilliseconds(1), Duration.FromSeconds(60)), Defaults.Slice, "length of one slice");

    private static readonly Member<Duration> WarmUpCap = Member.Setting(
        "warmUpCap", Formats.Time(Duration.FromMilliseconds(100), Duration.FromSeconds(600)), Defaults.WarmUpCap, "longest warm-up of a side, in its own slices");

    private static readonly Member LookList =
        Member.Setting("looks", Formats.AnyOf(PairCount, Formats.ListOf(PairCount)), $"[{string.Join(',', Defaults.Looks)}]", "pairs after which a comparison is judged; one number is a single look") with
        {
            Takes = "ascending numbers of pairs",
        };

    private static readonly Member<double> HalfWidth =
        Member.Setting("halfWidth", Share, $"{Text(VerdictMetric.Wall)}; {Text(VerdictMetric.P99)} for p99", "relative half-width of the interval that ends a comparison early");

    private static readonly Member<double> Margin = Member.Setting("margin", Share, Defaults.Margin, "margin inside which two sides count as equivalent");

    private static readonly Member<VerdictMetric> Judged = Member.Setting(
        "metric", Formats.Word([.. Metric.Ratios.Select(ratio => (ratio.Judged!.Word, ratio.Judged.Metric))]), Defaults.Metric, "the cost that verdicts compare");

    private static readonly Member<bool> Verdicts =
        Member.Setting("verdicts", Formats.Flag, Defaults.Verdicts, "judge ratios; when false, any number of pairs is allowed and only figures are stated");

    private static readonly Member<bool> PlatformTiering = Member.Setting("platformTiering", Formats.Flag, Defaults.PlatformTiering, "keep the platform's own tier-up delay");

    private static readonly Member<bool> InTurn = Member.Setting(
        "inTurn", Formats.Flag, Defaults.InTurn, "measure the sides of a pair one after the other; the machine's drift between them is then in the interval");

    private static readonly Member<bool> Confirm = Member.Setting(
        "confirm", Formats.Flag, Defaults.Confirm, "of several comparisons, measure wins and losses again");

    /// <summary>The members of the section.</summary>
    public static IReadOnlyList<Member> Members { get; } = [Slices, Slice, WarmUpCap, LookList, HalfWidth, Margin, Judged, Verdicts, PlatformTiering, InTurn, Confirm];

    /// <summary>The settings; defaults stand in for what is wrong.</summary>
    public MeasureSettings Read(JsonMember? section)
    {
        if (section is null || ObjectReader.Over(section.Value, "measure", values) is not { } members) return Defaults;
        var (verdicts, metric) = (members.Value(Verdicts), members.Value(Judged));
        var settings = new MeasureSettings(
            members.Value(Slices),
            members.Value(Slice),
            members.Value(WarmUpCap),
            ReadLooks(members.Take(LookList), verdicts) ?? Defaults.Looks,
            members.Read(HalfWidth) ?? Metric.Of(metric).HalfWidth,
            members.Value(Margin),
            metric,
            verdicts,
            members.Value(PlatformTiering),
            members.Value(InTurn),
            members.Value(Confirm));
        members.RefuseOthers();
        return settings;
    }

    private static string Text(VerdictMetric metric) => Metric.Of(metric).HalfWidth.ToString(CultureInfo.InvariantCulture);

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

        var looks = items.Select(item => (item.Value.At, Pairs: PairCount.Read(values, item))).ToList();
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
