using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting;
using AsyncLoad.Reporting.Document;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

/// <summary>What a report says before its figures: what was measured, and what limits the trust in it.</summary>
public sealed class FirstScreenTests
{
    [Fact]
    public void Warnings_of_one_kind_are_one_with_the_rows_that_have_it()
    {
        var document = ReportDocument.From(Warned(("held-busy", WarningSeverity.Warning, "B was busy 3 %."), ("held-busy", WarningSeverity.Warning, "A was busy 8 %.")));

        var caution = Assert.Single(document.Cautions, caution => caution.Id == "held-busy");
        Assert.StartsWith("Processes used the processor while they were held", caution.Message, StringComparison.Ordinal);
        Assert.Equal(2, caution.Details.Count);
        Assert.EndsWith("B was busy 3 %.", caution.Details[0], StringComparison.Ordinal);
        Assert.StartsWith("2 of ", caution.Where, StringComparison.Ordinal);
        Assert.Equal([true, true, false], document.Comparisons.Take(3).Select(row => row.Letters.Contains(caution.Letter!, StringComparison.Ordinal)));
    }

    [Fact]
    public void A_kind_without_words_of_its_own_speaks_for_itself() =>
        Assert.Equal("Something is odd.", Assert.Single(ReportDocument.From(Warned(("odd-thing", WarningSeverity.Warning, "Something is odd."))).Cautions, caution => caution.Id == "odd-thing").Message);

    [Fact]
    public void Rows_of_one_name_count_each()
    {
        var run = Warned(("odd-thing", WarningSeverity.Warning, "Something is odd."), ("odd-thing", WarningSeverity.Warning, "Something is odd."));
        run = run with { Comparisons = [.. run.Comparisons.Take(2).Select(analysis => analysis with { Comparison = run.Comparisons[0].Comparison })] };

        Assert.Equal("both comparisons", Assert.Single(ReportDocument.From(run).Cautions, caution => caution.Id == "odd-thing").Where);
    }

    [Fact]
    public void The_gravest_comes_first_and_what_only_explains_last()
    {
        var cautions = ReportDocument.From(Warned(
            ("explains", WarningSeverity.Note, "It is so."), ("warns", WarningSeverity.Warning, "Take care."), ("wrong", WarningSeverity.Invalid, "No figure."))).Cautions.Where(caution => caution.Letter is not null).ToList();

        Assert.Equal(["wrong", "warns", "explains"], cautions.Select(caution => caution.Id));
        Assert.Equal(["a", "b", "c"], cautions.Select(caution => caution.Letter));
        Assert.Equal([false, false, true], cautions.Select(caution => caution.Explains));
    }

    [Fact]
    public void Letters_go_on_after_z_and_each_is_another()
    {
        var letters = ReportDocument.From(Warned([.. Enumerable.Range(0, 60).Select(number => ($"kind-{number}", WarningSeverity.Warning, "It is odd."))])).Cautions.Select(caution => caution.Letter).OfType<string>().ToList();

        Assert.Equal(60, letters.Distinct().Count());
        Assert.Equal(["a", "z", "aa", "az", "ba"], new[] { 0, 25, 26, 51, 52 }.Select(index => letters[index]));
    }

    [Fact]
    public void What_would_help_each_is_one_warning_for_all()
    {
        var run = SampleRun.Create();
        run = run with { Comparisons = [.. run.Comparisons.Select((analysis, index) => analysis with { Warnings = [new Warning("wide-interval", WarningSeverity.Note, "It is wide.", $"Ask for {index + 20} pairs.")] })] };

        var caution = Assert.Single(ReportDocument.From(run).Cautions, caution => caution.Id == "wide-interval");
        Assert.DoesNotContain("20", caution.Remedy!, StringComparison.Ordinal);
        Assert.Equal(Enumerable.Range(20, run.Comparisons.Count).Select(pairs => $"It is wide. Ask for {pairs} pairs."), caution.Details.Select(line => line[(line.IndexOf(": ", StringComparison.Ordinal) + 2)..]));
        var alone = ReportDocument.From(run with { Comparisons = [run.Comparisons[1]] });
        Assert.Equal("Ask for 21 pairs.", Assert.Single(alone.Cautions, caution => caution.Id == "wide-interval").Remedy);
    }

