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

        Assert.Matches(@"the run needs [0-9.]+ MB, and only 1\.0\d MB are free there", (await program.EndAsync()).Expect(10).Error);
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
        Assert.DoesNotContain(Run.Files, file => file.EndsWith(".partial", StringComparison.Ordinal) && !file.EndsWith(".nettrace.partial", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_trace_that_the_disk_had_no_room_for_is_taken_when_the_run_goes_on()
    {
        using (var program = Start(Profiles.FiguresOf(1, Profiles.AwaitPair), "--traces", "one"))
        {
            await Run.HasLinesAsync(1);
            program.Send(HostProcesses.Signal.Kill);
            await program.EndAsync();
        }

        await Until.HoldsAsync(() => HostProcesses.Of(sandbox).Count == 0, "the measured processes have ended by themselves");
        await using (var disk = await SmallDisk.RequireAsync(sandbox, "disk/run/traces", megabytes: 64))
        {
            disk.Fill();
            var full = (await Asyncload.RunLeavingAsync(sandbox, "run", "--resume", Run.Folder)).Expect(9);
            Assert.Equal(2, full.Error.Split('\n').Count(line => line.Contains("could not be captured: capture it with --resume", StringComparison.Ordinal)));
            Assert.Contains("and 0 of 2 traces; continue with", full.Error, StringComparison.Ordinal);
            Assert.Equal(RunStatus.Interrupted, Run.Manifest.Status);
            disk.Empty();

            Assert.DoesNotContain("partial", (await Asyncload.RunLeavingAsync(sandbox, "run", "--resume", Run.Folder)).Expect(0).Error, StringComparison.Ordinal);
            Assert.Equal(RunStatus.Complete, Run.Manifest.Status);
            Assert.Equal(4, Run.Journal.OfType<JournalEntry.TracedRun>().Count());
            Assert.All(Run.Results.Comparisons, comparison => Assert.True(comparison.Traces is { Baseline: not null, Candidate: not null }));
            (await Asyncload.RunLeavingAsync(sandbox, "run", "--resume", Run.Folder)).Expect(8);
        }
    }

    private RunningProgram Start(string profile, params string[] options) =>
        Asyncload.Start(sandbox, ["run", sandbox.Write("tiny.json", profile), "--output", Run.Folder, .. Profiles.Unwarmed, .. options]);
}
