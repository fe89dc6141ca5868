using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Document;
using Xunit;

namespace AsyncLoad.Tests.Docs.Pressures;

/// <summary>The answer to "does GC pressure matter?" is that of its run: the picture, the table of <c>docs/when-value-task-wins.md</c>, and each cell in <c>docs/evidence/gc-pressure.md</c>.</summary>
public sealed class GcPressurePageTests
{
    private const string Answer = "docs/when-value-task-wins.md";
    private const string Cells = "docs/evidence/gc-pressure.md";

    private static readonly RunResults Results = PublishedRun.Results("gc-pressure");

    private static IReadOnlyList<string> Collectors { get; } = [.. Results.Comparisons.Select(cell => cell.GcSettings).Distinct()];

    [Fact]
    public void The_picture_is_drawn_from_the_run() =>
        Approval.Is(PressurePicture.Draw("Time of the candidate ÷ time of the baseline, by pressure and kind of collector", [.. Results.Comparisons.GroupBy(cell => cell.Experiment).Select(Group)]), Path.Combine("docs", "pictures", "gc-pressure.svg"));

    [Fact]
    public void The_answer_has_a_row_for_each_pair_and_load() =>
        PublishedRun.HasRows(Answer, Results.Comparisons.GroupBy(cell => (cell.Experiment, cell.Load)).Select(cells => Summary([.. cells])));

    [Fact]
    public void The_evidence_has_every_cell() => PublishedRun.HasRows(
        Cells,
        Results.Comparisons.GroupBy(cell => (cell.Experiment, cell.Load, cell.Pressure)).Select(row => Collectors.Select(collector => PublishedRun.WithPauses(row.Single(cell => cell.GcSettings == collector))).Prepend(Name(row.Key.Pressure))));

    [Theory]
    [InlineData(Answer)]
    [InlineData(Cells)]
    public void The_machine_is_named(string page) =>
        Assert.All(new[] { Results.Machine.Processor!, Results.Runtime }, named => Assert.Contains(named, Documents.Of(page).Text, StringComparison.Ordinal));

    private static PressureGroup Group(IGrouping<string, ComparisonResult> cells) => new(
        cells.Key,
        [.. cells.GroupBy(cell => cell.Pressure).Select(row => new PressureRow(Name(row.Key), [.. row.Where(cell => cell.Ratio is not null)]))]);

    // The pair and load, the ratio without pressure, the least and the greatest under pressure, verdicts of all, and bytes.
    private static IEnumerable<string> Summary(IReadOnlyList<ComparisonResult> cells)
    {
        List<ComparisonResult> pressed = [.. cells.Where(cell => cell.Pressure != "calm" && cell.Ratio is not null).OrderBy(cell => cell.Ratio!.Estimate)];
        return
        [
            cells[0].Experiment,
            cells[0].Load,
            PublishedRun.Judged(cells[0]),
            Extreme(pressed[0]),
            Extreme(pressed[^1]),
            Verdicts(cells),
            PublishedRun.Bytes(cells[0]),
        ];
    }

    private static string Extreme(ComparisonResult cell) => $"{PublishedRun.Judged(cell)}, {Name(cell.Pressure)}, {cell.GcSettings}";

    private static string Verdicts(IReadOnlyList<ComparisonResult> cells) => string.Join(
        ", ",
        cells.GroupBy(cell => cell.Verdict).OrderByDescending(verdict => verdict.Count()).Select(verdict => $"{verdict.Count()} {Mark.Of(verdict.Key).Glyph}"));

    private static string Name(string pressure) => pressure switch
    {
        "calm" => "none",
        "old-heap-100MB" => "100 MB live",
        "old-heap-1GB" => "1 GB live",
        "churn" => "garbage of others",
        "large-objects" => "large objects",
        "pinned" => "pinned objects",
        "finalizers" => "finalizers",
        _ => throw new ArgumentOutOfRangeException(nameof(pressure), pressure, "a pressure that the page does not explain"),
    };
}
