using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>Files that are pipes which nothing writes to: opening one waits for ever. Devices that never end are told from files by the same sign.</summary>
[Fault(31)]
[Collection(typeof(CompleteRunReaders))]
public sealed class PipeFileTests(CompleteRun run) : IDisposable
{
    private readonly Sandbox sandbox = new();

    public static TheoryData<string, int, string> Evidence => new()
    {
        { "manifest.json", 4, "manifest.json is empty, or is a pipe or a device" },
        { "catalogue.json", 0, "catalogue.json could not be read" },
        { "pairs.jsonl", 3, "pairs.jsonl could not be checked against the manifest" },
    };

    public void Dispose() => sandbox.Dispose();

    [Theory]
    [MemberData(nameof(Evidence))]
    public async Task One_in_a_run_folder_is_told_and_not_waited_for(string file, int code, string told)
    {
        await ReplaceAsync(file);

        var ended = await Asyncload.RunAsync(sandbox, "report", "run");

        Assert.Equal(code, ended.Code);
        Assert.Contains(told, ended.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_trace_that_is_one_is_told_and_not_waited_for()
    {
        var trace = Directory.EnumerateFiles(run.Folder.Folder, "*.nettrace", SearchOption.AllDirectories).First();
        await ReplaceAsync(Path.GetRelativePath(run.Folder.Folder, trace));

        var ended = await Asyncload.RunAsync(sandbox, "report", "run");

        Assert.Equal(9, ended.Code);
        Assert.Contains("is empty, or is a pipe or a device", ended.Error + File.ReadAllText(sandbox.At("run/report.md")), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("pipe.json")]
    [InlineData("link.json")]
    [InlineData("/dev/zero")]
    public async Task A_profile_that_is_no_regular_file_is_refused(string profile)
    {
        await PipeAsync("pipe.json");
        File.CreateSymbolicLink(sandbox.At("link.json"), sandbox.At("pipe.json"));

        var ended = (await Asyncload.RunAsync(sandbox, "plan", profile)).Expect(4);

        Assert.Contains("is empty, or is a pipe or a device: copy its content to a regular file first", ended.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_plug_in_that_is_one_is_refused()
    {
        await PipeAsync("pipe.dll");

        var ended = await Asyncload.RunAsync(sandbox, "list", "workloads", "--plugin", "pipe.dll");

        Assert.Equal(4, ended.Code);
        Assert.Contains("is empty, or is a pipe or a device", ended.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_interrupt_ends_the_analysis_of_a_link_to_one()
    {
        await PipeAsync("pipe");
        File.CreateSymbolicLink(sandbox.At("link.nettrace"), sandbox.At("pipe"));
        using var program = Asyncload.Start(sandbox, "analyze", "link.nettrace");
        await Until.HoldsAsync(() => HostProcesses.All(sandbox).Any(id => HostProcesses.CommandLine(id).Contains("analyze-child", StringComparison.Ordinal)), "the reader runs");

        program.Send(HostProcesses.Signal.Interrupt);

        (await program.EndAsync()).Expect(130);
        Asyncload.AssertNothingIsLeft(sandbox);
    }

    private async Task ReplaceAsync(string file)
    {
        sandbox.Copy(run.Folder.Folder, "run", without: name => name == file);
        await PipeAsync(Path.Combine("run", file));
    }

    private async Task PipeAsync(string name)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "pipes are files on Unix only");
        using var pipe = RunningProgram.Start(sandbox, "mkfifo", [name]);
        (await pipe.EndAsync()).Expect(0);
    }
}
