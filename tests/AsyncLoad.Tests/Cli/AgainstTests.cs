using AsyncLoad.Harness.Cli;
using AsyncLoad.Model.Runs;
using AsyncLoad.Tests.Planning;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>Runs that name an earlier one to count changes from, in a place that is not fit, so that nothing is measured.</summary>
public sealed class AgainstTests : IDisposable
{
    private const string Unread = "warning: --against: no gate that is planned has \"maxChange\"";

    private static readonly RunEnvironment Unfit = CommandRun.Sound with { Harness = new ProcessState(Optimized: true, Debugged: true) };

    private readonly string parent = Directory.CreateTempSubdirectory("asyncload-against-").FullName;

    public void Dispose() => Directory.Delete(parent, recursive: true);

    [Fact]
    public async Task Whoever_names_a_run_that_no_gate_counts_from_is_told()
    {
        Assert.Contains(Unread, (await RefusedAsync("{ \"metric\": \"ratio\", \"max\": 2 }")).Error, StringComparison.Ordinal);
        Assert.DoesNotContain(Unread, (await RefusedAsync("{ \"metric\": \"ratio\", \"maxChange\": 1.1 }")).Error, StringComparison.Ordinal);
    }

    private async Task<CommandRun> RefusedAsync(string gate)
    {
        var earlier = SyntheticFolder.Write(Path.Combine(parent, "earlier"), "0123456789ab", [0.5, 0.5]);
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
