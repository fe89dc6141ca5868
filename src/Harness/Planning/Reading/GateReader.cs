using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>One entry of <c>gates</c>: a metric, the variant it is about, and the largest value that passes.</summary>
/// <param name="values">Reads values.</param>
/// <param name="variants">The variants that the experiment measures, its baseline first.</param>
internal sealed class GateReader(ValueReader values, IReadOnlyList<string> variants)
{
    private static readonly Metric[] Metrics = [.. Vocabulary.Metrics.Where(metric => metric.Gate is not null)];
    private static readonly (string, InconclusivePolicy)[] Policies = [("fail", InconclusivePolicy.Fail), ("warn", InconclusivePolicy.Warn)];

    /// <summary>The gate, or null with an error.</summary>
    public GateSettings? Read(JsonMember entry)
    {
        if (ObjectReader.Over(entry.Value, "gate", values.Errors) is not { } members) return null;
        var metric = values.Known(members.Required("metric"), "gate metric", [.. Metrics.Select(known => known.Name)]);
        var variant = Variant(members.Optional("variant"), metric);
        var most = Array.Find(Metrics, known => known.Name == metric)?.Gate ?? double.MaxValue;
        var max = values.Number(members.Required("max"), 0, most);
        var policy = values.Word(members.Optional("onInconclusive"), Policies) ?? InconclusivePolicy.Fail;
        members.RefuseOthers();
        return metric is null || max is null ? null : new GateSettings(metric, variant, max.Value, policy);
    }

    private string? Variant(JsonMember? member, string? metric)
    {
        // An experiment whose own variants are wrong has said so already.
        if (member is null || variants.Count == 0) return values.Text(member);
        var variant = values.Known(member, "variant of this experiment", variants);
        if (variant == variants[0] && metric is ("ratio" or "cpuRatio"))
            values.Errors.Add(member.Value.At, $"a gate on {Printable.Quote(metric)} must be about a candidate: the baseline's is 1 by definition");
        return variant;
    }
}
