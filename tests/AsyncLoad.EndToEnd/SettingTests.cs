using AsyncLoad.Model.Measurements;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>What a run tells its caller besides figures: settings that do not take, and those that do.</summary>
public sealed class SettingTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    private RunFolder Run => new(sandbox.At("run"));

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task A_setting_that_does_not_take_is_refused_with_what_was_found()
    {
        var profile = sandbox.Write("heaps.json", Profiles.Of(Profiles.AwaitPair));

        (await Asyncload.RunAsync(sandbox, "run", profile, "--set", "gc.server=true", "--set", "gc.heapCount=1024", "--output", "run")).Expect(6);

        var refused = Assert.IsType<CellOutcome.Refused>(Run.Pairs.First().Baseline);
        Assert.Matches(@"heapCount: asked for 1024, found \d+", refused.Reason);
        Assert.Null(Run.Results.Comparisons.Single().Verdict);
    }

    [Fact]
    public async Task A_heap_limit_that_is_too_low_to_start_with_is_refused_by_its_name()
    {
        var profile = sandbox.Write("heap.json", Profiles.Of(Profiles.AwaitPair));

        var ended = (await Asyncload.RunAsync(sandbox, "run", profile, "--set", "gc.heapHardLimit=1MB", "--output", "run")).Expect(6);

        Assert.Contains("heapHardLimit: asked for 1MB", ended.Error, StringComparison.Ordinal);
        Assert.Contains("0x8007000E", Assert.IsType<CellOutcome.Refused>(Run.Pairs.First().Baseline).Reason, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_setting_that_only_a_trace_shows_is_refused_before_anything_is_measured()
    {
        var profile = sandbox.Write("jit.json", Profiles.Of(Profiles.AwaitPair));

        (await Asyncload.RunAsync(sandbox, "run", profile, "--set", "gc.tieredCompilation=false", "--set", "gc.tieredPgo=true", "--output", "run")).Expect(6);

        Assert.Contains("tieredPgo: asked for true, found false", Assert.IsType<CellOutcome.Refused>(Run.Pairs.First().Baseline).Reason, StringComparison.Ordinal);
        Assert.DoesNotContain(Run.Files, file => file.EndsWith(".nettrace", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_setting_that_takes_is_measured_under()
    {
        var profile = sandbox.Write("heap.json", Profiles.Of(Profiles.AwaitPair));
        using var program = Asyncload.Start(sandbox, "run", profile, "--set", "gc.server=true", "--set", "gc.heapCount=1", "--set", "gc.gen0Size=64MB", "--output", "run");

        await Run.HasLinesAsync(1);
        program.Send(HostProcesses.Signal.Interrupt);
        (await program.EndAsync()).Expect(130);

        var measured = Assert.IsType<CellOutcome.Completed>(Run.Pairs.First().Baseline).Measurement;
        Assert.True(measured.Settings.ServerGc);
        Assert.Equal(
            ["gen0Size 64MB Trace", "heapCount 1 Process", "server true Process"],
            measured.Settings.ReadBack.Select(setting => $"{setting.Key} {setting.Value.Value} {setting.Value.Source}").Order(StringComparer.Ordinal));
    }
}