    [Fact]
    public void Letters_of_a_row_are_told_apart_where_some_are_two()
    {
        var run = SampleRun.Create();
        var many = run with { Comparisons = [run.Comparisons[0] with { Warnings = [.. Enumerable.Range(0, 28).Select(number => new Warning($"kind-{number}", WarningSeverity.Warning, "It is odd.", "Do this."))] }] };

        Assert.EndsWith("y,z,aa,ab", Assert.Single(ReportDocument.From(many).Comparisons).Letters, StringComparison.Ordinal);
    }

    [Fact]
    public void What_others_did_is_told_below_the_table_and_counted_in_it()
    {
        var run = SampleRun.Create();
        var (pairs, told) = (run.Comparisons[1].Pairs.Count, "Other processes used 0.57 core on average and 1.50 at most.");
        var disturbed = run with { Comparisons = [run.Comparisons[0], run.Comparisons[1] with { Disturbance = new Disturbance(0.57, 1.5, 1, 0.01, told) }, .. run.Comparisons.Skip(2)] };
        var section = ReportDocument.From(disturbed).Sections.Single(one => one.Id == "ratios");

        Assert.Equal([null, $"1 of {pairs} pairs disturbed", null, null], Assert.IsType<ReportBlock.Forest>(section.Blocks[0]).Values.Groups[0].Rows.Select(row => row[3].Note));
        var details = Assert.IsType<ReportBlock.Details>(section.Blocks[1]);
        Assert.Equal("What other processes did to 1 comparison", details.Summary);
        Assert.Equal(told, Assert.Single(Assert.IsType<ReportBlock.Facts>(Assert.Single(details.Blocks)).Items).Value);
        Assert.Single(ReportDocument.From(run).Sections.Single(one => one.Id == "ratios").Blocks);
    }

    [Fact]
    public void What_did_not_pass_stands_first_among_gates()
    {
        var run = SampleRun.Create();
        var gate = run.Gates[0];
        GateState[] states = [GateState.Passed, GateState.Failed, GateState.Passed, GateState.Inconclusive];
        var section = ReportDocument.From(run with { Gates = [.. states.Select(state => gate with { State = state })] }).Sections.Single(one => one.Id == "gates");

        Assert.Equal(
            [GateState.Failed, GateState.Inconclusive, GateState.Passed, GateState.Passed],
            Assert.IsType<ReportBlock.Table>(Assert.Single(section.Blocks)).Groups[0].Rows.Select(row => states.First(state => Mark.Of(state) == row[1].Mark)));
    }

    [Fact]
    public void A_long_table_of_the_first_screen_folds_what_follows_its_first_rows()
    {
        ReportGroup Group(string title, int from, int count) => new(title, [.. Enumerable.Range(from, count).Select(number => (IReadOnlyList<ReportCell>)[new($"row {number}.")])]);
        var table = new ReportBlock.Table("All of them", [new("Name", Numeric: false)], Group("one", 0, 12), Group("two", 12, 300));
        var text = Markdown(new ReportSection("a", "First", null, table), new ReportSection("b", "Second", null, table));
        string[] open = [.. text.TakeWhile(line => !line.Contains("<details>", StringComparison.Ordinal))];

        Assert.Equal(20, open.Count(line => line.StartsWith("| row ", StringComparison.Ordinal)));
        Assert.Contains("<details><summary>292 more rows</summary>", text);
        Assert.Contains("<details><summary>Second</summary>", text);
        Assert.Equal(2 * 312, text.Count(line => line.StartsWith("| row ", StringComparison.Ordinal)));
        // The second group goes on below, and a folded section holds all of its table.
        Assert.Equal(["| **one** |", "| **two** |", "| **two** |", "| **one** |", "| **two** |"], text.Where(line => line.Contains("**", StringComparison.Ordinal) && line.StartsWith('|')));
        Assert.Equal(3, text.Count(line => line == "| Name |"));
    }

    [Fact]
    public void A_run_without_warnings_has_no_such_section()
    {
        var run = Warned();
        Assert.Empty(ReportDocument.From(run with { Manifest = run.Manifest with { Warnings = [] } }).Cautions);
    }

