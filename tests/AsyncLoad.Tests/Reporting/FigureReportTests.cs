using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Fuzzing.Targets;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Tests.Analysis;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

/// <summary>Runs that ask for figures, and the tables that hold them.</summary>
public sealed class FigureReportTests
{
    [Fact]
    public void A_run_without_verdicts_says_what_it_measured_and_judges_nothing()
    {
        var document = ReportDocument.From(SampleFigures.Create());
        Assert.Equal(
            "Figures of 7 rows of stock-prices, wrapping and simulated-io under sequential and wave-64 with calm and old-heap heaps; nothing is judged. " +
            "2 cells could not be measured.",
            document.Headline);
        Assert.Empty(document.Counts);
        Assert.Null(document.Allocation);
        Assert.Equal(["published", "figures", "gc-ledger"], document.Sections.Take(3).Select(section => section.Id));
        Assert.DoesNotContain(document.Sections, section => section.Id is "ratios" or "costs");
        Assert.Equal("value-task: 1.41 → 1.39 µs/op, 80 → 0 B/op", document.Comparisons[0].Sentence);
        Assert.Equal(Mark.NotJudged, document.Comparisons[0].Verdict);
        Assert.Equal(Mark.NotMeasured, document.Comparisons[^1].Verdict);
    }

    [Fact]
    public void A_run_without_verdicts_that_measured_nothing_says_so()
    {
        var run = SampleFigures.Create();
        Assert.Equal("Nothing could be measured.", ReportDocument.From(run with { Comparisons = [run.Comparisons[^1]] }).Headline);
    }

    [Fact]
    public void A_source_has_its_rows_first_and_once_each_then_ours()
    {
        var table = Published(SampleFigures.Create())[0];
        Assert.Equal("stock-prices: The performance characteristics of async methods in C#, S. Tepliakov, 2018", table.Caption);
        Assert.Equal(["value-task", "task", "value-task-pooled-await"], Rows(table).Select(row => row[0].Text));
        Assert.Equal("not in the source", Rows(table)[2][1].Note);
        Assert.Equal(
            ["Row", "Published time/op", "Published B/op", "sequential: time/op", "sequential: B/op", "wave-64: elapsed ÷ all operations", "wave-64: B/op"],
            table.Columns.Select(column => column.Title));
        Assert.Equal(["1.52 µs", "0", "1.39 µs", "0", "1.38 µs", "0"], Rows(table)[0].Skip(1).Select(cell => cell.Text));
        Assert.Equal(["–", "–", "1.66 µs", "112", "–", "–"], Rows(table)[2].Skip(1).Select(cell => cell.Text));
    }

    [Fact]
    public void A_row_of_several_tables_shows_each_figure_with_its_table_and_quotes_what_is_not_time()
    {
        var row = Rows(Published(SampleFigures.Create())[0])[1];
        Assert.Equal(
            [("2.52 µs", "async overhead"), ("1.55 µs", "ValueTask"), ("2505; 9.1", "closures")],
            Lines(row[1]));
        Assert.Equal([("88", "ValueTask, closures")], Lines(row[2]));
    }

    [Fact]
    public void A_cell_of_several_comparisons_sums_them_and_shows_bytes_that_disagree_as_a_range()
    {
        var run = SampleFigures.Create();
        var row = Rows(Published(run)[0])[1];
        // Both comparisons ran 1.8 s at 1,412 and 1,420 ns: the harmonic mean.
        Assert.Equal("1.42 µs", row[3].Text);
        Assert.Equal(new ReportCell("80"), row[4] with { Also = new ReportCell("80").Also });

        var second = run.Comparisons[1].WithBaseline(side => side with { Bytes = new CountedBytes(84, 84, 84, null) });
        var disagreeing = Rows(Published(run with { Comparisons = [run.Comparisons[0], second] })[0])[1];
        Assert.Equal([("82", "80 to 84")], Lines(disagreeing[4]));
    }

    [Fact]
    public void A_row_that_could_not_be_measured_says_why_and_rows_of_the_source_that_were_not_asked_for_are_counted()
    {
        var section = ReportDocument.From(SampleFigures.Create()).Sections[0];
        var row = Rows(Published(SampleFigures.Create())[1]).Single(cells => cells[0].Text == "task-over-task");
        Assert.Equal("probability=1", row[0].Note);
        Assert.Contains(row, cell => cell.Text == "n/a" && cell.Note!.StartsWith("dropped: ", StringComparison.Ordinal));
        var facts = section.Blocks.OfType<ReportBlock.Facts>().Last().Items;
        Assert.Equal([new Fact("Published on", "n/a (not stated)"), new Fact("Measured on", ".NET 10.0.12, AMD EPYC 7763, 2 cores"), new Fact("Not in this run", "2 published rows")], facts);
    }

    [Fact]
    public void Differences_stand_under_the_table_of_their_source()
    {
        var blocks = ReportDocument.From(SampleFigures.Create()).Sections[0].Blocks;
        Assert.Equal(
            [typeof(ReportBlock.Table), typeof(ReportBlock.Facts), typeof(ReportBlock.Notices), typeof(ReportBlock.Table), typeof(ReportBlock.Facts)],
            blocks.Select(block => block.GetType()));
        var notice = Assert.Single(((ReportBlock.Notices)blocks[2]).Items);
        Assert.Equal("88 B for each Task<decimal>; here 80 B", notice.Title);
    }

