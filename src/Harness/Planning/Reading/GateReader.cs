using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>One entry of <c>gates</c>: a metric, the variant it is about, and one limit that fits the metric.</summary>
/// <param name="values">Reads values.</param>
/// <param name="names">What the sides of the experiment are called; null where that is not known.</param>
internal sealed class GateReader(ValueReader values, SideNames? names)
{
    private static readonly string[] Limits = ["max", "min", "exactly", "maxChange", "maxIncrease", "maxIncreasePercent"];
    private static readonly Member VariantName = Member.Optional("variant", Formats.Text);

    private static readonly Member<InconclusivePolicy> Policy =
        Member.Optional("onInconclusive", Formats.Word(("fail", InconclusivePolicy.Fail), ("warn", InconclusivePolicy.Warn)), InconclusivePolicy.Fail);

    /// <summary>The format of a gate: the limits depend on the metric.</summary>
    public static Format Format => Formats.AnyOf([.. Metric.Gated.GroupBy(metric => $"{metric.Gate!.Most} {string.Join(' ', metric.Limits)}").Select(alike => Of([.. alike]))]);

    /// <summary>The gate, or null with an error.</summary>
    public GateSettings? Read(JsonMember entry)
    {
        if (ObjectReader.Over(entry.Value, "gate", values) is not { } members) return null;
        var metric = values.Known(members.Take("metric", isRequired: true), "gate metric", [.. Metric.Gated.Select(known => known.Name)]);
        var named = members.Take(VariantName);
        var variant = Variant(named);
        var known = Metric.Gated.FirstOrDefault(known => known.Name == metric);
        var limit = Limit(entry, members, known?.Limits ?? Limits, known?.Gate?.Most ?? double.MaxValue);
        var policy = members.Value(Policy);
        members.RefuseOthers();
        if (metric is null || limit is not { Name: var name, Value: var value }) return null;
        var gate = name switch
        {
            "max" => new GateSettings(metric, variant, value, policy),
            "min" => new GateSettings(metric, variant, null, policy, Min: value),
            "exactly" => new GateSettings(metric, variant, value, policy, Min: value),
            "maxChange" => new GateSettings(metric, variant, null, policy, MaxChange: value),
            "maxIncrease" => new GateSettings(metric, variant, null, policy, MaxIncrease: value),
            _ => new GateSettings(metric, variant, null, policy, MaxIncreasePercent: value),
        };
        if (variant is not null && names is { AreUnknown: false } && gate.IsOfTwoSides && !names.Known(candidatesOnly: true).Contains(variant))
            values.Errors.Add(named!.Value.At, $"a gate on {Printable.Quote(metric)} must be about a candidate: the baseline's is {(gate.IsOfIncrease ? "0" : "1")} by definition");
        return gate;
    }

    private static Format Of(IReadOnlyList<Metric> alike) => Formats.Object(
        [
            Member.Required("metric", Formats.Words([.. alike.Select(metric => metric.Name)])),
            VariantName,
            .. alike[0].Limits.Select(limit => Member.Optional(limit, Formats.Number(Least(limit, alike[0].Gate!.Most), alike[0].Gate!.Most))),
            Policy,
        ],
        ("oneOf", () => Formats.EachRequired(alike[0].Limits)));

    // A negative limit says how much less the candidate must have: at most all of it.
    private static double Least(string limit, double most) => limit switch { "maxIncrease" => -most, "maxIncreasePercent" => -100, _ => 0 };

    private (string Name, double Value)? Limit(JsonMember entry, ObjectReader members, IReadOnlyList<string> limits, double most)
    {
        var wanted = string.Join(" or ", limits.Select(Printable.Quote));
        var given = Limits.Select(limit => members.Take(limit)).OfType<JsonMember>().ToList();
        if (given is not [var one])
        {
            values.Errors.Add(entry.Value.At, given.Count == 0 ? $"missing member {wanted} in gate" : $"a gate has one limit: {wanted}");
            return null;
        }

        if (!limits.Contains(one.Name))
        {
            values.Errors.Add(one.At, $"this metric takes {wanted}, not {Printable.Quote(one.Name)}");
            return null;
        }

        return values.Number(one, Least(one.Name, most), most) is { } value ? (one.Name, value) : null;
    }

    // Without variants the experiment is wrong already, and its error is reported.
    private string? Variant(JsonMember? member) =>
        names is null or { AreUnknown: true } ? values.Text(member) : values.Side(member, names);
}
