using AsyncLoad.Model.Measurements;
using Xunit;

namespace AsyncLoad.EndToEnd;

[Collection(typeof(CompleteRunReaders))]
public class TraceTests(CompleteRun run)
{
    private const string TaskOfString = "Task&lt;string&gt;";

    [Fact]
    public void Traces_are_in_the_format_of_their_name() => Assert.All(
        Directory.EnumerateFiles(run.Folder.At("traces")),
        path => Assert.Equal("Nettrace"u8, File.ReadAllBytes(path).AsSpan(0, 8)));

    [Fact]
    public void Nothing_is_lost_on_the_way()
    {
        var traces = run.Folder.Results.Comparisons[0].Traces;

        Assert.All([traces.Baseline, traces.Candidate], trace => Assert.Equal((0L, false), (trace!.EventsLost, trace.Truncated)));
        Assert.All(run.Folder.Journal.OfType<JournalEntry.TracedRun>(), traced => Assert.IsType<CellOutcome.Completed>(traced.Outcome));
    }

    [Fact]
    public void Traces_agree_with_what_the_processes_counted_themselves()
    {
        var comparison = run.Folder.Results.Comparisons[0];
        Assert.DoesNotContain(comparison.Traces.Baseline!.Checks.Concat(comparison.Traces.Candidate!.Checks), check => !check.Passed);
        Assert.DoesNotContain("trace-check-failed", comparison.Warnings);
        string[] checks = [.. Rows("Traces against", "await-task"), .. Rows("Traces against", "await-value-task")];
        Assert.Equal(4, checks.Length);
        Assert.All(checks, row => Assert.Contains("passed", row, StringComparison.Ordinal));
    }

    [Fact]
    public void The_allocating_side_allocates_tasks_of_string() =>
        Assert.StartsWith($"| {TaskOfString} |", Rows("Bytes by type", "await-task").First(), StringComparison.Ordinal);

    [Fact]
    public void The_other_side_allocates_no_task()
    {
        var types = Rows("Bytes by type", "await-value-task");

        Assert.NotEmpty(types);
        Assert.DoesNotContain(types, row => row.StartsWith("| Task", StringComparison.Ordinal));
    }

    // The rows of a variant's first group in a table of report.md: the first comparison is the traced one.
    private List<string> Rows(string table, string variant) =>
    [
        .. File.ReadLines(run.Folder.At("report.md"))
            .SkipWhile(line => !line.StartsWith($"*{table}", StringComparison.Ordinal))
            .SkipWhile(line => !line.StartsWith($"| **{variant},", StringComparison.Ordinal))
            .Skip(1)
            .TakeWhile(line => line.StartsWith("| ", StringComparison.Ordinal) && !line.StartsWith("| **", StringComparison.Ordinal)),
    ];
}
