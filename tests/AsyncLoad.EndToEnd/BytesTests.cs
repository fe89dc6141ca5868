using System.Text.Json;
using AsyncLoad.Model.Results;
using Xunit;

namespace AsyncLoad.EndToEnd;

[Collection(typeof(CompleteRunReaders))]
public class BytesTests(CompleteRun run)
{
    private static readonly (string Baseline, string Result, double Bytes)[] Allocating = [("await-task", "string", 504), ("direct-task", "decimal", 80)];

    [Fact]
    public void Every_task_side_allocates_exactly_its_tasks_under_both_loads() =>
        Assert.All(Allocating, row => Assert.All(
            new[] { "sequential", "parallelFor" },
            load => Assert.Equal(row.Bytes, Rounded(Comparison(row.Baseline, row.Result, load).Metrics.Baseline))));

    [Fact]
    public void No_value_task_side_allocates()
    {
        Assert.Equal(4, run.Folder.Results.Comparisons.Count);
        Assert.All(run.Folder.Results.Comparisons, comparison => Assert.Equal(0, Rounded(comparison.Metrics.Candidate)));
    }

    [Fact]
    public void Differences_are_those_of_the_sides() =>
        Assert.All(Allocating, row => Assert.All(
            new[] { "sequential", "parallelFor" },
            load => Assert.Equal(-row.Bytes, Math.Round(Comparison(row.Baseline, row.Result, load).BytesDifference!.Value, 2))));

    [Fact]
    public void Results_hold_bytes_as_numbers()
    {
        using var results = JsonDocument.Parse(run.Folder.Text("results.json"));

        Assert.All(results.RootElement.GetProperty("comparisons").EnumerateArray(), comparison => Assert.All(
            new[] { "baseline", "candidate" },
            side => Assert.Equal(JsonValueKind.Number, comparison.GetProperty("metrics").GetProperty(side).GetProperty("bytesPerOperation").ValueKind)));
    }

    [Fact]
    public void Every_report_and_the_terminal_say_the_same()
    {
        Assert.All([run.Ended.Output, run.Folder.Text("report.md"), run.Folder.Text("report.html")], text => Assert.All(
            ["504 → 0 B/op", "80 → 0 B/op"],
            said => Assert.Contains(said, text, StringComparison.Ordinal)));
        Assert.DoesNotContain("count slices disagree", run.Folder.Text("report.md"), StringComparison.Ordinal);
    }

    private ComparisonResult Comparison(string baseline, string result, string load) => run.Folder.Results.Comparisons.Single(
        comparison => comparison.Baseline == baseline && comparison.Parameters["result"] == result && comparison.Load == load);

    private static double Rounded(SideResult? side) => Math.Round(side!.BytesPerOperation!.Value, 2);
}
