using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Reporting.Document;

/// <summary>What verdicts compare, in words. Elapsed time is the usual case and goes without saying.</summary>
public static class JudgedWords
{
    /// <summary>The cost: <c>time</c>, <c>peak memory</c>.</summary>
    public static string Cost(VerdictMetric metric) => IsUsual(metric) ? "time" : Metric.Of(metric).Cost;

    /// <summary>What a ratio below 1 says: <c>the candidate is faster</c>.</summary>
    public static string Below(VerdictMetric metric) => $"the candidate {(IsUsual(metric) ? "is faster" : "takes less")}";

    /// <summary>What a ratio is, in a line.</summary>
    public static string Explained(VerdictMetric metric) => $"candidate ÷ baseline{(IsUsual(metric) ? "" : $" of {Cost(metric)}")}; below 1 {Below(metric)}";

    /// <summary>A ratio that its place does not explain: <c>peak ratio 1.31 [1.27, 1.36]</c>; of time just the figures.</summary>
    internal static string Named(VerdictMetric metric, string ratio) => IsUsual(metric) ? ratio : $"{Metric.Of(metric).Title} {ratio}";

    /// <summary>What lies at both ends of an axis of ratios.</summary>
    internal static (string Less, string More) Ends(VerdictMetric metric) => IsUsual(metric) ? ("candidate faster", "candidate slower") : ("candidate takes less", "candidate takes more");

    /// <summary>A text that begins a sentence.</summary>
    internal static string Capital(string text) => char.ToUpperInvariant(text[0]) + text[1..];

    private static bool IsUsual(VerdictMetric metric) => metric == VerdictMetric.Wall;
}
