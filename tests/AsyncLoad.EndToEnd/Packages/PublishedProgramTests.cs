using System.Runtime.InteropServices;
using Xunit;

namespace AsyncLoad.EndToEnd.Packages;

/// <summary>The program published with its runtime, started where no .NET is installed.</summary>
public sealed class PublishedProgramTests(PublishedProgram published) : IClassFixture<PublishedProgram>, IDisposable
{
    private readonly Sandbox sandbox = new();

    public void Dispose() => sandbox.Dispose();

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_program_with_its_runtime_measures_and_reads_traces_without_an_installed_one(bool singleFile)
    {
        Assert.SkipWhen(published.Missing is not null, published.Missing ?? "");
        var folder = singleFile ? published.SingleFile : published.Files;
        var none = Directory.CreateDirectory(sandbox.At("no-dotnet")).FullName;
        using var program = RunningProgram.Start(
            sandbox,
            Path.Combine(folder, "asyncload"),
            ["compare", "call-chain", "await-task", "await-value-task", "--output", "run", "--traces", "one", "--set", "measure.verdicts=false", "--set", "measure.looks=[1]"],
            ("PATH", none), ("DOTNET_ROOT", none));
        (await program.EndAsync()).Expect(0);

        var metrics = Assert.Single(new RunFolder(sandbox.At("run")).Results.Comparisons).Metrics;
        Assert.Equal((504, 0), (Math.Round(metrics.Baseline!.BytesPerOperation!.Value), Math.Round(metrics.Candidate!.BytesPerOperation!.Value)));
        Assert.Equal(!singleFile, File.Exists(Path.Combine(folder, "asyncload.dll")));
        using var reading = RunningProgram.Start(
            sandbox, Path.Combine(folder, "asyncload"), ["analyze", Directory.EnumerateFiles(sandbox.At("run/traces"), "*.nettrace").First()], ("PATH", none), ("DOTNET_ROOT", none));
        Assert.Contains("AsyncLoad.Host", (await reading.EndAsync()).Expect(0).Output, StringComparison.Ordinal);
    }
}

/// <summary>The program published for Linux on x64, as many files and as a single one, from one build.</summary>
public sealed class PublishedProgram : IAsyncLifetime
{
    // What .ci/publish ends with where no package source has the runtime.
    private const int Skipped = 77;

    private readonly Sandbox sandbox = new();

    /// <summary>Why it was not published; null when it was.</summary>
    internal string? Missing { get; private set; }

    internal string Files => sandbox.At("published");

    internal string SingleFile => sandbox.At("single-file");

    public async ValueTask InitializeAsync()
    {
        if (!OperatingSystem.IsLinux() || RuntimeInformation.ProcessArchitecture != Architecture.X64)
        {
            Missing = "it is for Linux on x64";
            return;
        }

        using var publishing = RunningProgram.Start(sandbox, Path.Combine(Repository.Root, ".ci", "publish"), ["linux-x64", Files, "--single-file", SingleFile]);
        var ended = await publishing.EndAsync();
        if (ended.Code == Skipped) Missing = ended.Output;
        else ended.Expect(0);
    }

    public ValueTask DisposeAsync()
    {
        sandbox.Dispose();
        return ValueTask.CompletedTask;
    }
}
