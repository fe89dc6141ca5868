using AsyncLoad.Analysis;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Reporting.Document;

/// <summary>Why a figure is absent, by its camelCase name in <c>results.json</c>; every absent figure has a reason.</summary>
internal static class Reasons
{
    public const string NotFinite = "not a finite number";
    public const string Unstated = "the analysis gave no reason";
    public const string NoSchedule = "the load has no schedule: operations are due when they start";
    public const string NoPacer = "the load has no pacer";
    public const string NotPooled = "no pooled method suspended in a traced run";

    /// <summary>The reason for a member of a comparison.</summary>
    public static string For(ComparisonAnalysis comparison, string member) =>
        comparison.Missing.TryGetValue(member, out var reason) ? reason : Unstated;

    /// <summary>The reason for a member of one side's metrics: the most exact one that was stated.</summary>
    public static string For(ComparisonAnalysis comparison, Side side, string member)
    {
        var sideName = side == Side.Baseline ? "baseline" : "candidate";
        string[] names = [$"metrics.{sideName}.{member}", $"{sideName}.{member}", member, $"metrics.{sideName}"];
        return Array.Find(names, comparison.Missing.ContainsKey) is { } name ? comparison.Missing[name] : Unstated;
    }

    /// <summary>The reason that was stated for a side's missing pool hit rate, or null: most sides have nothing to do with pools.</summary>
    public static string? ForPool(ComparisonAnalysis comparison, Side side) =>
        comparison.Missing.GetValueOrDefault(side == Side.Baseline ? "metrics.baseline.poolHitRate" : "metrics.candidate.poolHitRate");

    /// <summary>The reason for the absence of one side as a whole, its <c>metrics</c> or its <c>traces</c>.</summary>
    public static string ForSide(ComparisonAnalysis comparison, string member, Side side)
    {
        var sideName = side == Side.Baseline ? "baseline" : "candidate";
        string[] names = [$"{member}.{sideName}", member];
        return Array.Find(names, comparison.Missing.ContainsKey) is { } name ? comparison.Missing[name] : Unstated;
    }
}
