using System.Text.Json;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>
/// The real dotnet-trace on a trace of ours with processor samples. It is installed from the configured feed; where that has none, or cannot be reached, the test says so and is skipped:
/// CpuSamplesTests reads the same events through the library that the tool is built on.
/// </summary>
public sealed class DotnetTraceTests : IDisposable
{
    private const string Trace = "run/traces/c001-await-task-sequential-calm.nettrace";

    private readonly Sandbox sandbox = new();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task Its_report_and_its_flame_graph_show_our_methods_where_processors_were_sampled()
    {
        var tool = await InstallAsync();
        (await Asyncload.RunAsync(sandbox, ["run", sandbox.Write("tiny.json", Profiles.FiguresOf(1, Profiles.AwaitPair)), "--traces", "one", "--cpu-samples", "--output", "run", .. Profiles.Unwarmed])).Expect(0);

        var report = (await RunAsync(tool, "report", Trace, "topN", "-n", "1000", "--inclusive")).Expect(0);
        var conversion = (await RunAsync(tool, "convert", Trace, "--format", "Speedscope")).Expect(0);

        Assert.Contains("Program.Main", report.Output, StringComparison.Ordinal);
        Assert.Contains("StringChain", report.Output, StringComparison.Ordinal);
        Assert.Contains("Conversion complete", conversion.Output, StringComparison.Ordinal);
        Assert.Contains("StringChain", await File.ReadAllTextAsync(sandbox.At(Path.ChangeExtension(Trace, ".speedscope.json")), TestContext.Current.CancellationToken), StringComparison.Ordinal);
        Assert.Contains("\"cpuSamples\": true", await File.ReadAllTextAsync(sandbox.At("run/manifest.json"), TestContext.Current.CancellationToken), StringComparison.Ordinal);
        // Ours reads them too.
        using var digest = JsonDocument.Parse((await Asyncload.RunAsync(sandbox, "analyze", Trace, "--format", "json")).Expect(0).Output);
        Assert.NotEmpty(digest.RootElement.GetProperty("cpu").GetProperty("methods").EnumerateArray());
    }

    private static async Task<string> InstallAsync()
    {
        var folder = Path.Combine(AppContext.BaseDirectory, "tools");
        var tool = Path.Combine(folder, OperatingSystem.IsWindows() ? "dotnet-trace.exe" : "dotnet-trace");
        if (File.Exists(tool)) return tool;
        using var manifest = JsonDocument.Parse(await File.ReadAllTextAsync(Path.Combine(Repository.Root, ".config", "dotnet-tools.json"), TestContext.Current.CancellationToken));
        var version = manifest.RootElement.GetProperty("tools").GetProperty("dotnet-trace").GetProperty("version").GetString()!;
        // In a sandbox of its own: NuGet leaves its temporary files.
        using var installing = new Sandbox();
        var installed = await RunInAsync(installing, Repository.Muxer, "tool", "install", "dotnet-trace", "--version", version, "--tool-path", folder);
        Assert.SkipUnless(installed.Code == 0, $"dotnet-trace {version} could not be installed: {installed.Error.Trim()} {installed.Output.Trim()}");
        return tool;
    }

    private Task<EndedProgram> RunAsync(string program, params string[] arguments) => RunInAsync(sandbox, program, arguments);

    private static async Task<EndedProgram> RunInAsync(Sandbox sandbox, string program, params string[] arguments)
    {
        using var running = RunningProgram.Start(sandbox, program, arguments, ("DOTNET_ROOT", Path.GetDirectoryName(Repository.Muxer)!));
        return await running.EndAsync();
    }
}
