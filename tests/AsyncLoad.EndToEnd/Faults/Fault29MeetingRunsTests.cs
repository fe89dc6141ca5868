using Xunit;

namespace AsyncLoad.EndToEnd.Faults;

/// <summary>Runs that meet: docs/evidence/reliability.md, rows 20 and 29.</summary>
public sealed class Fault29MeetingRunsTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    private RunFolder Run => new(sandbox.At("run"));

    public Fault29MeetingRunsTests() => HostProcesses.Require();

    public void Dispose() => sandbox.Dispose();

    [Fault(29)]
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Runs_that_meet_both_say_so(bool withOtherTemporary)
    {
        using var elsewhere = new Sandbox();
        using var first = Start("--traces", "none", "--pairs", "40");
        await Run.HasLinesAsync(1);
        using var second = Asyncload.StartIn(sandbox, [("TMPDIR", withOtherTemporary ? elsewhere.Temporary : sandbox.Temporary)], "run", sandbox.At("tiny.json"), "--traces", "none", "--output", "other");
        var other = new RunFolder(sandbox.At("other"));
        await other.HasLinesAsync(1);
        await Run.HasLinesAsync(Run.LinesSoFar() + 1);
        foreach (var program in new[] { first, second }) program.Send(HostProcesses.Signal.Interrupt);
        var (before, after) = ((await first.EndAsync()).Expect(130), (await second.EndAsync()).Expect(130));

        const string Warning = "Another asyncload ran on this machine ";
        AssertWarned(Run, before, Warning + "while this run measured");
        AssertWarned(other, after, Warning + "when the run began");
        Asyncload.AssertNothingIsLeft(sandbox);
    }

    [Fault(20)]
    [Fact]
    public async Task A_second_run_into_the_folder_is_refused_and_does_not_disturb_the_first()
    {
        using var first = Start("--traces", "none");
        await Run.HasLinesAsync(1);
        using (var second = Start("--traces", "none"))
            Assert.Contains("--output", (await second.EndAsync()).Expect(10).Error, StringComparison.Ordinal);
        await Run.HasLinesAsync(2);
        first.Send(HostProcesses.Signal.Interrupt);
        (await first.EndAsync()).Expect(130);

        Asyncload.AssertNothingIsLeft(sandbox);
        Assert.InRange(Run.Pairs.Count(), 2, 6);
    }

    private static void AssertWarned(RunFolder folder, EndedProgram ended, string warning)
    {
        Assert.Contains(folder.Manifest.Warnings, said => said.StartsWith(warning, StringComparison.Ordinal));
        Assert.Contains(warning, ended.Error, StringComparison.Ordinal);
        Assert.Contains(warning, folder.Text("report.md"), StringComparison.Ordinal);
    }

    private RunningProgram Start(params string[] options) =>
        Asyncload.Start(sandbox, ["run", sandbox.Write("tiny.json", Profiles.Of(Profiles.AwaitPair)), "--output", "run", .. Profiles.Unwarmed, .. options]);
}
