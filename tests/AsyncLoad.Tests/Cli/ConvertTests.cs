using System.Text.Json;
using AsyncLoad.Harness.Cli;
using AsyncLoad.Tests.Tracing.Library;
using AsyncLoad.Tests.Tracing.Runs;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary><c>analyze --convert</c>, and <c>analyze</c> on what only the library reads: as a person types them, through the process that reads.</summary>
public sealed class ConvertTests : IDisposable
{
    private readonly DirectoryInfo folder = Directory.CreateTempSubdirectory("asyncload-convert-");

    private string Out => At("out");

    public void Dispose() => folder.Delete(recursive: true);

    [Theory]
    [InlineData("speedscope")]
    [InlineData("chromium")]
    [InlineData("etlx")]
    public async Task A_trace_becomes_one_file_and_one_line(string format)
    {
        var run = await CommandRun.Of("analyze", Lay(TraceFixture.Bytes(TraceFixture.CpuSampling)), "--convert", format, Out);

        Assert.Equal((ExitCode.Ok, ""), (run.Code, run.Error));
        Assert.StartsWith($"{format}  ", run.Output, StringComparison.Ordinal);
        Assert.EndsWith("out" + Environment.NewLine, run.Output, StringComparison.Ordinal);
        Assert.Equal(["out", "trace"], Files());
    }

    [Fact]
    public async Task For_programs_it_is_one_object()
    {
        var trace = Lay(TraceFixture.Bytes(TraceFixture.Killed));
        var run = await CommandRun.Of("analyze", trace, "--convert", "etlx", Out, "--format", "json");

        using var told = JsonDocument.Parse(run.Output);
        Assert.Equal(["trace", "convertedTo", "output", "outputBytes"], told.RootElement.EnumerateObject().Select(member => member.Name));
        Assert.Equal(new FileInfo(Out).Length, told.RootElement.GetProperty("outputBytes").GetInt64());
        Assert.Equal($"warning: {trace}: it ends early: what it holds was converted{Environment.NewLine}", run.Error);
    }

    [Theory]
    [InlineData("etlx")]
    [InlineData("speedscope")]
    public async Task Of_two_traces_in_one_file_the_second_is_said_to_be_left_out(string format)
    {
        var one = TraceFixture.Bytes(TraceFixture.CpuSampling);
        var trace = Lay([.. one, .. one]);

        var run = await CommandRun.Of("analyze", trace, "--convert", format, Out);

        Assert.Equal((ExitCode.Ok, $"warning: {trace}: at byte {one.Length}: more follows the end of the trace, as where two traces were joined: what came before was converted{Environment.NewLine}"), (run.Code, run.Error));
    }

    [Fact]
    public async Task What_fails_leaves_the_file_that_was_there()
    {
        await File.WriteAllTextAsync(Out, "old", TestContext.Current.CancellationToken);

        var nothing = await CommandRun.Of("analyze", Lay(TraceFixture.Bytes(TraceFixture.GcCollect)), "--convert", "speedscope", Out);
        var damaged = await CommandRun.Of("analyze", Lay("no trace at all"u8.ToArray()), "--convert", "etlx", Out);

        Assert.Equal((ExitCode.TraceUnreadable, ExitCode.TraceUnreadable), (nothing.Code, damaged.Code));
        Assert.Contains("trace: it holds no processor samples: record with", nothing.Error, StringComparison.Ordinal);
        Assert.Contains("begin with 'Nettrace'", damaged.Error, StringComparison.Ordinal);
        Assert.Equal("old", await File.ReadAllTextAsync(Out, TestContext.Current.CancellationToken));
        Assert.Equal(["out", "trace"], Files());
    }

    [Fact]
    public async Task A_file_that_cannot_be_written_is_named_with_what_to_do()
    {
        var run = await CommandRun.Of("analyze", Lay(TraceFixture.Bytes(TraceFixture.GcCollect)), "--convert", "etlx", At("absent/out"));

        Assert.Equal(ExitCode.OutputUnwritable, run.Code);
        Assert.Contains("choose another file with --convert etlx FILE", run.Error, StringComparison.Ordinal);
        Assert.Equal(["trace"], Files());
    }

    [Fact]
    public async Task What_only_the_library_reads_is_told_with_its_format_and_reader()
    {
        var run = await CommandRun.Of("analyze", Lay(new RewrittenTrace(TraceFixture.Tasks).AsNetPerf()));

        Assert.Equal((ExitCode.Ok, ""), (run.Code, run.Error));
        Assert.Matches("nettrace 3, read by TraceEvent [0-9.]+\r?\n", run.Output);
    }

    private string At(string name) => Path.Combine(folder.FullName, name);

    private IEnumerable<string> Files() => Directory.EnumerateFileSystemEntries(folder.FullName).Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal);

    private string Lay(byte[] trace)
    {
        File.WriteAllBytes(At("trace"), trace);
        return At("trace");
    }
}
