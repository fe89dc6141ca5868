using AsyncLoad.Harness.Cli;
using AsyncLoad.Harness.Cli.Analyze;
using AsyncLoad.Reporting.Traces;
using AsyncLoad.Tests.Reporting.Traces;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>That <c>analyze</c> knows its folders and files before it records or reads anything: each of these has no trace and no process, which would be told first.</summary>
public sealed class AnalyzeOutputTests : IDisposable
{
    private readonly DirectoryInfo folder = Directory.CreateTempSubdirectory("asyncload-output-");

    public void Dispose() => folder.Delete(recursive: true);

    [Theory]
    [InlineData("-p 2000000000")]
    [InlineData("absent.nettrace")]
    public async Task A_folder_that_is_not_there_is_told_first(string subject)
    {
        var run = await CommandRun.Of(["analyze", .. subject.Split(' '), "-o", At("absent/said.html")]);

        Assert.Equal((ExitCode.OutputUnwritable, ""), (run.Code, run.Output));
        Assert.Equal($"error: cannot write {At("absent/said.html")}: there is no folder {At("absent")}; choose another file with --output{Environment.NewLine}", run.Error);
    }

    [Theory]
    [InlineData("-p 2000000000", "absent")]
    [InlineData("absent.nettrace", "AsyncLoad.Tests.dll")]
    public async Task A_folder_of_assemblies_that_is_none_is_told_first(string subject, string assemblies)
    {
        var run = await CommandRun.Of(["analyze", .. subject.Split(' '), "--assembly", assemblies]);

        Assert.Equal((ExitCode.BadArguments, ""), (run.Code, run.Output));
        Assert.Equal($"error: --assembly takes a folder that is there, not \"{assemblies}\"{Environment.NewLine}", run.Error);
    }

    [Fact]
    public async Task A_name_that_a_folder_has_is_told_first()
    {
        folder.CreateSubdirectory("said.md");

        var run = await CommandRun.Of("analyze", "-p", "2000000000", "-o", At("said.md"));

        Assert.Equal(ExitCode.OutputUnwritable, run.Code);
        Assert.Contains("said.md: it is a folder; choose another file with --output", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_folder_that_cannot_be_written_is_told_first()
    {
        // A folder that not even root writes into.
        if (!OperatingSystem.IsLinux()) return;

        var run = await CommandRun.Of("analyze", "-p", "2000000000", "-o", "/proc/said.html");

        Assert.Equal(ExitCode.OutputUnwritable, run.Code);
        Assert.Contains("cannot write /proc/said.html", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_place_that_can_be_written_is_left_as_it_was()
    {
        await File.WriteAllTextAsync(At("said.html"), "old", TestContext.Current.CancellationToken);

        var run = await CommandRun.Of("analyze", "-p", "2000000000", "-o", At("said.html"));

        Assert.Equal(ExitCode.Refused, run.Code);
        Assert.Equal("old", await File.ReadAllTextAsync(At("said.html"), TestContext.Current.CancellationToken));
        Assert.Equal(["said.html"], folder.EnumerateFiles().Select(file => file.Name));
    }

    [Fact]
    public async Task A_conversion_into_a_folder_is_told_before_it_is_made()
    {
        folder.CreateSubdirectory("out");
        await File.WriteAllTextAsync(At("trace"), "no trace", TestContext.Current.CancellationToken);

        var run = await CommandRun.Of("analyze", At("trace"), "--convert", "etlx", At("out"));

        Assert.Equal(ExitCode.OutputUnwritable, run.Code);
        Assert.Contains("it is a folder; choose another file with --convert etlx FILE", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_report_whose_name_says_so_is_what_the_format_prints()
    {
        var (digest, origin) = (SampleDigest.Create(), new SarifOrigin("1.2.3", ["analyze", "app.nettrace"], "/shop", file => file));
        using var printed = new StringWriter();
        AdviceSarif.Write(digest, origin, printed);

        TraceReport.Write(At("said.SARIF"), digest, origin);

        Assert.Equal(printed.ToString(), File.ReadAllText(At("said.SARIF")));
    }

    private string At(string name) => Path.Combine(folder.FullName, name);
}