    [Theory]
    [InlineData("pressure")]
    [InlineData("gc")]
    public void Only_undisturbed_cells_stand_beside_published_figures(string disturbance)
    {
        var run = SampleRun.Create();
        var disturbed = run.Comparisons.Select(entry => entry
            .WithBaseline(side => side with { Cell = Disturb(side.Cell) })
            .WithCandidate(side => side with { Cell = Disturb(side.Cell) }));
        Assert.NotEmpty(Published(run));
        Assert.Empty(Published(run with { Comparisons = [.. disturbed] }));

        AsyncLoad.Model.Plans.Cell Disturb(AsyncLoad.Model.Plans.Cell cell) => disturbance == "gc"
            ? cell with { Gc = new GcSettings("default", Server: true) }
            : cell with { Pressure = PressureSettings.OldHeap with { Name = "calm" } };
    }

    [Fact]
    public void What_stands_beside_no_published_figure_has_a_table_of_its_own()
    {
        var tables = ReportDocument.From(SampleFigures.Create()).Sections[1].Blocks.OfType<ReportBlock.Table>().ToList();
        Assert.Equal(["stock-prices: a price found by a linear search", "simulated-io: reads from a device that takes its time"], tables.Select(table => table.Caption));
        Assert.Equal(["Row", "sequential, old-heap: time/op", "sequential, old-heap: B/op"], tables[0].Columns.Select(column => column.Title));
        Assert.Equal(["task", "2.24 µs", "80"], Rows(tables[0])[0].Select(cell => cell.Text));
    }

    [Fact]
    public void Bytes_that_vary_show_their_range()
    {
        var document = ReportDocument.From(SampleFigures.Create());
        var pooled = document.Comparisons[4];
        Assert.Equal("207.2 → 5.5 to 7.4 B/op", pooled.Bytes.Text);
        Assert.Equal("baseline: 206.4 to 207.9; candidate: count slices differ", pooled.Bytes.Note);
        var ledger = Ledger(document);
        Assert.Equal([("207.2", "206.4 to 207.9")], Lines(ledger.Groups[4].Rows[0][3]));
        Assert.Equal([("5.5 to 7.4", "count slices differ")], Lines(ledger.Groups[4].Rows[1][3]));
    }

    [Fact]
    public void The_ledger_has_pool_hits_only_where_a_side_has_them()
    {
        var ledger = Ledger(ReportDocument.From(SampleFigures.Create()));
        Assert.Equal("Pool hits", ledger.Columns[4].Title);
        Assert.Equal([("97 % [96 %, 98 %]", "11,520 of 400,000 boxes allocated")], Lines(ledger.Groups[4].Rows[1][4]));
        Assert.Equal([("–", null)], Lines(ledger.Groups[4].Rows[0][4]));
        Assert.DoesNotContain(Ledger(ReportDocument.From(SampleRun.Create())).Columns, column => column.Title == "Pool hits");
    }

    [Fact]
    public void A_pool_hit_rate_is_in_the_results_and_a_missing_one_has_its_reason()
    {
        var run = SampleFigures.Create();
        var comparison = ResultsOf(run).Comparisons[4];
        Assert.Equal(0.9712, comparison.Metrics.Candidate!.PoolHitRate);
        Assert.Equal("no pooled method suspended in a traced run", comparison.Metrics.Baseline!.Missing["poolHitRate"]);
        var stated = run.Comparisons[4].WithBaseline(side => side with { Pool = new(null, "the trace lost events") });
        Assert.Equal("the trace lost events", ResultsOf(run with { Comparisons = [stated] }).Comparisons[0].Metrics.Baseline!.Missing["poolHitRate"]);
        Assert.Equal([("n/a", "the trace lost events")], Lines(Ledger(ReportDocument.From(run with { Comparisons = [stated] })).Groups[0].Rows[0][4]));
        var rows = CsvCheck.Rows(Rendered.All(run)["results.csv"]);
        Assert.Equal(("0.9712", ""), (rows[5][rows[0].IndexOf("candidatePoolHitRate")], rows[5][rows[0].IndexOf("baselinePoolHitRate")]));
    }

    [Fact]
    public void A_device_whose_median_is_off_by_more_than_a_tenth_and_20_us_is_marked()
    {
        var document = ReportDocument.From(SampleFigures.Create());
        var table = Assert.IsType<ReportBlock.Table>(Assert.Single(document.Sections.Single(section => section.Id == "device").Blocks));
        Assert.Equal(["kept", "off"], Rows(table).Select(row => row[1].Mark!.Word));
        Assert.Equal(["task", "", "100 µs", "118 µs", "400 µs", "405 µs", "8,200"], Rows(table)[0].Select(cell => cell.Text));
        Assert.DoesNotContain(ReportDocument.From(SampleRun.Create()).Sections, section => section.Id == "device");
    }

    [Fact]
    public void Tables_and_verdicts_exclude_each_other()
    {
        var judged = ReportDocument.From(SampleRun.Create());
        Assert.True(judged.IsJudged);
        Assert.Empty(judged.Tables);
        var figures = ReportDocument.From(SampleFigures.Create());
        Assert.False(figures.IsJudged);
        Assert.Equal(4, figures.Tables.Count);
    }

    private static RunResults ResultsOf(RunAnalysis run) => AsyncLoad.Reporting.Results.ResultsBuilder.Build(run);

    private static List<ReportBlock.Table> Published(RunAnalysis run) =>
        [.. ReportDocument.From(run).Sections.Where(section => section.Id == "published").SelectMany(section => section.Blocks).OfType<ReportBlock.Table>()];

    private static ReportBlock.Table Ledger(ReportDocument document) =>
        (ReportBlock.Table)Assert.Single(document.Sections.Single(section => section.Id == "gc-ledger").Blocks);

    private static List<IReadOnlyList<ReportCell>> Rows(ReportBlock.Table table) => [.. table.Groups.SelectMany(group => group.Rows)];

    private static IEnumerable<(string Text, string? Note)> Lines(ReportCell cell) => new[] { cell }.Concat(cell.Also).Select(line => (line.Text, line.Note));
}
