using System.Globalization;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning;

/// <summary>Combination → comparison with its id, its two named cells and the gates that are about it.</summary>
internal static class ComparisonBuilder
{
    private const int LongestSlug = 60;

    /// <summary><c>experiment/candidate-vs-baseline/load/pressure/gc/runtime/name=value,name=value</c>; without runtimes or parameters their parts are left out.</summary>
    public static string Id(Combination combination) => Id(combination.Experiment.Name, combination.Experiment.Baseline, CandidateCell(combination));

    /// <summary>The comparison at a position of the plan, from 1.</summary>
    public static Comparison Build(Combination combination, int ordinal, IReadOnlyList<string> marks) => new(
        Id(combination),
        ordinal,
        combination.Experiment.Name,
        // Each cell has an ordinal of its own, so that names differ even where slugs were cut.
        Cell(combination, combination.Experiment.Baseline, (2 * ordinal) - 1),
        Cell(combination, combination.Candidate, 2 * ordinal),
        [.. combination.Experiment.Gates.Where(gate => IsAbout(gate, combination))],
        marks.Count == 0 ? null : marks);

    /// <summary>The candidate's cell, without a place in a plan.</summary>
    public static Cell CandidateCell(Combination combination) => Cell(combination, combination.Candidate, 0);

    /// <summary>A comparison whose cells were changed, with the id and the names that go with them.</summary>
    public static Comparison Renamed(Comparison changed, int ordinal) => changed with
    {
        Id = Id(changed.Experiment, changed.Baseline.Variant, changed.Candidate),
        Ordinal = ordinal,
        Baseline = changed.Baseline with { Name = CellName((2 * ordinal) - 1, Slugs(changed.Baseline)) },
        Candidate = changed.Candidate with { Name = CellName(2 * ordinal, Slugs(changed.Candidate)) },
    };

    /// <summary><c>c017-await-task-parallelFor-old-heap</c>: safe in every file system, whatever the workload calls itself.</summary>
    public static string CellName(int ordinal, params IEnumerable<string> parts)
    {
        var letters = string.Join('-', parts).Select(c => char.IsAsciiLetterOrDigit(c) ? c : '-');
        var words = string.Concat(letters).Split('-', StringSplitOptions.RemoveEmptyEntries);
        var slug = string.Join('-', words);
        var cut = slug.Length <= LongestSlug ? slug : slug[..LongestSlug].TrimEnd('-');
        return string.Create(CultureInfo.InvariantCulture, $"c{ordinal:D3}-{cut}");
    }

    private static string Id(string experiment, string baseline, Cell candidate)
    {
        var parameters = string.Join(',', candidate.Parameters.Select(entry => $"{entry.Key}={entry.Value}"));
        string[] parts = [experiment, $"{candidate.Variant}-vs-{baseline}", candidate.Load.Slug, candidate.Pressure.Name, candidate.Gc.Name, candidate.Runtime?.Name ?? "", parameters];
        return string.Join('/', parts.Where(part => part.Length > 0));
    }

    private static Cell Cell(Combination combination, string variant, int ordinal)
    {
        var cell = new Cell("", combination.Experiment.Workload, variant, combination.Parameters, combination.Load, combination.Pressure, combination.Gc, Runtime: combination.Runtime);
        return cell with { Name = CellName(ordinal, Slugs(cell)) };
    }

    private static IEnumerable<string> Slugs(Cell cell) => [cell.Variant, cell.Load.Slug, cell.Pressure.Name, .. GcPart(cell.Gc), .. RuntimePart(cell)];

    private static string[] GcPart(GcSettings gc) => gc.Name == GcSettings.Default.Name ? [] : [gc.Name];

    private static string[] RuntimePart(Cell cell) => cell.Runtime is { } runtime ? [runtime.Name] : [];

    private static bool IsAbout(GateSettings gate, Combination combination) =>
        gate.Variant is null || gate.Variant == combination.Candidate || gate.Variant == combination.Experiment.Baseline;
}
