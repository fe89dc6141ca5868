using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Run;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Units;
using AsyncLoad.Reporting;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Tests.Reporting;
using Xunit;

namespace AsyncLoad.Tests.Cli;

public sealed class RunSummaryTests
{
    [Fact]
    public void A_run_without_verdicts_ends_with_its_tables_of_figures()
    {
        var output = Written(SampleFigures.Create());
        Assert.StartsWith($"stock-prices: The performance characteristics of async methods in C#, S. Tepliakov, 2018{Environment.NewLine}Row ", output, StringComparison.Ordinal);
        Assert.Contains("2.52 µs (async overhead); 1.55 µs (ValueTask); 2505; 9.1 (closures)  88 (ValueTask, closures)  1.42 µs", output, StringComparison.Ordinal);
        Assert.Contains("207.2 (206.4 to 207.9)", output, StringComparison.Ordinal);
        Assert.DoesNotContain("not measured", output, StringComparison.Ordinal);
        Assert.DoesNotContain("verdict", output, StringComparison.Ordinal);
        Assert.Contains("; nothing is judged.", output, StringComparison.Ordinal);
    }

    [Fact]
    public void A_run_with_verdicts_ends_with_them()
    {
        var output = Written(SampleRun.Create());
        Assert.StartsWith("comparison ", output, StringComparison.Ordinal);
        Assert.Contains("▲ wins", output, StringComparison.Ordinal);
        Assert.DoesNotContain("Published", output, StringComparison.Ordinal);
        Assert.EndsWith($"took     1 min 43 s, forecast 1.7 min{Environment.NewLine}", output, StringComparison.Ordinal);
    }

    [Fact]
    public void A_map_stands_in_the_place_of_the_table_and_below_it_elsewhere()
    {
        var run = SampleRun.Create();
        run = run with { Manifest = run.Manifest with { Plan = run.Manifest.Plan with { Skipped = [new("map/a/wave-64/calm", "a wave is left out"), new("map/a/wave-64/churn", "a wave is left out")] } } };
        var (map, whole) = (Written(run, RunSummary.WriteMap), Written(run));
        string[] grid = [.. map.Split(Environment.NewLine).TakeWhile(line => line.Length > 0)];

        Assert.Contains(grid, line => line.StartsWith("parallelFor", StringComparison.Ordinal) && line.Contains("▲ 0.444 [0.425, 0.460]", StringComparison.Ordinal));
        Assert.Contains(string.Join(Environment.NewLine, grid), whole, StringComparison.Ordinal);
        Assert.DoesNotContain("comparison ", map, StringComparison.Ordinal);
        Assert.Contains("undecided: await-value-task vs await-task, sequential, calm: Ask for more pairs", map, StringComparison.Ordinal);
        Assert.Contains($"{Environment.NewLine}skipped: 2 cells: a wave is left out{Environment.NewLine}", map, StringComparison.Ordinal);
        Assert.Contains("report   ", map, StringComparison.Ordinal);
    }

    [Fact]
    public void Widths_stand_beside_ratios_and_what_is_undecided_says_what_would_help()
    {
        const string Help = "Ask for more pairs with --pairs 12, or for a quieter machine.";
        var output = Written(SampleRun.Create());
        Assert.Contains("0.95 [0.86, 1.04]     ±9.5 %  6 ", output, StringComparison.Ordinal);
        Assert.Contains($"undecided: await-value-task vs await-task, sequential, calm: {Help}{Environment.NewLine}", output, StringComparison.Ordinal);
        var answer = Written(SampleRun.Create(), RunSummary.WriteAnswer).Split(Environment.NewLine);
        Assert.StartsWith("sequential, calm [ac]: await-value-task is inconclusive: 0.95 [0.86, 1.04], ", answer[0], StringComparison.Ordinal);
        Assert.Equal($"±9.5 % after 6 pairs: {Help}", answer[1]);
        Assert.Contains(": await-value-task wins: ", answer[2], StringComparison.Ordinal);
        Assert.Contains(": await-value-task wins: ", answer[3], StringComparison.Ordinal);
        Assert.Equal(answer.Length, answer.Distinct(StringComparer.Ordinal).Count());
    }

    [Fact]
    public void Warnings_stand_below_the_answer_of_a_single_question_too()
    {
        var run = SampleRun.Create();
        var told = run.Comparisons[0].Warnings.First(warning => warning.Severity == WarningSeverity.Warning);
        var answer = Written(run with { Comparisons = [run.Comparisons[0]] }, RunSummary.WriteAnswer).Split(Environment.NewLine);

        Assert.StartsWith("await-value-task is inconclusive: ", answer[0], StringComparison.Ordinal);
        Assert.Single(answer, line => line.StartsWith($"warning: {told.Id}: ", StringComparison.Ordinal) && line.EndsWith(told.Remedy, StringComparison.Ordinal));
        Assert.DoesNotContain(answer, line => line.StartsWith("i note", StringComparison.Ordinal) || line.StartsWith("note", StringComparison.Ordinal));
    }

