using System.Runtime.InteropServices;
using Xunit;

namespace AsyncLoad.EndToEnd.Packages;

/// <summary>The program published with its runtime, started where no .NET is installed.</summary>
public sealed class PublishedProgramTests : IDisposable
{
    // What .ci/publish ends with where no package source has the runtime.
    private const int Skipped = 77;

    private readonly Sandbox sandbox = new();

    public void Dispose() => sandbox.Dispose();

    [Theory]
    [InlineData("linux-x64")]
    [InlineData("linux-x64", "--single-file")]
    public async Task A_program_with_its_runtime_measures_and_reads_traces_without_an_installed_one(string system, params string[] options)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && RuntimeInformation.ProcessArchitecture == Architecture.X64, "it is for Linux on x64");
        var folder = sandbox.At("published");
        using (var publishing = RunningProgram.Start(sandbox, Path.Combine(Repository.Root, ".ci", "publish"), [system, folder, .. options]))
        {
            var published = await publishing.EndAsync();
            Assert.SkipWhen(published.Code == Skipped, published.Output);
            published.Expect(0);
        }

        var none = Directory.CreateDirectory(sandbox.At("no-dotnet")).FullName;
        using var program = RunningProgram.Start(
            sandbox,
            Path.Combine(folder, "asyncload"),
            ["compare", "call-chain", "await-task", "await-value-task", "--output", "run", "--traces", "one", "--set", "measure.verdicts=false", "--set", "measure.looks=[1]"],
            ("PATH", none), ("DOTNET_ROOT", none));
        (await program.EndAsync()).Expect(0);

        var metrics = Assert.Single(new RunFolder(sandbox.At("run")).Results.Comparisons).Metrics;
        Assert.Equal((504, 0), (Math.Round(metrics.Baseline!.BytesPerOperation!.Value), Math.Round(metrics.Candidate!.BytesPerOperation!.Value)));
        Assert.Equal(options.Length == 0, File.Exists(Path.Combine(folder, "asyncload.dll")));
        using var reading = RunningProgram.Start(
            sandbox, Path.Combine(folder, "asyncload"), ["analyze", Directory.EnumerateFiles(sandbox.At("run/traces"), "*.nettrace").First()], ("PATH", none), ("DOTNET_ROOT", none));
        Assert.Contains("AsyncLoad.Host", (await reading.EndAsync()).Expect(0).Output, StringComparison.Ordinal);
    }
}
