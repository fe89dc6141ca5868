using AsyncLoad.Model.Measurements;
using AsyncLoad.Tracing.Runs;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Runs;

public sealed class SettingsReaderTests : IDisposable
{
    private readonly string file = Path.GetTempFileName();

    public void Dispose() => File.Delete(file);

    [Fact]
    public void A_whole_trace_tells_what_its_session_asked_for() =>
        // This session asked neither for tiered compilation nor for look-ups of precompiled code, and the process had the platform's gen0 size.
        Assert.Equal(new TracedSettings(null, TieredCompilation: false, TieredPgo: false, ReadyToRun: false), Read(TraceFixture.Bytes(TraceFixture.Tasks)));

    [Fact]
    public void A_trace_without_the_event_tells_nothing() => Assert.Null(Read(TraceFixture.Bytes(TraceFixture.WithoutSuspensions)));

    [Fact]
    public void A_trace_of_a_killed_process_tells_nothing() => Assert.Null(Read(TraceFixture.Bytes(TraceFixture.Killed)));

    [Fact]
    public void A_trace_that_is_cut_short_tells_nothing()
    {
        var whole = TraceFixture.Bytes(TraceFixture.Tasks);

        Assert.All([0, 4, 100, whole.Length / 2, whole.Length - 1], length => Assert.Null(Read(whole[..length])));
    }

    private TracedSettings? Read(byte[] trace)
    {
        File.WriteAllBytes(file, trace);
        return SettingsReader.Read(file);
    }
}
