using AsyncLoad.Model.Runs;
using Xunit;

namespace AsyncLoad.EndToEnd.Packages;

/// <summary>The tool as people install it, in a folder that is no repository, without a network.</summary>
[Collection(typeof(PackageReaders))]
public sealed class InstalledToolTests : IDisposable
{
    private const string Next = "next: asyncload ";

    private readonly Sandbox sandbox = new();
    private readonly string version;

    public InstalledToolTests(PackedPackages packages)
    {
        Dotnet.Serve(sandbox, packages.Folder);
        version = packages.Version;
    }

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task Installed_into_a_folder_it_runs_what_ships_with_it_plug_ins_and_what_it_wrote()
    {
        await Dotnet.RunAsync(sandbox, "tool", "install", "AsyncLoad.Tool", "--tool-path", "tools", "--source", sandbox.At("packages"));

        var listed = await InstalledAsync("list", "profiles");
        Assert.Contains("smoke", listed.Output.Split('\n')[1..].Select(line => line.Split(' ')[0]));
        await InstalledAsync(["run", "smoke", "--output", "smoke", .. Profiles.Figures]);
        Assert.Equal(5, new RunFolder(sandbox.At("smoke")).Results.Comparisons.Count);
        await InstalledAsync("run", sandbox.Write("tiny.json", Profiles.FiguresOf(1, Profiles.AwaitPair)), "--output", "run");
        var run = new RunFolder(sandbox.At("run"));
        Assert.Equal(RunStatus.Complete, run.Manifest.Status);
        Assert.Equal((504, 0), Bytes(run));
        Assert.Empty(RunFolder.Judgement.Except(run.Files));
        Assert.Equal(2, run.Files.Count(file => file.EndsWith(".nettrace", StringComparison.Ordinal)));
        var compared = await InstalledAsync(["compare", "fixtures-no-op", "first", "second", "--plugin", BuiltPlugins.Benchmarks, "--output", "compared", .. Profiles.Figures]);
        Assert.Contains("0 → 0 B/op; report: ", compared.Output, StringComparison.Ordinal);
        await WhatInitWritesRunsAsync();
        await WhatInitWritesBuildsAsync();
    }

    [Fact]
    public async Task Named_in_a_manifest_it_runs_by_dotnet()
    {
        await Dotnet.RunAsync(sandbox, "new", "tool-manifest");
        await Dotnet.RunAsync(sandbox, "tool", "install", "AsyncLoad.Tool");

        using var program = Dotnet.Start(
            sandbox, Repository.Muxer, ["tool", "run", "asyncload", "--", "compare", "call-chain", "await-task", "await-value-task", "--output", "run", .. Profiles.Figures]);
        (await program.EndAsync()).Expect(0);

        Assert.Equal((504, 0), Bytes(new RunFolder(sandbox.At("run"))));
    }

    // What it says comes next is typed as it stands; only the figures are rougher.
    private async Task WhatInitWritesRunsAsync()
    {
        var next = (await InstalledAsync("init")).Output.TrimEnd().Split('\n')[^1];
        Assert.StartsWith(Next, next, StringComparison.Ordinal);
        await InstalledAsync([.. next[Next.Length..].Split(' '), "--output", "own", .. Profiles.Figures]);

        var run = new RunFolder(sandbox.At("own"));
        Assert.Equal(RunStatus.Complete, run.Manifest.Status);
        Assert.Empty(RunFolder.Judgement.Except(run.Files));
        Assert.Equal(2, run.Results.Comparisons.Count);
        Assert.Equal(2, run.Results.Gates.Count);
        Assert.All(run.Results.Comparisons, comparison =>
        {
            Assert.Equal(("price-lookup", "task", "value-task"), (comparison.Workload, comparison.Baseline, comparison.Candidate));
            Assert.True(comparison.Metrics.Baseline!.BytesPerOperation > 50);
            Assert.Equal(0, comparison.Metrics.Candidate!.BytesPerOperation!.Value, tolerance: 0.05);
        });
    }

    // As an editor does: against the package of the tool's own version.
    private async Task WhatInitWritesBuildsAsync()
    {
        await Dotnet.RunAsync(sandbox, "build", Path.Combine("asyncload", "MyWorkloads.csproj"), "-c", "Release", "-o", "built");
        Assert.True(Directory.Exists(Path.Combine(sandbox.At("restored"), "asyncload.workloads", version)));

        var listed = await InstalledAsync("list", "workloads", "price-lookup", "--plugin", Path.Combine(sandbox.At("built"), "MyWorkloads.dll"));
        Assert.Contains("price-lookup: looks up a price that is there already", listed.Output, StringComparison.Ordinal);
    }

    private async Task<EndedProgram> InstalledAsync(params string[] arguments)
    {
        using var program = Dotnet.Start(sandbox, Path.Combine(sandbox.At("tools"), OperatingSystem.IsWindows() ? "asyncload.exe" : "asyncload"), arguments);
        var ended = (await program.EndAsync()).Expect(0);
        Asyncload.AssertNothingIsLeft(sandbox);
        return ended;
    }

    // To the whole byte: the runtime allocates now and then for itself.
    private static (double, double) Bytes(RunFolder run)
    {
        var metrics = run.Results.Comparisons.Single().Metrics;
        return (Math.Round(metrics.Baseline!.BytesPerOperation!.Value), Math.Round(metrics.Candidate!.BytesPerOperation!.Value));
    }
}
