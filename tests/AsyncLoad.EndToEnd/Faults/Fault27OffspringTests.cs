using System.Globalization;
using System.Security.Cryptography;
using AsyncLoad.Model.Measurements;
using Xunit;

namespace AsyncLoad.EndToEnd.Faults;

/// <summary>Processes that a workload starts and leaves: docs/evidence/reliability.md, rows 5 and 27.</summary>
[Fault(27)]
public sealed class Fault27OffspringTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    // How long one sleeps, in seconds: no other process sleeps exactly so long.
    private readonly string seconds = string.Create(CultureInfo.InvariantCulture, $"301.{RandomNumberGenerator.GetInt32(100_000_000):00000000}");

    private RunFolder Run => new(sandbox.At("run"));

    private IReadOnlyList<int> Sleeping => HostProcesses.Of($"sleep\0{seconds}\0");

    public Fault27OffspringTests() => HostProcesses.Require();

    public void Dispose()
    {
        foreach (var left in Sleeping) HostProcesses.Send(left, HostProcesses.Signal.Kill);
        sandbox.Dispose();
    }

    [Theory]
    [InlineData("leaves-child")]
    [InlineData("leaves-daemon")]
    [InlineData("leaves-daemon-without-environment")]
    public async Task What_a_workload_starts_ends_with_it_and_is_told_once(string variant)
    {
        using var program = Start(variant, pairs: 2);

        var ended = (await program.EndAsync()).Expect(0);

        Assert.Empty(Sleeping);
        Asyncload.AssertNothingIsLeft(sandbox);
        Assert.All(Run.Pairs, pair => Assert.IsType<CellOutcome.Completed>(pair.Candidate));
        var warning = Assert.Single(Run.Manifest.Warnings, warning => warning.Contains("sleep", StringComparison.Ordinal));
        Assert.Matches("^.*: a measured process left [1-9] process(es)? running \\(sleep\\), which (was|were) ended with it: ", warning);
        Assert.Contains(warning, ended.Error, StringComparison.Ordinal);
        Assert.Contains("sleep", Run.Text("report.md"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_a_process_that_crashes_started_ends_with_it()
    {
        using var program = Start("leaves-child-and-crashes", pairs: 1);

        (await program.EndAsync()).Expect(7);

        Assert.Empty(Sleeping);
        Asyncload.AssertNothingIsLeft(sandbox);
    }

    [Fault(5)]
    [Theory]
    [InlineData("leaves-child")]
    [InlineData("leaves-daemon")]
    public async Task What_a_workload_started_does_not_outlive_a_killed_harness(string variant)
    {
        using var program = Start(variant, pairs: 40);
        await Until.HoldsAsync(() => Sleeping.Count > 0, "the workload has started its process");
        program.Send(HostProcesses.Signal.Kill);
        (await program.EndAsync()).Expect(137);

        await Until.HoldsAsync(() => Sleeping.Count == 0 && HostProcesses.Of(sandbox).Count == 0, "nothing of the run lives");
    }

    private RunningProgram Start(string variant, int pairs)
    {
        var profile = sandbox.Write("leaving.json", $$"""
            {
              "schemaVersion": 1, "name": "leaving", "seed": 1, "environment": ["LEFT_SECONDS"],
              "measure": { "slices": 4, "slice": "50ms", "warmUpCap": "100ms", "looks": [{{pairs}}], "verdicts": false },
              "experiments": [{ "name": "leaving", "workload": "faults", "baseline": "fine", "candidates": ["{{variant}}"], "loads": ["sequential"] }]
            }
            """);
        return Asyncload.StartIn(
            sandbox, [("LEFT_SECONDS", seconds)], "run", profile, "--traces", "none", "--plugin", BuiltPlugins.Benchmarks, "--output", "run");
    }
}
