using AsyncLoad.Tests.Tracing.Runs;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Digests;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Library;

/// <summary>Files that both readers read: the library must give every figure of the report that the own reader gives.</summary>
public class ReaderAgreementTests
{
    public static TheoryData<string> All =>
    [
        TraceFixture.BackgroundCollection, TraceFixture.Tasks, TraceFixture.ValueTasks, TraceFixture.WithoutPhases, TraceFixture.WithoutSuspensions, TraceFixture.Killed,
        TraceFixture.GcCollect, TraceFixture.GcVerbose, TraceFixture.CpuSampling, TraceFixture.Sampled, TraceFixture.Lossy,
    ];

    [Theory]
    [MemberData(nameof(All))]
    public void Both_readers_give_the_same_report(string file)
    {
        var bytes = TraceFixture.Bytes(file);
        var own = TraceDigester.Digest(new MemoryStream(bytes), file, AdviceOptions.Default);
        var library = TraceDigester.DigestByLibrary(new MemoryStream(bytes), file, AdviceOptions.Default);

        Assert.Equal(("asyncload", "TraceEvent 4.0.0"), (own.Reader, library.Reader));
        Assert.Equal(TraceDigestJson.Write(own), TraceDigestJson.Write(library with { Reader = own.Reader }));
    }
}
