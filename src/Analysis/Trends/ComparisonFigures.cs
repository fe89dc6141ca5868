using System.Text.Json;
using System.Text.Json.Nodes;
using AsyncLoad.Model;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Trends;

/// <summary>The value of a metric in results, found by the path that the table of metrics gives it.</summary>
internal static class ComparisonFigures
{
    private const string NotThere = "the results do not have it";

    /// <summary>One figure where both sides share it, one for each side elsewhere.</summary>
    public static IReadOnlyList<SideFigure> Of(ComparisonResult comparison, Metric metric)
    {
        if (metric.Judged is { } judged)
        {
            var ratio = comparison.RatioBy(judged.Metric);
            // Stored results may hold anything, and a ratio must have a logarithm.
            return ratio is { Estimate: > 0, Low: > 0, High: > 0 }
                ? [new SideFigure(null, ratio.Estimate, ratio, null)]
                : [new SideFigure(null, null, null, ratio is null ? comparison.Missing.GetValueOrDefault(metric.Name, NotThere) : "the ratio is not above 0")];
        }

        var written = JsonSerializer.SerializeToNode(comparison, ModelJson.Line.ComparisonResult)!.AsObject();
        return written.ContainsKey(First(metric))
            ? [Of(null, written, metric)]
            : [.. Enum.GetValues<Side>().Select(side => OfSide(written, side, metric))];
    }

    private static SideFigure OfSide(JsonObject comparison, Side side, Metric metric)
    {
        var name = ModelJson.Word(side);
        foreach (var part in new[] { "metrics", "traces" })
        {
            var holder = comparison[part]?[name] as JsonObject;
            if (holder?.ContainsKey(First(metric)) == true) return Of(side, holder, metric);
        }

        return new SideFigure(side, null, null, Reason(comparison, $"metrics.{name}") ?? NotThere);
    }

    private static SideFigure Of(Side? side, JsonObject holder, Metric metric)
    {
        JsonNode? node = holder;
        foreach (var step in metric.Name.Split('.')) node = (node as JsonObject)?[step];
        return node is JsonValue value && value.TryGetValue<double>(out var number)
            ? new SideFigure(side, number, null, null)
            : new SideFigure(side, null, null, Reason(holder, metric.Name) ?? Reason(holder, First(metric)) ?? NotThere);
    }

    private static string? Reason(JsonObject holder, string name) => (string?)holder["missing"]?[name];

    private static string First(Metric metric) => metric.Name.Split('.')[0];
}

/// <summary>A figure of a comparison.</summary>
/// <param name="Side">The side that has it; null where both share it.</param>
/// <param name="Value">The figure, or null with <paramref name="Missing"/> saying why.</param>
/// <param name="Ratio">The same with its interval; null where it is not a ratio.</param>
/// <param name="Missing">Why there is no figure.</param>
internal sealed record SideFigure(Side? Side, double? Value, RatioInterval? Ratio, string? Missing);