    [Fact]
    public void What_was_measured_names_the_work_its_variants_and_every_condition()
    {
        var run = SampleRun.Create();
        var blocks = ReportDocument.From(run).Subject;

        var open = Assert.IsType<ReportBlock.Facts>(blocks[0]).Items;
        Assert.Equal(["call-chain", "await-task", "await-value-task"], open.Take(3).Select(fact => fact.Name));
        Assert.Contains("returns Task", open[1].Value, StringComparison.Ordinal);
        var folded = Assert.IsType<ReportBlock.Facts>(Assert.Single(Assert.IsType<ReportBlock.Details>(blocks[1]).Blocks)).Items;
        var cells = run.Comparisons.SelectMany(analysis => new[] { analysis.Comparison.Baseline, analysis.Comparison.Candidate }).ToList();
        Assert.Empty(cells.Select(cell => cell.Load.Slug).Concat(cells.Select(cell => cell.Pressure.Name)).Except(folded.Select(fact => fact.Name)));
        Assert.Equal("Run it again", folded[^1].Name);
        Assert.StartsWith("asyncload run profile.resolved.json", folded[^1].Value, StringComparison.Ordinal);
        Assert.DoesNotContain(open.Concat(folded), fact => fact.Value.Contains("does not describe it", StringComparison.Ordinal) && fact.Name == "call-chain");
    }

    [Fact]
    public void The_command_that_runs_it_again_has_what_no_profile_says()
    {
        var run = SampleRun.Create();
        var plugins = new PluginSet([new PluginFile("/x/Mine.dll", 3, "ab")], SharedInstance: true, IgnoreValues: true);
        var blocks = ReportDocument.From(run with { Manifest = run.Manifest with { Plan = run.Manifest.Plan with { Plugins = plugins } } }).Subject;

        var folded = Assert.IsType<ReportBlock.Facts>(Assert.Single(Assert.IsType<ReportBlock.Details>(blocks[1]).Blocks)).Items;
        Assert.Equal("asyncload run profile.resolved.json --plugin Mine.dll --shared-instance --ignore-values (in this run's folder, with the path of Mine.dll; asyncload.log begins with the command as it was typed)", folded[^1].Value);
    }

    [Fact]
    public void Types_of_both_sides_stand_side_by_side_below_the_counted_sum()
    {
        var run = SampleRun.Create();
        var table = ReportDocument.From(run).Sections.SelectMany(section => section.Blocks).OfType<ReportBlock.Table>().Single(table => table.Caption?.StartsWith("Bytes per operation by type", StringComparison.Ordinal) == true);

        var traced = run.Comparisons.Where(analysis => analysis.Sides.Each().All(side => side.Trace.Value is { Problem: null, Window.Operations: > 0 })).ToList();
        Assert.Equal(traced.Count, table.Groups.Count);
        Assert.All(table.Groups, group =>
        {
            Assert.Equal("All, counted", group.Rows[0][0].Text);
            Assert.True(group.Rows.Count > 1);
            Assert.All(group.Rows, row => Assert.Equal(3, row.Count));
        });
        Assert.Contains($"{run.Comparisons.Count - traced.Count} of {run.Comparisons.Count} comparisons not shown", table.Caption, StringComparison.Ordinal);
    }

    private static string[] Markdown(params ReportSection[] sections)
    {
        using var text = new StringWriter();
        MarkdownPage.Write(new ReportPage("run", "It wins.", null, "today", null, sections, "", "elsewhere") { FirstScreen = 1 }, text);
        return text.ToString().Split('\n');
    }

    // One warning for each of the first comparisons; what there are more goes to the last.
    private static RunAnalysis Warned(params (string Id, WarningSeverity Severity, string Message)[] warnings)
    {
        var run = SampleRun.Create();
        var last = run.Comparisons.Count - 1;
        return run with
        {
            Comparisons = [.. run.Comparisons.Select((analysis, index) => analysis with
            {
                Warnings = [.. warnings.Where((_, place) => Math.Min(place, last) == index).Select(one => new Warning(one.Id, one.Severity, one.Message, "Do this."))],
            })],
        };
    }
}
