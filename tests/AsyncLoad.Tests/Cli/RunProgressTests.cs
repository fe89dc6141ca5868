using AsyncLoad.Harness.Cli;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Tests.Analysis;
using Xunit;

namespace AsyncLoad.Tests.Cli;

public sealed class RunProgressTests
{
    [Theory]
    [InlineData(true, "pair 1/2 done  ratio about 0.500")]
    [InlineData(false, "pair 1/2 done  100 → 50.0 ns/op")]
    public async Task A_pair_ends_with_the_ratio_so_far_or_with_times_where_nothing_is_judged(bool verdicts, string expected)
    {
        using var error = new StringWriter();
        var terminal = new Terminal(TextWriter.Null, error, OutputIsTerminal: false, ErrorIsTerminal: false, NoColor: true);
        var comparison = SyntheticRun.ComparisonOf();
        var plan = SyntheticRun.PlanOf([2], comparison);
        var progress = new RunProgress(
            plan with { Measure = plan.Measure with { Verdicts = verdicts } },
            terminal,
            new OutputStyle(OutputFormat.Text, Verbosity.Normal, Color: false, Progress: true));
        await progress.ShowAsync(report =>
        {
            report(new RunEvent.PairEnded(comparison, SyntheticRun.PairOf(1, 0.5)));
            return Task.CompletedTask;
        });
        Assert.Contains(expected, error.ToString(), StringComparison.Ordinal);
    }
}
