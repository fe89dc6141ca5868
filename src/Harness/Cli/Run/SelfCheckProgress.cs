using System.Globalization;
using AsyncLoad.Analysis.SelfChecks;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Harness.Cli.Run;

/// <summary>The table of a selfcheck while it fills: what would be printed if it ended now.</summary>
/// <param name="plan">What is compared.</param>
internal sealed class SelfCheckProgress(Plan plan)
{
    // Pairs between two lines: one round over a group of comparisons.
    private const int MostInRound = 16;

    private readonly Dictionary<string, SelfCheckEntry> entries = plan.Comparisons.ToDictionary(
        comparison => comparison.Id, comparison => SelfCheckEntry.Of(comparison, [], plan.Measure), StringComparer.Ordinal);

    private int measured;

    /// <summary>A row for each load and pressure, as at the end.</summary>
    public TextTable Table => SelfCheckSummary.Table(Rows);

    private IReadOnlyList<SelfCheckRow> Rows => SelfCheckAnalyzer.Of([.. plan.Comparisons.Select(comparison => entries[comparison.Id])]).Rows;

    /// <summary>Judges a comparison by its pairs so far.</summary>
    public void Judge(Comparison comparison, IReadOnlyList<JournalEntry.Pair> attempts) => entries[comparison.Id] = SelfCheckEntry.Of(comparison, attempts, plan.Measure);

    /// <summary>Counts one more pair.</summary>
    /// <returns>The table in one line when a round is done; else null.</returns>
    public string? Round()
    {
        measured++;
        return measured % Math.Min(MostInRound, plan.Comparisons.Count) == 0 ? string.Join("; ", Rows.GroupBy(SelfCheckSummary.Sides).Select(Counts)) : null;
    }

    private static string Counts(IGrouping<string, SelfCheckRow> rows) => string.Create(
        CultureInfo.InvariantCulture,
        $"{rows.Key}: {rows.Sum(row => row.Wins)} wins, {rows.Sum(row => row.Loses)} loses, {rows.Sum(row => row.Equivalent)} equivalent, {rows.Sum(row => row.Inconclusive)} inconclusive of {rows.Sum(row => row.Comparisons)}");
}
