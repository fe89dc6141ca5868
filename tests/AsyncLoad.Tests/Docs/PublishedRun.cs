using System.Globalization;
using System.Text.Json;
using AsyncLoad.Model;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Document;
using Xunit;

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
    public static string Ratio(ComparisonResult comparison) => Interval(comparison.Ratio);

    /// <summary>The same behind the sign of its verdict.</summary>
    public static string Judged(ComparisonResult comparison) => $"{Mark.Of(comparison.Verdict).Glyph} {Ratio(comparison)}";

    /// <summary>The same, and behind it the share of time that both sides spend in pauses.</summary>
    public static string WithPauses(ComparisonResult comparison) => $"{Judged(comparison)} ({Pauses(comparison.Metrics.Baseline!)}, {Pauses(comparison.Metrics.Candidate!)})";

    /// <summary>A ratio with its interval as pages have it; a dash for none.</summary>
    public static string Interval(RatioInterval? ratio)
    {
        if (ratio is null) return "–";
        var (estimate, low, high) = (Number(ratio.Estimate, "0.00"), Number(ratio.Low, "0.00"), Number(ratio.High, "0.00"));
        return $"{estimate} [{low}, {high}]";
    }

    /// <summary>Bytes an operation, baseline and candidate.</summary>
    public static string Bytes(ComparisonResult comparison) =>
        $"{Number(comparison.Metrics.Baseline!.BytesPerOperation!.Value, "0.#")} → {Number(comparison.Metrics.Candidate!.BytesPerOperation!.Value, "0.#")} B/op";

    /// <summary>Where a sweep crosses 1, as pages have it.</summary>
    public static string Crossing(CrossoverResult crossover) => crossover.Outcome switch
    {
        CrossoverOutcome.Crosses => $"{Step(crossover, crossover.At)} [{Step(crossover, crossover.Low)}, {Step(crossover, crossover.High)}]",
        CrossoverOutcome.NoCrossing => $"nowhere, {Mark.Of(crossover.Throughout).Word} throughout",
        CrossoverOutcome.NotMonotone => "not monotone",
        _ => "undecided",
    };

    /// <summary>Whether the intervals of two crossings meet; an open bound lies beyond the range.</summary>
    public static bool Overlap(CrossoverResult one, CrossoverResult other) =>
        (one.Low ?? double.MinValue) <= (other.High ?? double.MaxValue) && (other.Low ?? double.MinValue) <= (one.High ?? double.MaxValue);

    /// <summary>Holds a table against a page.</summary>
    /// <param name="page">Its path.</param>
    /// <param name="rows">Cells of each row, without the heading.</param>
    public static void HasRows(string page, IEnumerable<IEnumerable<string>> rows)
    {
        var expected = rows.Select(row => $"| {string.Join(" | ", row)} |").ToList();
        Assert.NotEmpty(expected);
        var lacking = expected.Where(row => !Documents.Of(page).Text.Contains(row, StringComparison.Ordinal)).ToList();
        Assert.True(lacking.Count == 0, $"{page} lacks rows of its run, or has them with other figures; all of them are\n{string.Join('\n', expected)}");
    }

    /// <summary>A number as pages have it, whatever the language of the machine; bytes less those of the driver may be a hair below 0.</summary>
    public static string Number(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture) is var text && text == "-0" ? "0" : text;

    private static string Step(CrossoverResult crossover, double? step) => step is not { } at ? "…"
        : crossover.Unit == AxisUnit.Bytes ? $"{Number(at / (1 << 20), "0")} MB"
        : Number(at, "0.000");

    private static string Pauses(SideResult side) => $"{Number(side.PauseShare!.Value * 100, "0")} %";
}
