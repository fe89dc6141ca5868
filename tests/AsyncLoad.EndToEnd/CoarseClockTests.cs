using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>The program with the clocks of Windows: sleeps and processor time in steps of 15.625 ms, and measured processes behind named pipes.</summary>
[Collection(typeof(Alone))]
public sealed class CoarseClockTests : IDisposable
{
    private static readonly (string, string)[] Windows = [("ASYNCLOAD_CLOCKS", "windows")];

    private readonly Sandbox sandbox = new();

    public void Dispose() => sandbox.Dispose();

    // Without the refusal the slower side of these would come out as no slower.
    [Theory]
    [InlineData("""{ "kind": "openLoop", "rate": 1000 }""", "openLoop-1000")]
    [InlineData("""{ "kind": "closedLoop", "workers": 2, "thinkTime": "1ms" }""", "closedLoop-2")]
    [InlineData("""{ "kind": "simulations", "stages": [{ "kind": "inject", "rate": 2000, "during": "200ms" }] }""", "simulations")]
    public async Task Loads_that_wait_are_refused_with_the_reason_and_measured_elsewhere(string load, string slug)
    {
        var profile = sandbox.Write("waits.json", Profiles.Of($$"""
            { "name": "await", "workload": "call-chain", "baseline": "await-task", "candidates": ["await-value-task"], "loads": [{{load}}] }
            """));

        foreach (var arguments in new string[][] { ["plan", profile], ["run", profile, "--output", "run"], ["run", profile, "--force", "--output", "run"] })
        {
            var refused = (await Asyncload.RunInAsync(sandbox, Windows, arguments)).Expect(6);
            Assert.Contains($"the load \"{slug}", refused.Error, StringComparison.Ordinal);
            Assert.Contains("Windows ends most sleeps in steps of up to 15.6 ms, which hide slower operations", refused.Error, StringComparison.Ordinal);
        }

        Assert.False(Directory.Exists(sandbox.At("run")));
        (await Asyncload.RunAsync(sandbox, "plan", profile)).Expect(0);
    }

    [Fact]
    public async Task Sequential_operations_are_measured_and_their_bytes_are_exact()
    {
        var profile = sandbox.Write("sequential.json", Profiles.FiguresOf(1, Profiles.AwaitPair));

        (await Asyncload.RunInAsync(sandbox, Windows, "run", profile, "--traces", "none", "--output", "run")).Expect(0);

        var metrics = Assert.Single(new RunFolder(sandbox.At("run")).Results.Comparisons).Metrics;
        Assert.Equal((504, 0), (Math.Round(metrics.Baseline!.BytesPerOperation!.Value), Math.Round(metrics.Candidate!.BytesPerOperation!.Value)));
    }

    [Fact]
    public async Task The_doctor_names_the_loads_that_can_be_measured()
    {
        var told = (await Asyncload.RunInAsync(sandbox, Windows, "doctor", "--no-measure")).Expect(0);

        Assert.Contains("timers", told.Output, StringComparison.Ordinal);
        Assert.Contains("Windows ends most sleeps in steps of up to 15.6 ms", told.Output, StringComparison.Ordinal);
        Assert.Contains("do:  use sequential, parallelFor, parallelForAsync, wave, or closedLoop without thinkTime", told.Output, StringComparison.Ordinal);
    }
}
