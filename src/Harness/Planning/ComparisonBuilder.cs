using System.Globalization;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning;

/// <summary>Makes a comparison from a combination: its id, its two named cells and its gates.</summary>
internal static class ComparisonBuilder
{
    private const int LongestSlug = 60;
    private const string Against = "-vs-";

    /// <summary><c>experiment/candidate-vs-baseline/load/pressure/gc/runtime/name=value,name=value</c>; without runtimes or parameters their parts are left out.</summary>
    public static string Id(Combination combination)
    {
        var (baseline, candidate) = SideCells.Called(combination.Baseline, combination.Candidate);
        return Id(combination.Experiment.Name, baseline, candidate);
    }

    /// <summary>The candidate's variant as an id has it; null for ids of another form.</summary>
    public static string? Variant(string id, string candidate)
    {
        if (id.Split('/') is not [_, var sides, ..] || sides.LastIndexOf(Against, StringComparison.Ordinal) is not (> 0 and var end)) return null;
        var (measured, label) = (sides[..end], $"-{Part(candidate)}");
        return measured.EndsWith(label, StringComparison.Ordinal) && measured.Length > label.Length ? measured[..^label.Length] : measured;
    }

    /// <summary>The comparison at a position of the plan, from 1.</summary>
    public static Comparison Build(Combination combination, int ordinal, IReadOnlyList<string> marks)
    {
        var (baseline, candidate) = SideCells.Called(combination.Baseline, combination.Candidate);
        return new Comparison(
            Id(combination.Experiment.Name, baseline, candidate),
            ordinal,
            combination.Experiment.Name,
            // Each cell has its own ordinal, so that names differ even when slugs are cut.
            baseline with { Name = CellName((2 * ordinal) - 1, Slugs(baseline)) },
            candidate with { Name = CellName(2 * ordinal, Slugs(candidate)) },
            [.. combination.Experiment.Gates.Where(gate => gate.Variant is not { } name || baseline.IsCalled(name) || candidate.IsCalled(name))],
            marks.Count == 0 ? null : marks);
    }

    /// <summary>A comparison whose cells were changed, with the id and the names that go with them.</summary>
    public static Comparison Renamed(Comparison changed, int ordinal) => changed with
    {
        Id = Id(changed.Experiment, changed.Baseline, changed.Candidate),
        Ordinal = ordinal,
        Baseline = changed.Baseline with { Name = CellName((2 * ordinal) - 1, Slugs(changed.Baseline)) },
        Candidate = changed.Candidate with { Name = CellName(2 * ordinal, Slugs(changed.Candidate)) },
    };

    /// <summary><c>c017-await-task-parallelFor-old-heap</c>: safe in every file system, for any names of a workload.</summary>
    public static string CellName(int ordinal, params IEnumerable<string> parts)
    {
        var letters = string.Join('-', parts).Select(c => char.IsAsciiLetterOrDigit(c) ? c : '-');
        var words = string.Concat(letters).Split('-', StringSplitOptions.RemoveEmptyEntries);
        var slug = string.Join('-', words);
        var cut = slug.Length <= LongestSlug ? slug : slug[..LongestSlug].TrimEnd('-');
        return string.Create(CultureInfo.InvariantCulture, $"c{ordinal:D3}-{cut}");
    }

    // When both sides measure one variant, its name comes first.
    private static string Id(string experiment, Cell baseline, Cell candidate)
    {
        var measured = baseline.Variant == candidate.Variant && baseline.Label != candidate.Label ? $"{candidate.Variant}-" : "";
        var parameters = string.Join(',', candidate.Parameters.Select(entry => $"{entry.Key}={entry.Value}"));
        string[] parts = [experiment, $"{measured}{Part(candidate.Label)}{Against}{Part(baseline.Label)}", candidate.Load.Slug, candidate.Pressure.Name, candidate.Gc.Name, candidate.Runtime?.Name ?? "", parameters];
        return string.Join('/', parts.Where(part => part.Length > 0));
    }

    // A slash begins the next part, and a space ends a word on a command line.
    private static string Part(string label) => string.Concat(label.Select(c => c is '/' or ' ' ? '-' : c));

    private static IEnumerable<string> Slugs(Cell cell) => [cell.Variant, .. cell.Side is { } side ? [side] : Array.Empty<string>(), cell.Load.Slug, cell.Pressure.Name, .. GcPart(cell.Gc), .. RuntimePart(cell)];

    private static string[] GcPart(GcSettings gc) => gc.Name == GcSettings.Default.Name ? [] : [gc.Name];

    private static string[] RuntimePart(Cell cell) => cell.Runtime is { } runtime ? [runtime.Name] : [];
}
