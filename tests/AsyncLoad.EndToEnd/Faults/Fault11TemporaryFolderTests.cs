using Xunit;

namespace AsyncLoad.EndToEnd.Faults;

/// <summary>A TMPDIR that is not there, is no folder or may not be written: docs/evidence/reliability.md, row 11.</summary>
[Fault(11)]
public sealed class Fault11TemporaryFolderTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    public Fault11TemporaryFolderTests() => HostProcesses.Require();

    public void Dispose() => sandbox.Dispose();

    [Theory]
    [InlineData("absent")]
    [InlineData("/dev/null")]
    public async Task A_run_does_without_it(string temporary)
    {
        var profile = sandbox.Write("tiny.json", Profiles.FiguresOf(1, Profiles.AwaitPair));

        (await InAsync(temporary, ["run", profile, "--traces", "one", "--output", "run", .. Profiles.Unwarmed, "--set", "measure.slice=50ms"])).Expect(0);
        (await InAsync(temporary, "report", "run")).Expect(0);
        (await InAsync(temporary, "analyze", Directory.GetFiles(sandbox.At("run/traces"))[0])).Expect(0);

        Assert.Single(new RunFolder(sandbox.At("run")).WholePairs, pair => pair.Comparison.StartsWith("await", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("list workloads")]
    [InlineData("plan tiny.json")]
    [InlineData("doctor --no-measure")]
    public async Task Commands_that_only_ask_do_without_it(string command)
    {
        sandbox.Write("tiny.json", Profiles.FiguresOf(1, Profiles.AwaitPair));

        var ended = await InAsync("absent", command.Split(' '));

        Assert.DoesNotContain("internal error", ended.Error, StringComparison.Ordinal);
        ended.Expect(0);
    }

    // Not even root may make a folder there.
    [Theory]
    [InlineData("run tiny.json --output run")]
    [InlineData("plan tiny.json")]
    [InlineData("analyze tiny.json")]
    public async Task One_that_cannot_be_written_is_refused_with_what_to_do(string command)
    {
        sandbox.Write("tiny.json", Profiles.FiguresOf(1, Profiles.AwaitPair));

        var ended = (await InAsync("/proc", command.Split(' '))).Expect(6);

        Assert.StartsWith("error: no directory for sockets: ", ended.Error, StringComparison.Ordinal);
        Assert.Contains("set TMPDIR to a folder that you may write to", ended.Error, StringComparison.Ordinal);
    }

    private async Task<EndedProgram> InAsync(string temporary, params string[] arguments)
    {
        using var program = Asyncload.StartIn(sandbox, [("TMPDIR", Path.Combine(sandbox.Folder, temporary))], arguments);
        return await program.EndAsync();
    }
}