    [Fact]
    public void Rows_and_cells_carry_the_letters_of_warnings_that_stand_below()
    {
        var run = SampleRun.Create();
        string[] expected = ["warning: [a] no-steady-state (1 of 4 comparisons: ", "warning: [b] pressure-uneven (1 of 4 comparisons: ", "notes: [c] wide-interval; the report explains them"];
        foreach (var output in new[] { Written(run), Written(run, RunSummary.WriteMap), Written(run, RunSummary.WriteAnswer) })
            Assert.All(expected, line => Assert.Contains($"{Environment.NewLine}{line}", output, StringComparison.Ordinal));

        var table = Written(run).Split(Environment.NewLine);
        Assert.Contains("sequential, calm [ac] ", table[1], StringComparison.Ordinal);
        Assert.Contains("parallelFor, calm  ", table[2], StringComparison.Ordinal);
        Assert.Contains("parallelFor, old-heap [b] ", table[3], StringComparison.Ordinal);
        var map = Written(run, RunSummary.WriteMap);
        Assert.Contains("? 0.95  [0.86, 1.04] [ac]", map, StringComparison.Ordinal);
        Assert.Contains("▲ 0.27  [0.25, 0.30] [b]", map, StringComparison.Ordinal);
        Assert.DoesNotContain("[a", Written(run with { Comparisons = [run.Comparisons[0]] }), StringComparison.Ordinal);
    }

    [Fact]
    public void Hundreds_that_are_undecided_leave_the_answer_in_sight()
    {
        var run = SampleRun.Create();
        var output = Written(run with { Comparisons = [.. Enumerable.Repeat(run.Comparisons[0], 300)] });
        string[] undecided = [.. output.Split(Environment.NewLine).Where(line => line.StartsWith("undecided: ", StringComparison.Ordinal))];

        Assert.InRange(undecided.Length, 2, 10);
        Assert.Equal($"undecided: {300 - undecided.Length + 1} more; the report says what would help each", undecided[^1]);
    }

    [Fact]
    public void Of_hundreds_of_gates_those_that_did_not_pass_are_told_and_the_others_counted()
    {
        var run = SampleRun.Create();
        var gate = run.Gates[0];
        var output = Written(run with { Gates = [.. Enumerable.Repeat(gate with { State = GateState.Passed }, 150), gate with { State = GateState.Failed }, .. Enumerable.Repeat(gate with { State = GateState.Passed }, 150)] });
        string[] gates = [.. output.Split(Environment.NewLine).Where(line => line.StartsWith("gate", StringComparison.Ordinal))];

        Assert.Equal(2, gates.Length);
        Assert.StartsWith("gate ✗ failed: ", gates[0], StringComparison.Ordinal);
        Assert.Equal("gates ✓ passed: 300 of 301", gates[1]);
    }

    [Fact]
    public void Gates_stand_below_answers_as_below_a_table()
    {
        string[] Gates(Action<JudgedRun, Terminal, OutputStyle> write) =>
            [.. Written(SampleRun.Create(), write).Split(Environment.NewLine).SkipWhile(line => !line.StartsWith("gate ", StringComparison.Ordinal)).TakeWhile(line => line.StartsWith("gate ", StringComparison.Ordinal) || line.StartsWith("  ", StringComparison.Ordinal))];

        Assert.NotEmpty(Gates(RunSummary.Write));
        Assert.Equal(Gates(RunSummary.Write), Gates(RunSummary.WriteAnswer));
    }

