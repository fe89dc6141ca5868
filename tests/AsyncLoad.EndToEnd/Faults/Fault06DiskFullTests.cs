using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Runs;
using Xunit;

namespace AsyncLoad.EndToEnd.Faults;

/// <summary>A file system of a few megabytes that fills up.</summary>
[Fault(6)]
public sealed class Fault06DiskFullTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    private RunFolder Run => new(sandbox.At("disk/run"));

    public Fault06DiskFullTests() => HostProcesses.Require();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task A_run_that_will_not_fit_is_refused_with_what_it_needs_and_what_is_free()
    {
        await using var disk = await SmallDisk.RequireAsync(sandbox, "disk", megabytes: 1);

        using var program = Start(Profiles.Of(Profiles.AwaitPair), "--traces", "one");

        Assert.Matches(@"the run needs \d+\.\d MB, and 1\.0 MB are free there", (await program.EndAsync()).Expect(10).Error);
        Assert.False(Directory.Exists(Run.Folder));
    }

    [Theory]
    [InlineData("none")]
    [InlineData("one")]
    public async Task A_disk_that_fills_up_ends_the_run_and_keeps_what_was_measured(string traces)
    {
        await using var disk = await SmallDisk.RequireAsync(sandbox, "disk", megabytes: 64);
        using (var program = Start(traces == "one" ? Profiles.FiguresOf(1, Profiles.AwaitPair) : Profiles.Of(Profiles.AwaitPair), "--traces", traces))
        {
            if (traces == "none") await Run.HasLinesAsync(2);
            else await Until.HoldsAsync(() => Directory.Exists(Run.At("traces")), "tracing begins");
            disk.Fill();
            var ended = (await program.EndAsync()).Expect(10);
            Assert.Contains("No space left", ended.Error, StringComparison.Ordinal);
            Assert.Contains("everything measured before is kept", ended.Error, StringComparison.Ordinal);
        }

        Asyncload.AssertNothingIsLeft(sandbox);
        var journal = Run.Text("pairs.jsonl");
        Assert.EndsWith("\n", journal, StringComparison.Ordinal);
        Assert.NotEmpty(Run.Pairs);
        Assert.All(Run.Pairs, pair => Assert.IsType<CellOutcome.Completed>(pair.Baseline));
        (await Asyncload.RunAsync(sandbox, "report", Run.Folder)).Expect(10);
        disk.Empty();
        (await Asyncload.RunAsync(sandbox, "report", Run.Folder)).Expect(Run.Journal.OfType<JournalEntry.TracedRun>().Any() ? 9 : 0);
        Assert.Equal((journal, RunStatus.Running), (Run.Text("pairs.jsonl"), Run.Manifest.Status));
        Assert.DoesNotContain(Run.Files, file => file.EndsWith(".tmp", StringComparison.Ordinal));
    }

    private RunningProgram Start(string profile, params string[] options) =>
        Asyncload.Start(sandbox, ["run", sandbox.Write("tiny.json", profile), "--output", Run.Folder, .. Profiles.Unwarmed, .. options]);
}
