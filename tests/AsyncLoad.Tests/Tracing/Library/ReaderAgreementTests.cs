using AsyncLoad.Tests.Tracing.Runs;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Digests;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Library;

/// <summary>What both readers read: the library must give every figure of the report that the own reader gives.</summary>
public class ReaderAgreementTests
{
    public static TheoryData<string> Whole =>
    [
        TraceFixture.BackgroundCollection, TraceFixture.Tasks, TraceFixture.ValueTasks, TraceFixture.WithoutPhases, TraceFixture.WithoutSuspensions,
        TraceFixture.GcCollect, TraceFixture.GcVerbose, TraceFixture.CpuSampling, TraceFixture.Sampled,
    ];

    [Theory]
    [MemberData(nameof(Whole))]
    public void Both_readers_give_the_same_report(string file)
    {
        var (own, library) = (Own(file), Library(file));

        Assert.Equal(("asyncload", "nettrace 4"), (own.Reader, own.Format));
        Assert.StartsWith("TraceEvent 4.", library.Reader, StringComparison.Ordinal);
        Assert.Equal(TraceDigestJson.Write(own), TraceDigestJson.Write(library with { Reader = own.Reader }));
    }

    [Fact]
    public void Of_lost_events_the_library_counts_fewer_and_nothing_else_differs()
    {
        var (own, library) = (Own(TraceFixture.Lossy), Library(TraceFixture.Lossy));

        Assert.InRange(library.State.EventsLost!.Value, 1, own.State.EventsLost!.Value);
        Assert.Equal(TraceDigestJson.Write(own), TraceDigestJson.Write(library with { Reader = own.Reader, State = own.State }));
    }

    [Fact]
    public void Of_a_trace_that_was_cut_the_library_reads_fewer_events_and_says_the_same_of_its_end()
    {
        var (own, library) = (Own(TraceFixture.Killed), Library(TraceFixture.Killed));

        Assert.Equal((true, null), (library.State.Truncated, library.State.Damage));
        Assert.InRange(library.State.Events, 1, own.State.Events);
        Assert.Equal(own.Process with { DurationMs = 0 }, library.Process with { DurationMs = 0 });
    }

    [Theory]
    [MemberData(nameof(Whole))]
    public void A_trace_written_again_as_another_version_gives_the_same_report(string file)
    {
        var own = Own(file);
        var rewritten = new RewrittenTrace(file);

        foreach (var (format, bytes) in new[] { ("nettrace 3", rewritten.AsNetPerf()), ("nettrace 6", rewritten.AsUniversal()) })
        {
            var digest = TraceDigester.Digest(new MemoryStream(bytes), file, AdviceOptions.Default, cancellation: TestContext.Current.CancellationToken);

            Assert.Equal((format, "TraceEvent"), (digest.Format, digest.Reader.Split(' ')[0]));
            // Events of providers that nobody decodes were not written again.
            var state = digest.State with { Events = own.State.Events };
            Assert.Equal(TraceDigestJson.Write(own), TraceDigestJson.Write(digest with { Format = own.Format, Reader = own.Reader, FileBytes = own.FileBytes, State = state }));
        }
    }

    private static TraceDigest Own(string file) => TraceDigester.Digest(new MemoryStream(TraceFixture.Bytes(file)), file, AdviceOptions.Default);

    private static TraceDigest Library(string file) => TraceDigester.DigestByLibrary(new MemoryStream(TraceFixture.Bytes(file)), file, AdviceOptions.Default);
}