    [Fact]
    public void What_others_did_to_a_comparison_is_told_below_its_table_and_under_its_width()
    {
        const string Told = "Other processes used 0.57 core on average and 1.50 at most.";
        var run = SampleRun.Create();
        var disturbed = run with { Comparisons = [run.Comparisons[0] with { Disturbance = new Disturbance(0.57, 1.5, 3, 0.01, Told) }, run.Comparisons[1] with { Disturbance = new Disturbance(0.57, 1.5, 0, null, "No pair.") }] };
        var output = Written(disturbed);
        Assert.Contains($"disturbed: await-value-task vs await-task, sequential, calm: {Told}{Environment.NewLine}", output, StringComparison.Ordinal);
        Assert.DoesNotContain("No pair.", output, StringComparison.Ordinal);
        Assert.Contains(Told, Written(disturbed, RunSummary.WriteAnswer), StringComparison.Ordinal);
        Assert.Contains(Told, Written(disturbed, RunSummary.WriteMap), StringComparison.Ordinal);
        var both = disturbed with { Comparisons = [disturbed.Comparisons[0], disturbed.Comparisons[0] with { Comparison = run.Comparisons[1].Comparison }] };
        foreach (var (write, what) in new (Action<JudgedRun, Terminal, OutputStyle>, string)[] { (RunSummary.WriteMap, "cells"), (RunSummary.Write, "comparisons"), (RunSummary.WriteAnswer, "comparisons") })
        {
            var several = Written(both, write);
            Assert.Contains($"disturbed: 2 {what}: other processes used the processors", several, StringComparison.Ordinal);
            Assert.DoesNotContain(Told, several, StringComparison.Ordinal);
        }
        using var page = new StringWriter();
        MarkdownPage.Write(ReportDocument.From(disturbed).Page, page);
        Assert.Contains(Told, page.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void A_benchmark_method_stands_with_its_description_and_several_baselines_are_told()
    {
        var run = SampleRun.Create();
        var workload = run.Catalogue.Workloads[0];
        VariantDescription[] variants = [.. workload.Variants.Select(variant => variant.Id == "await-task" ? variant with { Declared = new BenchmarkDeclaration("AwaitTask", "as it was", [], "") } : variant)];
        var described = run with { Catalogue = run.Catalogue with { Workloads = [workload with { Variants = variants }] } };
        Assert.Contains("await-value-task vs await-task (as it was) ", Written(described), StringComparison.Ordinal);

        var answer = Written(run, RunSummary.WriteAnswer).Split(Environment.NewLine);
        Assert.EndsWith("; baseline await-task", answer[0], StringComparison.Ordinal);
        Assert.EndsWith("; baseline direct-task", answer[4], StringComparison.Ordinal);
    }

    [Fault(18)]
    [Theory]
    [InlineData(47.4, 60, 60, "47 s, forecast 1.0 min")]
    [InlineData(59.6, 60, 180, "1 min 0 s, forecast 1.0 to 3.0 min")]
    [InlineData(-86_400_000, 60, 60, "unknown, since the clock was set back, forecast 1.0 min")]
    [InlineData(7_500, 7_200, 7_200, "2 h 5 min, forecast 120.0 min")]
    public void What_a_run_took_stands_beside_its_forecast(double seconds, long shortest, long longest, string expected)
    {
        var run = SampleRun.Create();
        var manifest = run.Manifest;
        var plan = manifest.Plan with { Forecast = manifest.Plan.Forecast with { Shortest = Duration.FromSeconds(shortest), Longest = Duration.FromSeconds(longest) } };
        Assert.Equal(expected, ForecastWords.Took(run with { Manifest = manifest with { Finished = manifest.Started.AddSeconds(seconds), Plan = plan } }));
        Assert.Null(ForecastWords.Took(run with { Manifest = manifest with { Finished = null } }));
    }

    [Fact]
    public void What_all_rows_compare_is_said_once_where_a_person_reads()
    {
        const string Title = "await-value-task vs await-task";
        string[] lines = [.. Written(SampleExtremes.Forty(), RunSummary.Write, width: 140).Split(Environment.NewLine).TakeWhile(line => line.Length > 0)];

        Assert.Equal(Title, lines[0]);
        Assert.DoesNotContain(lines.Skip(1), line => line.Contains(Title, StringComparison.Ordinal));
        // One line for each, in a frame.
        Assert.Equal(40, lines.Count(line => line.StartsWith('│') && line.Contains("result=", StringComparison.Ordinal)));
        Assert.StartsWith("comparison ", Written(SampleExtremes.Forty()), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(60, 3)]
    [InlineData(80, 2)]
    public void Where_no_table_fits_each_of_many_comparisons_takes_few_lines(int width, int most)
    {
        string[] lines = [.. Written(SampleExtremes.Forty(), RunSummary.Write, width).Split(Environment.NewLine).TakeWhile(line => line.Length > 0)];

        Assert.Equal("await-value-task vs await-task", lines[0]);
        Assert.StartsWith("verdict         ratio [interval]", lines[1], StringComparison.Ordinal);
        var rows = lines.Skip(3).Count(line => !line.StartsWith("time: ", StringComparison.Ordinal));
        Assert.InRange(rows, 40 * 2, 40 * most);
        Assert.DoesNotContain(lines.Where(line => !line.StartsWith("time: ", StringComparison.Ordinal)), line => line.Length > width);
        Assert.Contains(lines, line => line.StartsWith("▲ wins          0.21 [0.20, 0.23]", StringComparison.Ordinal));
    }

    [Fact]
    public void Why_nothing_was_measured_is_said_once_for_all_of_one_reason()
    {
        var output = Written(SampleExtremes.AllDropped());
        Assert.Contains($"{Environment.NewLine}not measured: 4 comparisons: dropped: a pair failed twice{Environment.NewLine}", output, StringComparison.Ordinal);
        Assert.DoesNotContain("n/a →", output, StringComparison.Ordinal);
        Assert.DoesNotContain("not measured:", Written(SampleRun.Create()), StringComparison.Ordinal);
    }

    private static string Written(RunAnalysis run) => Written(run, RunSummary.Write);

    private static string Written(RunAnalysis run, Action<JudgedRun, Terminal, OutputStyle> write, int? width = null)
    {
        using var output = new StringWriter();
        var terminal = new Terminal(output, TextWriter.Null, OutputIsTerminal: width is not null, ErrorIsTerminal: false, NoColor: true) { Width = width };
        var judged = new JudgedRun("runs/one", new RunEvidence(run.Manifest, run.Catalogue, [], []), run, ReportDocument.From(run), []);
        write(judged, terminal, new OutputStyle(OutputFormat.Text, Verbosity.Normal, Color: false, Progress: false));
        return output.ToString();
    }
}
