using System.Text.Json;
using AsyncLoad.Tests.Tracing.Runs;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Digests;
using AsyncLoad.Tracing.Library;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Library;

public sealed class TraceConverterTests : IDisposable
{
    private readonly DirectoryInfo folder = Directory.CreateTempSubdirectory("asyncload-convert-");

    private string Into => Path.Combine(folder.FullName, "out");

    public void Dispose() => folder.Delete(recursive: true);

    [Fact]
    public void Processor_samples_become_a_profile_of_speedscope_of_each_thread()
    {
        Assert.Null(Convert(TraceFixture.Bytes(TraceFixture.CpuSampling), TraceTarget.Speedscope));

        using var profile = JsonDocument.Parse(File.ReadAllText(Into));
        Assert.NotEqual(0, profile.RootElement.GetProperty("profiles").GetArrayLength());
        Assert.Contains(profile.RootElement.GetProperty("shared").GetProperty("frames").EnumerateArray(), frame => frame.GetProperty("name").GetString()!.Contains("Program.Main", StringComparison.Ordinal));
    }

    [Fact]
    public void Processor_samples_become_events_of_Chromium()
    {
        Assert.Null(Convert(new RewrittenTrace(TraceFixture.CpuSampling).AsUniversal(), TraceTarget.Chromium));

        using var profile = JsonDocument.Parse(File.ReadAllText(Into));
        Assert.NotEqual(0, profile.RootElement.GetProperty("traceEvents").GetArrayLength());
    }

    [Fact]
    public void A_converted_trace_gives_the_same_figures()
    {
        var bytes = TraceFixture.Bytes(TraceFixture.Sampled);
        Assert.Null(Convert(bytes, TraceTarget.Etlx));

        using var converted = File.OpenRead(Into);
        var digest = TraceDigester.Digest(converted, "t", AdviceOptions.Default, cancellation: TestContext.Current.CancellationToken);
        var own = TraceDigester.Digest(new MemoryStream(bytes), "t", AdviceOptions.Default, cancellation: TestContext.Current.CancellationToken);
        Assert.Equal("etlx", digest.Format);
        Assert.Equal(TraceDigestJson.Write(own), TraceDigestJson.Write(digest with { Format = own.Format, Reader = own.Reader, FileBytes = own.FileBytes }));
    }

    [Fact]
    public void Of_a_trace_that_was_cut_what_it_holds_is_converted() =>
        Assert.Equal("it ends early: what it holds was converted", Convert(TraceFixture.Bytes(TraceFixture.Killed), TraceTarget.Etlx));

    [Theory]
    [InlineData(TraceTarget.Speedscope)]
    [InlineData(TraceTarget.Chromium)]
    public void Without_processor_samples_there_is_nothing_to_convert(TraceTarget target) =>
        Refused("it holds no processor samples: record with 'dotnet-trace collect', or with --cpu-samples of run and compare", TraceFixture.Bytes(TraceFixture.GcCollect), target);

    [Fact]
    public void What_is_no_trace_or_converted_already_is_refused()
    {
        Convert(TraceFixture.Bytes(TraceFixture.GcCollect), TraceTarget.Etlx);
        var converted = File.ReadAllBytes(Into);
        File.Delete(Into);

        Refused("it is already an .etlx file", converted, TraceTarget.Etlx);
        Refused("it does not begin with 'Nettrace' like an EventPipe trace: 'asyncload analyze --process-id ID' or dotnet-trace records one", "no trace at all"u8.ToArray(), TraceTarget.Etlx);
        Refused("TraceEvent cannot read it", converted[..(converted.Length / 2)], TraceTarget.Speedscope);
        Refused("it ends before its header does", TraceFixture.Bytes(TraceFixture.GcCollect)[..30], TraceTarget.Etlx);
    }

    private void Refused(string why, byte[] trace, TraceTarget target)
    {
        Assert.StartsWith(why, Assert.Throws<InvalidDataException>(() => Convert(trace, target)).Message, StringComparison.Ordinal);
        Assert.False(File.Exists(Into));
    }

    private string? Convert(byte[] trace, TraceTarget target)
    {
        var path = Path.Combine(folder.FullName, "trace");
        File.WriteAllBytes(path, trace);
        using var stream = File.OpenRead(path);
        return TraceConverter.Convert(stream, target, Into, progress: null, TestContext.Current.CancellationToken);
    }
}
