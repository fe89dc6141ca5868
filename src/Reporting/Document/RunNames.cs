using AsyncLoad.Analysis;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Reporting.Document;

/// <summary>What things of one run are called: short where all comparisons share something, explicit where they differ.</summary>
internal sealed class RunNames
{
    private readonly RunAnalysis run;
    private readonly bool manyWorkloads;
    private readonly HashSet<string> varying;
    private readonly HashSet<string> namedByName;

    public RunNames(RunAnalysis run)
    {
        this.run = run;
        var cells = run.Comparisons.Select(entry => entry.Comparison.Candidate).ToList();
        manyWorkloads = cells.Select(cell => cell.Workload).Distinct(StringComparer.Ordinal).Count() > 1;
        varying = [.. cells
            .SelectMany(cell => cell.Parameters)
            .GroupBy(parameter => parameter.Key, StringComparer.Ordinal)
            .Where(values => values.Select(parameter => parameter.Value).Distinct(StringComparer.Ordinal).Count() > 1)
            .Select(values => values.Key)];
        namedByName = [.. run.Comparisons
            .Where(entry => Describe(entry.Comparison.Candidate)?.Declared is not null)
            .Select(entry => (entry.Comparison.Candidate.Workload, entry.Comparison.Candidate.Label, Type: ReturnType(entry.Comparison)))
            .Distinct()
            .GroupBy(candidate => candidate.Workload, StringComparer.Ordinal)
            .Where(candidates => candidates.Any(candidate => candidate.Type is null) || candidates.DistinctBy(candidate => candidate.Type).Count() < candidates.Count())
            .Select(candidates => candidates.Key)];
    }

    /// <summary>What verdicts compare.</summary>
    public VerdictMetric Metric => run.Manifest.Plan.Measure.Metric;

    /// <summary>Whether the profile asked for verdicts.</summary>
    public bool Judged => run.Manifest.Plan.Measure.Verdicts;

    /// <summary>Parameters that have one value in the whole run, in the order of their names.</summary>
    public IEnumerable<KeyValuePair<string, string>> SharedParameters => run.Comparisons
        .SelectMany(entry => entry.Comparison.Candidate.Parameters)
        .Where(parameter => !varying.Contains(parameter.Key))
        .DistinctBy(parameter => parameter.Key, StringComparer.Ordinal)
        .OrderBy(parameter => parameter.Key, StringComparer.Ordinal);

    /// <summary><c>await-value-task vs await-task</c>; a benchmark method with its description: <c>linq vs loop (a loop)</c>.</summary>
    public string Title(Comparison comparison) => $"{Titled(comparison.Candidate)} vs {Titled(comparison.Baseline)}";

    /// <summary><c>server GC</c> and <c>net9.0</c>, without the defaults. Not yet safe to show.</summary>
    /// <param name="runtime">Name of the runtime; null for the plain build, or where it is not to be named.</param>
    public static IEnumerable<string> Settings(string gc, string? runtime)
    {
        if (gc != GcSettings.Default.Name) yield return $"{gc} GC";
        if (runtime is not null) yield return runtime;
    }

    /// <summary>The same with the build and the variables: all that a cell is started with, apart from load, pressure and parameters.</summary>
    /// <param name="except">Parts that are named elsewhere.</param>
    public static IEnumerable<string> Settings(Cell cell, params IReadOnlyCollection<CellPart> except) =>
    [
        .. Settings(
            except.Contains(CellPart.Gc) ? GcSettings.Default.Name : cell.Gc.Name,
            except.Contains(CellPart.Runtime) ? null : cell.Runtime?.Name),
        .. cell.Build is { } build && !except.Contains(CellPart.Build) ? [build.Name] : Array.Empty<string>(),
        .. cell.Variables is not null && !except.Contains(CellPart.Variables) ? [cell.Words(CellPart.Variables)] : Array.Empty<string>(),
    ];

