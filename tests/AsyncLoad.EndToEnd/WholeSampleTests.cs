using System.Text.Json;
using AsyncLoad.EndToEnd.Packages;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>The samples, as their readers run them.</summary>
public sealed class WholeSampleTests : IDisposable
{
    private const string Greeting = "greeting";

    private readonly Sandbox sandbox = new();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task A_service_is_advised_before_the_change_allocates_nothing_after_it_and_is_advised_no_more()
    {
        (await Asyncload.RunAsync(
            sandbox, ["compare", "basket", "before", "after", "--plugin", BuiltPlugins.Service, "--output", "run", .. Profiles.Figures.Where(word => word is not "--traces" and not "none")])).Expect(0);

        var run = new RunFolder(sandbox.At("run"));
        var metrics = run.Results.Comparisons.Single().Metrics;
        Assert.True(metrics.Baseline!.BytesPerOperation > 200);
        Assert.Equal(0, metrics.Candidate!.BytesPerOperation!.Value, tolerance: 0.05);
        var advised = new List<string[]>();
        foreach (var trace in run.Files.Where(file => file.EndsWith(".nettrace", StringComparison.Ordinal))) advised.Add(await AdvisedAsync(run.At(trace)));
        Assert.Equal(2, advised.Count);
        var before = Assert.Single(advised, methods => methods.Length > 0);
        Assert.Contains(before, method => method.Contains("TotalBefore", StringComparison.Ordinal));
        Assert.Contains(before, method => method.Contains("FindPriceBefore", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("value-task", 0, "gate: every gate holds")]
    [InlineData("task", 2, "gate: a gate failed, see report.html in the run folder")]
    public async Task A_gate_passes_and_fails_a_build(string variant, int code, string sentence)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "a script for shells of Unix");
        sandbox.Copy(Path.Combine(Repository.Root, "samples/Gate"), "gate");
        // The plug-in as it was built with these tests, and one gate that does not depend on the machine.
        var profile = File.ReadAllText(sandbox.At("gate/profile.json"));
        sandbox.Write("gate/profile.json", profile.Replace("../Plugin/Plugin.csproj", BuiltPlugins.Sample, StringComparison.Ordinal).Replace("\"variant\": \"value-task\"", $"\"variant\": \"{variant}\"", StringComparison.Ordinal));

        using var program = RunningProgram.Start(
            sandbox, "/bin/sh", [sandbox.At("gate/gate"), "--output", "run", "--pairs", "6", .. Profiles.Short[2..]], ("ASYNCLOAD", $"{Repository.Muxer} {Path.Combine(Repository.ProgramFolder, "asyncload.dll")}"));
        var ended = await program.EndAsync();

        ended.Expect(code);
        Assert.Contains(sentence, ended.Output, StringComparison.Ordinal);
        Assert.Equal(Greeting, new RunFolder(sandbox.At("run")).Results.Comparisons.Single().Workload);
    }

    [Fact]
    public async Task A_script_reads_results()
    {
        Directory.CreateDirectory(sandbox.At("packages"));
        Dotnet.Serve(sandbox, sandbox.At("packages"));
        sandbox.Write("results.cs", File.ReadAllText(Path.Combine(Repository.Root, "samples/Results/results.cs")));

        // A candidate loses.
        var ended = await Dotnet.RunAsync(sandbox, code: 1, "run", "results.cs", "--", Path.Combine(Repository.Root, "docs/runs/smoke/results.json"));

        var lines = ended.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(5, lines.Length);
        Assert.StartsWith("loses ", lines[0], StringComparison.Ordinal);
        Assert.Contains("     +136 B/op  suspending-chain/", lines[0], StringComparison.Ordinal);
        Assert.All(lines[1..], line => Assert.StartsWith("wins ", line, StringComparison.Ordinal));
        Assert.All(lines[1..], line => Assert.Contains("     -504 B/op  await-chain/", line, StringComparison.Ordinal));
    }

    private async Task<string[]> AdvisedAsync(string trace)
    {
        var said = (await Asyncload.RunAsync(sandbox, "analyze", trace, "--format", "json")).Expect(0).Output;
        using var digest = JsonDocument.Parse(said);
        return
        [
            .. digest.RootElement.GetProperty("advice").GetProperty("methods").EnumerateArray()
                .Where(method => method.GetProperty("weight").GetString() is "recommended" or "conditional")
                .Select(method => method.GetProperty("method").GetString()!),
        ];
    }
}
