using System.Globalization;
using System.Text.Json;
using AsyncLoad.Model;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Tests.Docs;

/// <summary>A run whose results lie in <c>docs/runs</c>, because pages state its figures.</summary>
internal static class PublishedRun
{
    /// <summary>What came out.</summary>
    /// <param name="name">Its folder.</param>
    public static RunResults Results(string name) => JsonSerializer.Deserialize(
        File.ReadAllText(Path.Combine(Repository.Root, "docs", "runs", name, "results.json")), ModelJson.Line.RunResults)!;

    /// <summary>A ratio as pages have it.</summary>
    /// <param name="comparison">The comparison; judged.</param>
    public static string Ratio(ComparisonResult comparison)
    {
        var ratio = comparison.Ratio!;
        var (estimate, low, high) = (Number(ratio.Estimate, "0.00"), Number(ratio.Low, "0.00"), Number(ratio.High, "0.00"));
        return $"{estimate} [{low}, {high}]";
    }

    /// <summary>Bytes an operation, baseline and candidate.</summary>
    public static string Bytes(ComparisonResult comparison) =>
        $"{Number(comparison.Metrics.Baseline!.BytesPerOperation!.Value, "0.#")} → {Number(comparison.Metrics.Candidate!.BytesPerOperation!.Value, "0.#")} B/op";

    /// <summary>A number as pages have it, whatever the language of the machine; bytes less those of the driver may be a hair below 0.</summary>
    public static string Number(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture) is var text && text == "-0" ? "0" : text;
}
