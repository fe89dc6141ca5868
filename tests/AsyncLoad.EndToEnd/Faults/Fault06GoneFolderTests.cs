using Xunit;

namespace AsyncLoad.EndToEnd.Faults;

/// <summary>Run folders that are removed or hold what cannot be replaced: docs/evidence/reliability.md, row 6.</summary>
[Fault(6)]
public sealed class Fault06GoneFolderTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    private RunFolder Run => new(sandbox.At("run"));

    public Fault06GoneFolderTests() => HostProcesses.Require();

    public void Dispose() => sandbox.Dispose();

    [Theory]
    [InlineData("none")]
    [InlineData("one")]
    public async Task A_folder_that_is_removed_is_not_made_again_and_nothing_is_called_kept(string traces)
    {
        var profile = sandbox.Write("tiny.json", Profiles.FiguresOf(traces == "none" ? 40 : 1, Profiles.AwaitPair));
        using var program = Asyncload.Start(sandbox, ["run", profile, "--output", "run", "--traces", traces, .. Profiles.Unwarmed]);
        if (traces == "none") await Run.HasLinesAsync(1);
        else await Until.HoldsAsync(() => File.Exists(Run.At("traces/c001-await-task-sequential-calm.nettrace.partial")), "tracing begins");
        // At once, so that nothing is written into it meanwhile.
        Directory.Move(Run.Folder, sandbox.At("gone"));

        var ended = (await program.EndAsync()).Expect(10);

        Assert.Contains("was removed or renamed during the run, and its data is lost", ended.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("kept", ended.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists(Run.Folder));
        Asyncload.AssertNothingIsLeft(sandbox);
    }

    [Fact]
    public async Task A_report_that_could_not_be_written_is_not_listed()
    {
        var profile = sandbox.Write("tiny.json", Profiles.FiguresOf(1, Profiles.AwaitPair));
        (await Asyncload.RunAsync(sandbox, ["run", profile, "--output", "run", "--traces", "none", .. Profiles.Unwarmed, "--set", "measure.slice=50ms"])).Expect(0);
        foreach (var file in new[] { "report.html", "junit.xml" })
        {
            File.Delete(Run.At(file));
            Directory.CreateDirectory(Run.At(Path.Combine(file, "in the way")));
        }

        var ended = (await Asyncload.RunAsync(sandbox, "report", "run")).Expect(10);

        Assert.Contains("report.html could not be written", ended.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("report.html", ended.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("junit.xml", ended.Output, StringComparison.Ordinal);
        Assert.Contains("results.json  results.csv  report.md  manifest.json", ended.Output, StringComparison.Ordinal);
    }
}