    /// <summary>Load, pressure, and what else tells this comparison from the others.</summary>
    public string Conditions(Comparison comparison)
    {
        var cell = comparison.Candidate;
        string[] pressure = comparison.Differences.Contains(CellPart.Pressure) ? [] : [cell.Pressure.Name];
        return Join([.. Workload(cell), .. Measured(comparison), cell.Load.Slug, .. pressure, .. Others(comparison), .. comparison.Marks ?? []]);
    }

    /// <summary>What tells this comparison from others, except load, pressure and the axes of its map; empty for nothing.</summary>
    public string Setting(Comparison comparison, params IReadOnlyCollection<string> axes) =>
        Join([.. Workload(comparison.Candidate), .. Measured(comparison), .. Others(comparison, axes)]);

    /// <summary>Title and conditions in one line.</summary>
    public string Full(Comparison comparison) => $"{Title(comparison)}, {Conditions(comparison)}";

    /// <summary>
    /// What the headline calls the candidate: its return type where that differs from the baseline's, else its own name. Methods of a benchmark class go by
    /// return types only where those tell all its candidates apart.
    /// </summary>
    public string Style(Comparison comparison) =>
        !namedByName.Contains(comparison.Candidate.Workload) && ReturnType(comparison) is { } type ? type : VisibleText.Name(comparison.Candidate.Label);

    /// <summary>What the baseline is called beside <see cref="Style"/>: its return type where the candidate goes by one, else its own name.</summary>
    public string Rival(Comparison comparison) => Style(comparison) != VisibleText.Name(comparison.Candidate.Label) && Describe(comparison.Baseline) is { } baseline
        ? Head(baseline)
        : VisibleText.Name(comparison.Baseline.Label);

    /// <summary>The catalogue's entry for a workload, or null when it has none.</summary>
    public WorkloadDescription? Workload(string id) => run.Catalogue.Workload(id);

    private string Titled(Cell cell) =>
        VisibleText.Name(cell.Label) + (cell.Side is null && Describe(cell)?.Declared?.Description is { } description ? $" ({VisibleText.Name(description)})" : "");

    private static string Join(IEnumerable<string> parts) => string.Join(", ", parts.Select(VisibleText.Name));

    private IEnumerable<string> Workload(Cell cell) => manyWorkloads ? [cell.Workload] : [];

    // The variant that both sides measure, where the title names something other than variants.
    private static IEnumerable<string> Measured(Comparison comparison) =>
        comparison.Candidate.Side is not null && comparison.Candidate.Variant == comparison.Baseline.Variant ? [comparison.Candidate.Variant] : [];

    // What the sides differ in is in the title.
    private IEnumerable<string> Others(Comparison comparison, params IReadOnlyCollection<string> axes)
    {
        CellPart[] named = [.. comparison.Differences, .. MapDimension.PartsOf(axes)];
        return
        [
            .. Settings(comparison.Candidate, named),
            .. comparison.Candidate.Parameters
                .Where(parameter => !named.Contains(CellPart.Parameters) && varying.Contains(parameter.Key) && !axes.Contains(MapDimension.Parameter + parameter.Key))
                .OrderBy(parameter => parameter.Key, StringComparer.Ordinal)
                .Select(parameter => $"{parameter.Key}={parameter.Value}"),
        ];
    }

    // Of a candidate, where it differs from the baseline's.
    private string? ReturnType(Comparison comparison)
    {
        var candidate = Describe(comparison.Candidate);
        var baseline = Describe(comparison.Baseline);
        if (comparison.Candidate.Side is not null || candidate is null || baseline is null || Head(candidate) == Head(baseline) || Head(candidate) is not ("Task" or "ValueTask")) return null;
        return candidate.Builder == "pooling" ? $"Pooled {Head(candidate)}" : Head(candidate);
    }

    private static string Head(VariantDescription variant) => variant.ReturnType.Split('<')[0];

    /// <summary>What a cell measures, as its own build describes it; null when the catalogue does not know it.</summary>
    public VariantDescription? Describe(Cell cell) => run.Catalogue.Variant(cell);
}
