using AsyncLoad.Model.Results;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>Tables and times of <c>docs/evidence/runtimes.md</c> are those of its run.</summary>
public class RuntimesPageTests
{
    private static readonly string Page = Documents.Of("docs/evidence/runtimes.md").Text.Replace("**", "", StringComparison.Ordinal);

    private static readonly RunResults Results = PublishedRun.Results("runtimes");

    [Theory]
    [InlineData("completing: `ValueTask` ÷ `Task`", "completing", "await-value-task")]
    [InlineData("suspending: `ValueTask` ÷ `Task`", "suspending", "value-task")]
    [InlineData("suspending: pooled ÷ `Task`", "suspending", "pooled")]
    public void A_row_of_ratios_has_those_of_the_run(string label, string experiment, string candidate) =>
        Assert.Contains(Row(label, Of(experiment, candidate).Select(comparison => PublishedRun.Ratio(comparison))), Page, StringComparison.Ordinal);

    [Theory]
    [InlineData("five calls that complete, `Task<string>`", "completing", "await-value-task", false)]
    [InlineData("the same, `ValueTask<string>`", "completing", "await-value-task", true)]
    [InlineData("three methods that suspend, `Task<decimal>`", "suspending", "value-task", false)]
    [InlineData("the same, `ValueTask<decimal>`", "suspending", "value-task", true)]
    [InlineData("the same with the pooling builder", "suspending", "pooled", true)]
    public void A_row_of_bytes_has_those_of_the_run(string label, string experiment, string candidate, bool ofCandidate)
    {
        var bytes = Of(experiment, candidate).Select(comparison => (ofCandidate ? comparison.Metrics.Candidate : comparison.Metrics.Baseline)!.BytesPerOperation!.Value);
        Assert.Contains(Row(label, bytes.Select(figure => PublishedRun.Number(figure, "#,0"))), Page, StringComparison.Ordinal);
    }

    [Fact]
    public void Times_that_are_set_side_by_side_are_those_of_the_run()
    {
        double Time(string experiment, string candidate, string runtime) => Of(experiment, candidate).Single(comparison => comparison.Runtime == runtime).Metrics.Baseline!.NsPerOperation!.Value;
        var completing = (Time("completing", "await-value-task", "net10.0-runtime-async"), Time("completing", "await-value-task", "net10.0"));
        var suspending = (Time("suspending", "value-task", "net10.0-runtime-async"), Time("suspending", "value-task", "net10.0"));
        Assert.Contains($"{PublishedRun.Number(completing.Item1, "0")} against {PublishedRun.Number(completing.Item2, "0")} ns", Page, StringComparison.Ordinal);
        Assert.Contains($"{PublishedRun.Number(suspending.Item1 / 1000, "0.00")} µs against {PublishedRun.Number(suspending.Item2 / 1000, "0.00")} µs", Page, StringComparison.Ordinal);
    }

    [Fact]
    public void Runtimes_are_those_of_the_run() =>
        Assert.All(Results.Runtimes!, runtime => Assert.Contains(runtime.Version!, Page, StringComparison.Ordinal));

    private static List<ComparisonResult> Of(string experiment, string candidate)
    {
        var comparisons = Results.Comparisons.Where(comparison => comparison.Experiment == experiment && comparison.Candidate == candidate).ToList();
        Assert.Equal(["net8.0", "net9.0", "net10.0", "net10.0-runtime-async"], comparisons.Select(comparison => comparison.Runtime));
        return comparisons;
    }

    private static string Row(string label, IEnumerable<string> cells) => $"| {label} | {string.Join(" | ", cells)} |";
}
