using System.Text.Json.Nodes;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Tracing.Statistics;

namespace AsyncLoad.Reporting.Exports;

/// <summary>The <c>Statistics</c> of BenchmarkDotNet's JSON, by the definitions of Perfolizer, which BenchmarkDotNet 0.15.8 uses.</summary>
internal static class BenchmarkStatistics
{
    // Its confidence levels are numbered from 50 %.
    private const int Level999 = 12;
    private const double Confidence = 0.999;

    private static readonly int[] Percents = [0, 25, 50, 67, 80, 85, 90, 95, 100];

    /// <summary>Of nanoseconds per operation, one value for each pair; two at least.</summary>
    public static JsonObject Of(double[] values)
    {
        double[] sorted = [.. values.Order()];
        var (mean, deviation) = (StudentMean.Of(values), StandardDeviation.Of(values)!.Value);
        var (lower, upper) = (Quantile.OfOrdered(sorted, 0.25), Quantile.OfOrdered(sorted, 0.75));
        var (low, high) = (lower - (1.5 * (upper - lower)), upper + (1.5 * (upper - lower)));
        var statistics = new JsonObject
        {
            ["OriginalValues"] = List(values),
            ["N"] = values.Length,
            ["Min"] = sorted[0],
            ["LowerFence"] = low,
            ["Q1"] = lower,
            ["Median"] = Quantile.OfOrdered(sorted, 0.5),
            ["Mean"] = mean,
            ["Q3"] = upper,
            ["UpperFence"] = high,
            ["Max"] = sorted[^1],
            ["InterquartileRange"] = upper - lower,
            ["LowerOutliers"] = List(sorted.Where(value => value < low)),
            ["UpperOutliers"] = List(sorted.Where(value => value > high)),
            ["AllOutliers"] = List(sorted.Where(value => value < low || value > high)),
            ["StandardError"] = deviation / Math.Sqrt(values.Length),
            ["Variance"] = deviation * deviation,
            ["StandardDeviation"] = deviation,
        };
        if (deviation > 0)
        {
            statistics["Skewness"] = values.Average(value => Math.Pow((value - mean) / deviation, 3));
            statistics["Kurtosis"] = values.Average(value => Math.Pow((value - mean) / deviation, 4));
        }

        if (values.Length > 2) statistics["ConfidenceInterval"] = Interval(values, mean, deviation / Math.Sqrt(values.Length));
        statistics["Percentiles"] = new JsonObject(Percents.Select(percent =>
            KeyValuePair.Create<string, JsonNode?>(FormattableString.Invariant($"P{percent}"), Quantile.OfOrdered(sorted, percent / 100.0))));
        return statistics;
    }

    private static JsonObject Interval(double[] values, double mean, double error)
    {
        var margin = StudentMean.Quantile(values.Length - 1, Confidence) * error;
        return new JsonObject
        {
            ["N"] = values.Length,
            ["Mean"] = mean,
            ["StandardError"] = error,
            ["Level"] = Level999,
            ["Margin"] = margin,
            ["Lower"] = mean - margin,
            ["Upper"] = mean + margin,
        };
    }

    private static JsonArray List(IEnumerable<double> values) => new([.. values.Select(value => (JsonNode)value)]);
}
