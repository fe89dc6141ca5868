using AsyncLoad.Analysis;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Reporting.Document;

/// <summary>
/// A run in words: every figure already has its digits, its unit or its reason for being absent, and every name is safe to show.
/// Writers decide where the words go and nothing else, so all outputs say the same.
/// </summary>
/// <param name="Headline">The verdict in a sentence, or what was measured where nothing is judged.</param>
/// <param name="Allocation">What the candidates allocate, in a sentence; null when nothing was counted or nothing is judged.</param>
/// <param name="Counts">How many comparisons got which verdict: the four verdicts in their order, or none where nothing is judged.</param>
/// <param name="Comparisons">One row per comparison, in the order of the plan.</param>
/// <param name="Tables">Where nothing is judged, the tables of figures, which <paramref name="Sections"/> hold too; else empty.</param>
/// <param name="Maps">Ratios in grids, which <paramref name="Sections"/> hold too; none where nothing is judged.</param>
/// <param name="Sections">Everything else, in the order of reading.</param>
public sealed record ReportDocument(
    string Title,
    string Subtitle,
    string Headline,
    string? Allocation,
    IReadOnlyList<VerdictCount> Counts,
    IReadOnlyList<ComparisonRow> Comparisons,
    IReadOnlyList<CrossoverRow> Crossovers,
    IReadOnlyList<GateRow> Gates,
    IReadOnlyList<ReportBlock.Table> Tables,
    IReadOnlyList<HeatMapData> Maps,
    IReadOnlyList<ReportSection> Sections)
{
    /// <summary>What verdicts compare.</summary>
    public VerdictMetric Metric { get; init; } = VerdictMetric.Wall;

    /// <summary>When the run began, UTC.</summary>
    public DateTimeOffset Started { get; init; }

    /// <summary>What measuring all comparisons took, in seconds; null where nothing was measured.</summary>
    public double? Seconds { get; init; }

    /// <summary>What was measured.</summary>
    public IReadOnlyList<ReportBlock> Subject { get; init; } = [];

    /// <summary>What limits the trust in the results or explains them, gravest first, each kind once.</summary>
    public IReadOnlyList<Caution> Cautions { get; init; } = [];

    /// <summary>Whether the profile asked for verdicts.</summary>
    public bool IsJudged => Counts.Count > 0;

    /// <summary>The same, as writers of pages take it.</summary>
    public ReportPage Page => new(
        Title,
        Headline,
        Allocation,
        Subtitle,
        IsJudged ? new ReportTiles("Verdicts", [.. Counts.Select(count => new ReportTile(Figures.Count(count.Count), count.Mark, count.Meaning, count.Count == 0))]) : null,
        Sections,
        (IsJudged ? $"Ratio = {JudgedWords.Explained(Metric)}. " : "") + "Figures without rounding are in results.json.",
        "see report.html")
    {
        Subject = Subject,
        Cautions = CautionList.Section(Cautions),
        FirstScreen = Math.Min(1, Sections.Count),
    };

    /// <summary>Puts a run into words.</summary>
    public static ReportDocument From(RunAnalysis run) => DocumentBuilder.Build(run);
}

/// <summary>How many comparisons got one verdict.</summary>
public sealed record VerdictCount(Mark Mark, int Count, string Meaning);

/// <summary>One sweep in words.</summary>
/// <param name="Title"><c>await-value-task vs await-task</c>.</param>
/// <param name="Conditions">Workload, load, pressure and parameters that all steps share.</param>
/// <param name="Sentence">Where the ratio crosses 1, or why no crossing is given.</param>
/// <param name="Bytes">Where bytes per operation cross; null where they do not.</param>
public sealed record CrossoverRow(string Title, string Conditions, string Sentence, string? Bytes);
