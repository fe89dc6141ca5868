using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>Streams that cannot be written: a full device, or one that was closed before the program began.</summary>
[Fault(32)]
public sealed class BrokenStreamTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    public BrokenStreamTests() => HostProcesses.Require();

    public void Dispose() => sandbox.Dispose();

    [Theory]
    [InlineData("list loads > /dev/full")]
    [InlineData("list loads >&-")]
    public async Task Results_that_cannot_be_written_are_told_by_the_exit_code(string command)
    {
        var ended = (await RunAsync(command)).Expect(10);

        Assert.StartsWith("error: the results could not be written to the standard output: ", ended.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("list loads 2> /dev/full", 0)]
    [InlineData("nonsense 2> /dev/full", 4)]
    [InlineData("plan nowhere.json 2>&-", 4)]
    public async Task Words_that_cannot_be_written_change_no_exit_code(string command, int code) => (await RunAsync(command)).Expect(code);

    [Fact]
    public async Task A_run_goes_on_without_its_error_stream()
    {
        sandbox.Write("profile.json", Profiles.FiguresOf(1, Profiles.AwaitPair));

        (await RunAsync("run profile.json --traces none --output run 2> /dev/full")).Expect(0);

        Assert.True(File.Exists(sandbox.At("run/report.html")));
    }

    private async Task<EndedProgram> RunAsync(string command)
    {
        using var program = RunningProgram.Start(sandbox, "/bin/sh", ["-c", $"exec '{Repository.Muxer}' '{Path.Combine(Repository.ProgramFolder, "asyncload.dll")}' {command}"]);
        return await program.EndAsync();
    }
}
