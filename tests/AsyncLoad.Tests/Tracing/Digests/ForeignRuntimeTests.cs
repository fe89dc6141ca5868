using AsyncLoad.Tests.Tracing.Events;
using AsyncLoad.Tests.Tracing.Nettrace;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Digests;
using AsyncLoad.Tracing.Events;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Digests;

/// <summary>Traces of runtimes that tell less than .NET 10, written event by event.</summary>
public sealed class ForeignRuntimeTests
{
    private const int RuntimeStart = 1;
    private const int Tick = 2;
    private const int Sample = 3;
    private const int ThreadSample = 4;
    private const int ProcessInfo = 5;
    private const int Rundown = 6;

    private const ushort Framework = 1;
    private const ushort CoreClr = 2;

    [Theory]
    [InlineData(CoreClr, 4, 0u, null, null)]
    [InlineData(CoreClr, 5, 0u, null, null)]
    [InlineData(CoreClr, 6, 0u, false, false)]
    [InlineData(CoreClr, 10, 0x1001u, true, true)]
    [InlineData(Framework, 4, 1u, false, true)]
    public void How_a_runtime_collects_is_unknown_where_it_does_not_fill_that_in(int kind, int major, uint flags, bool? server, bool? concurrent)
    {
        var digest = Digest(Trace().Events(Started(100, (ushort)kind, (ushort)major, flags)));

        Assert.Equal((server, concurrent), (digest.Process.ServerGc, digest.Process.ConcurrentGc));
        Assert.Equal(server is null, digest.Missing.Any(sentence => sentence.StartsWith("No GC mode: runtimes before .NET 6", StringComparison.Ordinal)));
        Assert.Equal(server is null, TraceDigestJson.Write(digest).Contains("\"serverGc\": null", StringComparison.Ordinal));
    }

    // Version 3 of the event: .NET Core 3.1 and .NET 5.
    [Fact]
    public void Ticks_without_sizes_tell_the_bytes_of_each_type()
    {
        var digest = Digest(Trace()
            .Stacks(1, [0x1000, 0x2000])
            .Events(Ticked(10, "System.Byte[]", 110_000), Ticked(20, "My.Order", 104_000), Ticked(30, "System.Byte[]", 106_000), Started(1_000, CoreClr, 5, 0)));

        var allocation = digest.Allocation!;
        Assert.Equal((AllocationSource.Tick, 3L, 320_000.0), (allocation.Source, allocation.Total.Samples, allocation.Total.Bytes));
        Assert.Equal([("byte[]", 216_000.0, null), ("Order", 104_000.0, (double?)null)], allocation.Types.Select(type => (type.Type, type.Estimate.Bytes, type.MeanObjectBytes)));
        Assert.DoesNotContain(digest.Missing, sentence => sentence.StartsWith("No allocation", StringComparison.Ordinal));
        Assert.Contains("\"meanObjectBytes\": null", TraceDigestJson.Write(digest), StringComparison.Ordinal);
        Assert.Equal(TraceDigestJson.Write(digest), TraceDigestJson.Write(TraceDigestJson.Read(TraceDigestJson.Write(digest))));
    }

    [Fact]
    public void Processor_samples_outside_managed_code_are_counted()
    {
        var digest = Digest(Trace().Stacks(1, [0x1000]).Events([.. Enumerable.Range(1, 50).Select(at => Sampled(at, at % 25 == 0 ? 2u : 1u)), Started(100, CoreClr, 10, 1)]));

        Assert.Equal((2L, 48L), (digest.Cpu!.Samples, digest.Cpu.Outside));
    }

