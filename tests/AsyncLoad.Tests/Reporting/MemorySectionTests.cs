using AsyncLoad.Analysis;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Tests.Analysis;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

/// <summary>What a report says of memory.</summary>
public sealed class MemorySectionTests
{
    private static readonly MemoryUse Some = new(64_000_000, IsSampled: false, new HeapUse(1_000_000, 1_500_000, 5_000_000));

    [Fact]
    public void Both_sides_have_peak_and_retained_memory_and_the_candidate_the_ratios()
    {
        var rows = Rows(Analyzed(Some, Some with { Peak = 96_000_000, Heap = new HeapUse(1_000_000, 33_500_000, 5_000_000) }));

        Assert.Equal(["await-task", "64.0 MB", "", "1.50 MB", "", "0.10 B"], rows[0].Select(cell => cell.Text));
        Assert.Equal(["await-value-task", "96.0 MB", "1.50 [1.50, 1.50]", "33.5 MB", "22.3 [22.3, 22.3]", "6.5 B"], rows[1].Select(cell => cell.Text));
        Assert.All(rows.SelectMany(row => row), cell => Assert.Null(cell.Note));
    }

    [Fact]
    public void What_pairs_differ_by_and_what_is_missing_is_told_below_the_figure()
    {
        var rows = Rows(Analyzed(Some with { Heap = null }, Some with { IsSampled = true }, Some with { Peak = 65_000_000 }));

        Assert.Equal((Figures.NotAvailable, "the measured process did not report it"), (rows[0][3].Text, rows[0][3].Note));
        Assert.Equal("sampled between slices", rows[1][0].Note);
        Assert.Equal(("64.0 MB", "64.0 MB to 65.0 MB"), (rows[1][1].Text, rows[1][1].Note));
    }

    [Fact]
    public void A_run_of_an_older_version_has_no_such_section() =>
        Assert.DoesNotContain(DocumentBuilder.Build(Analyzed(null, null)).Sections, section => section.Id == "memory");

    private static IReadOnlyList<IReadOnlyList<ReportCell>> Rows(RunAnalysis run) =>
        Assert.Single(Assert.IsType<ReportBlock.Table>(Assert.Single(DocumentBuilder.Build(run).Sections.Single(section => section.Id == "memory").Blocks)).Groups).Rows;

    // The last pair's candidate may differ.
    private static RunAnalysis Analyzed(MemoryUse? baseline, MemoryUse? candidate, MemoryUse? last = null)
    {
        var pairs = Enumerable.Range(1, 6).Select(index => SyntheticRun.PairOf(index, Side(baseline), Side(index == 6 ? last ?? candidate : candidate)));
        return RunAnalyzer.Analyze(SyntheticRun.Evidence(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf()), [.. pairs]), SyntheticRun.Trace);
    }

    private static SideMeasurement Side(MemoryUse? memory) => SyntheticRun.Side(1_000) with { Memory = memory };
}
