using AsyncLoad.Harness.Cli;
using AsyncLoad.Model.Runs;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tests.Planning;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>Runs that name an earlier one to count changes from, in a place that is not fit, so that nothing is measured.</summary>
public sealed class AgainstTests : IDisposable
{
    private const string Unread = "warning: --against: no planned gate has \"maxChange\"";

    private static readonly RunEnvironment Unfit = CommandRun.Sound with { Harness = new ProcessState(Optimized: true, Debugged: true) };

    private readonly string parent = Directory.CreateTempSubdirectory("asyncload-against-").FullName;

    public void Dispose() => Directory.Delete(parent, recursive: true);

    [Fact]
    public async Task Whoever_names_a_run_that_no_gate_counts_from_is_told()
    {
        Assert.Contains(Unread, (await RefusedAsync("{ \"metric\": \"ratio\", \"max\": 2 }")).Error, StringComparison.Ordinal);
        Assert.DoesNotContain(Unread, (await RefusedAsync("{ \"metric\": \"ratio\", \"maxChange\": 1.1 }")).Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_to_count_from_that_was_changed_is_told_before_anything_is_measured()
    {
        const string Gate = "{ \"metric\": \"ratio\", \"maxChange\": 1.1 }";
        Assert.DoesNotContain("changed", (await RefusedAsync(Gate)).Error, StringComparison.Ordinal);
        Assert.Contains(
            $"warning: --against: pairs.jsonl was changed after measuring: comparison {SyntheticRun.Id}{Environment.NewLine}",
            (await RefusedAsync(Gate, earlier => File.AppendAllText(Path.Combine(earlier, "pairs.jsonl"), File.ReadAllText(Path.Combine(earlier, "pairs.jsonl"))))).Error,
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("{ \"metric\": \"ratio\", \"maxChange\": 1.1 }", "\"ratio\"")]
    [InlineData("{ \"metric\": \"peak\", \"maxChange\": 1000000 }", "\"peak\"")]
    [InlineData("{ \"metric\": \"retained\", \"maxChange\": 0 }, { \"metric\": \"bytesPerOperation\", \"maxChange\": 0 }, { \"metric\": \"peakRatio\", \"maxChange\": 1.1 }", "\"retained\", \"peakRatio\"")]
    [InlineData("{ \"metric\": \"retainedPerOperation\", \"maxChange\": 0 }, { \"metric\": \"peak\", \"max\": 1 }", "\"retainedPerOperation\"")]
    public async Task A_run_of_another_machine_is_told_before_anything_is_measured_with_the_gates_that_it_cannot_decide(string gates, string metrics) => Assert.Contains(
        $"warning: --against: that run comes from another machine, so gates with \"maxChange\" on {metrics} will be undecided: measure both versions in one run, with compare --baseline commit=… --candidate commit=HEAD{Environment.NewLine}",
        (await RefusedAsync(gates)).Error,
        StringComparison.Ordinal);

    [Theory]
    [InlineData("{ \"metric\": \"bytesPerOperation\", \"maxChange\": 0 }")]
    [InlineData("{ \"metric\": \"peak\", \"max\": 1000000 }")]
    public async Task What_is_the_same_on_every_machine_or_counts_from_no_run_needs_no_warning(string gate) =>
        Assert.DoesNotContain("another machine", (await RefusedAsync(gate)).Error, StringComparison.Ordinal);

    private async Task<CommandRun> RefusedAsync(string gate, Action<string>? change = null)
    {
        var earlier = SyntheticFolder.Write(Path.Combine(parent, "earlier"), "0123456789ab", [0.5, 0.5]);
        change?.Invoke(earlier);
        var profile = Path.Combine(parent, "gated.json");
        await File.WriteAllTextAsync(
            profile,
            Profiles.Smallest.Replace("\"baseline\"", $"\"gates\": [{gate}], \"baseline\"", StringComparison.Ordinal),
            TestContext.Current.CancellationToken);
        var run = await CommandRun.In(Unfit, services => services, "run", profile, "--against", earlier, "--output", Path.Combine(parent, "run"));
        Assert.Equal(ExitCode.Refused, run.Code);
        return run;
    }
}