    [Fact]
    public void Samples_of_a_process_that_never_ran_managed_code_are_counted_too()
    {
        var digest = Digest(Trace().Stacks(1, [0x1000]).Events(Sampled(10, 1), Started(100, CoreClr, 10, 1)));

        Assert.Equal((0L, 1L), (digest.Cpu!.Samples, digest.Cpu.Outside));
        Assert.DoesNotContain(digest.Missing, sentence => sentence.StartsWith("No processor samples", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("")]
    [InlineData("NULL")]
    public void A_program_without_names_is_known_as_NativeAOT(string type)
    {
        var digest = Digest(Trace(processors: ushort.MaxValue)
            .Stacks(1, [0x1000, 0x2000])
            .Events(Enumerable.Range(1, 40).Select(at => Drawn(at, type, 72))));

        Assert.True(digest.Process.NativeAot);
        Assert.Null(digest.Process.Processors);
        Assert.Null(digest.Advice);
        Assert.Equal((40L, "(no name)"), (digest.Allocation!.Total.Samples, Assert.Single(digest.Allocation.Types).Type));
        Assert.Empty(digest.Allocation.Stacks);
        Assert.DoesNotContain(digest.Missing, sentence => sentence.StartsWith("No rundown", StringComparison.Ordinal) || sentence.StartsWith("No stacks", StringComparison.Ordinal) || sentence.StartsWith("No names", StringComparison.Ordinal));
    }

    // A real one has events of a rundown, and no stacks.
    [Fact]
    public void A_NativeAOT_program_may_have_a_rundown_that_tells_nothing_of_its_runtime() =>
        Assert.True(Digest(Trace().Events([.. Enumerable.Range(1, 40).Select(at => Drawn(at, "", 72) with { Stack = 0 }), Described(5_000), Ended(5_100)])).Process.NativeAot);

    [Fact]
    public void A_program_that_tells_its_types_is_no_NativeAOT_though_its_trace_was_cut()
    {
        var digest = Digest(Trace().Stacks(1, [0x1000]).Events(Enumerable.Range(1, 40).Select(at => Drawn(at, "System.String", 72))));

        Assert.False(digest.Process.NativeAot);
        Assert.Equal((12, 1.0), (digest.Process.Processors, digest.State.UnnamedFrames));
    }

    // A session writes what it has for up to 100 ms before its rundown begins.
    [Fact]
    public void The_recorded_time_ends_where_the_session_was_told_to() =>
        Assert.Equal(5_000, Digest(Trace().Events(Drawn(10, "A", 72), Described(5_000), Ended(5_100))).Process.DurationMs);

    [Fact]
    public void Another_session_that_ends_in_the_middle_ends_nothing()
    {
        Assert.Equal(5_000, Digest(Trace().Events(Drawn(10, "A", 72), Described(2_000), Drawn(4_990, "A", 72), Described(5_000), Ended(5_100))).Process.DurationMs);
        Assert.Equal(4_990, Digest(Trace().Events(Drawn(10, "A", 72), Described(2_000), Drawn(4_990, "A", 72))).Process.DurationMs);
    }

    private static TraceDigest Digest(NettraceBuilder trace) => TraceDigester.Digest(new MemoryStream(trace.Ended()), "foreign.nettrace", AdviceOptions.Default);

    private static NettraceBuilder Trace(int processors = 12) => new NettraceBuilder(processors: processors)
        .Kind(RuntimeStart, RuntimeStarted.Id, provider: Providers.Rundown)
        .Kind(Tick, AllocationTicked.Id, provider: Providers.Runtime)
        .Kind(Sample, AllocationSampled.Id, provider: Providers.Runtime)
        .Kind(ThreadSample, ThreadSampled.Id, provider: Providers.SampleProfiler)
        .Kind(ProcessInfo, ProcessDescribed.Id, provider: Providers.Session)
        .Kind(Rundown, 146, provider: Providers.Rundown);

    private static WrittenEvent Started(long at, ushort kind, ushort major, uint flags)
    {
        var payload = new Payload().Short(7).Short(kind);
        foreach (var number in new ushort[] { major, 0, 0, 0, major, 0, 0, 0 }) payload.Short(number);
        return Event(at, RuntimeStart, payload.Int(flags).Byte(0).Text("dotnet app.dll").Guid().Text("/usr/share/dotnet/libcoreclr.so"));
    }

    private static WrittenEvent Ticked(long at, string type, ulong amount) =>
        Event(at, Tick, new Payload().Int((uint)amount).Int(0).Short(7).Long(amount).Long(1).Text(type).Int(0).Long(2)) with { Stack = 1 };

    private static WrittenEvent Drawn(long at, string type, ulong size) => Event(at, Sample, new Payload().Int(0).Short(7).Long(1).Text(type).Long(2).Long(size).Long(50)) with { Stack = 1 };

    private static WrittenEvent Sampled(long at, uint state) => Event(at, ThreadSample, new Payload().Int(state)) with { Stack = 1 };

    private static WrittenEvent Described(long at) => Event(at, ProcessInfo, new Payload().Text("dotnet app.dll").Text("Linux").Text("x64"));

    private static WrittenEvent Ended(long at) => Event(at, Rundown, new Payload());

    private static WrittenEvent Event(long at, int kind, Payload payload) => new(at) { Kind = kind, Payload = payload.ToArray() };
}
