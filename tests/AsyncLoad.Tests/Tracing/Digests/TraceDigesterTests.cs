using AsyncLoad.Tests.Tracing.Nettrace;
using AsyncLoad.Tests.Tracing.Runs;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Digests;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Analysis;
using Microsoft.Diagnostics.Tracing.Analysis.GC;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Digests;

public class TraceDigesterTests
{
    private static readonly TraceDigest Collect = Digest(TraceFixture.GcCollect);
    private static readonly TraceDigest Verbose = Digest(TraceFixture.GcVerbose);
    private static readonly TraceDigest Cpu = Digest(TraceFixture.CpuSampling);
    private static readonly TraceDigest Sampled = Digest(TraceFixture.Sampled);
    private static readonly TraceDigest Ours = Digest(TraceFixture.BackgroundCollection);

    public static TheoryData<string> Whole =>
    [
        TraceFixture.GcCollect, TraceFixture.GcVerbose, TraceFixture.CpuSampling, TraceFixture.Sampled, TraceFixture.BackgroundCollection, TraceFixture.Tasks, TraceFixture.ValueTasks,
    ];

    [Theory]
    [MemberData(nameof(Whole))]
    public void A_whole_trace_tells_of_its_process(string file)
    {
        var digest = Digest(file);

        Assert.Equal((file, (long)TraceFixture.Bytes(file).Length), (digest.File, digest.FileBytes));
        Assert.Equal((false, null, 0L), (digest.State.Truncated, digest.State.Damage, digest.State.EventsLost));
        Assert.True(digest.State.Events > 0);
        Assert.StartsWith("10.0.", digest.Process.Runtime, StringComparison.Ordinal);
        Assert.Equal((false, true), (digest.Process.ServerGc, digest.Process.ConcurrentGc));
        Assert.True(digest.Process.Processors > 0 && digest.Process.ProcessId > 0);
        Assert.Contains(".dll", digest.Process.CommandLine, StringComparison.Ordinal);
        Assert.True(digest.Process.StartedUtc > DateTimeOffset.UnixEpoch);
    }

    [Theory]
    [MemberData(nameof(Whole))]
    public void The_recorded_time_ends_where_the_session_was_told_to(string file)
    {
        var digest = Digest(file);
        using var source = new EventPipeEventSource(new MemoryStream(TraceFixture.Bytes(file)));
        var (last, rundown) = (0.0, double.MaxValue);
        source.AllEvents += data =>
        {
            if (data.ProviderGuid == ClrRundownTraceEventParser.ProviderGuid) rundown = Math.Min(rundown, data.TimeStampRelativeMSec);
            else if (data.ProviderName != "Microsoft-DotNETCore-EventPipe") last = Math.Max(last, data.TimeStampRelativeMSec);
        };
        source.Process();

        var described = ReadTrace.Of(TraceFixture.Bytes(file), "Microsoft-DotNETCore-EventPipe").Times.Last();
        // What was under way then is recorded too: fractions of a millisecond.
        Assert.InRange(digest.Process.DurationMs, described - 1e-3, described + 1);
        Assert.True(last <= digest.Process.DurationMs + 1e-3);
        // Until its rundown begins a session records nothing more.
        Assert.True(digest.Process.DurationMs < rundown);
    }

    [Theory]
    [InlineData(TraceFixture.GcCollect)]
    [InlineData(TraceFixture.GcVerbose)]
    [InlineData(TraceFixture.CpuSampling)]
    [InlineData(TraceFixture.Sampled)]
    [InlineData(TraceFixture.BackgroundCollection)]
    public void All_collections_are_those_that_the_library_finds(string file)
    {
        var gc = Digest(file).Gc!;
        var expected = CollectionsByTheLibrary(file);

        Assert.NotEmpty(expected);
        Assert.Equal(
            expected.Select(one => (one.Number, one.Generation, (int)one.Reason == 17 ? "InducedAggressive" : one.Reason.ToString(), one.HeapSizeAfterMB, one.PromotedMB)),
            gc.Collections.Select(one => (one.Number, one.Generation, one.Reason, one.HeapAfterMb!.Value, one.PromotedMb!.Value)));
        Assert.Equal(expected.Max(one => one.HeapSizeAfterMB), gc.PeakHeapMb!.Value, 1e-9);
        Assert.Equal(expected.Sum(one => one.PromotedMB), gc.PromotedMb!.Value, 1e-6);
        // The library ends a pause later, where the restart ends, and loses parts of those of background collections.
        Assert.All(
            gc.Collections.Zip(expected).Where(pair => pair.First.Kind != "background"),
            pair => Assert.InRange(pair.First.PauseMs, 0, pair.Second.PauseDurationMSec + 1e-6));
    }

    [Theory]
    [MemberData(nameof(Whole))]
    public void Pauses_are_charged_once_and_are_longer_than_their_suspensions(string file)
    {
        if (Digest(file) is not { Gc: { Pauses: { } pauses } gc } digest) return;

        Assert.Equal(pauses.SumMs, gc.Collections.Sum(one => one.PauseMs), 1e-6);
        Assert.Equal(pauses.SumMs, gc.Counts.Sum(count => count.PauseMs), 1e-6);
        Assert.Equal(gc.Collections.Count, gc.Counts.Sum(count => count.Count));
        Assert.Equal(pauses.SumMs / digest.Process.DurationMs, gc.PauseShare, 1e-9);
        Assert.Equal(pauses.Count, gc.Suspensions!.Count);
        Assert.True(gc.Suspensions.SumMs < pauses.SumMs);
        Assert.True(pauses is { MedianMs: var median, P95Ms: var p95, P99Ms: var p99, MaxMs: var max } && median <= p95 && p95 <= p99 && p99 <= max);
    }

    [Fact]
    public void Collections_are_counted_by_sort()
    {
        Assert.Contains(Collect.Gc!.Counts, count => count is { Generation: 2, Reason: "Induced", Kind: "blocking" });
        Assert.Contains(Collect.Gc.Counts, count => count is { Generation: 2, Kind: "background" });
        Assert.Equal(Collect.Gc.Counts.OrderByDescending(count => count.Count).Select(count => count.Count), Collect.Gc.Counts.Select(count => count.Count));
    }

    [Fact]
    public void Randomised_samples_are_named_with_their_stacks()
    {
        var allocation = Sampled.Allocation!;

        Assert.Equal(AllocationSource.Sampled, allocation.Source);
        Assert.Equal(Sampled.Process.DurationMs / 1e3, allocation.Seconds);
        Assert.Contains(allocation.Types, type => type.Type.Contains("Task<decimal>", StringComparison.Ordinal) && Math.Abs(type.MeanObjectBytes!.Value - 80) < 0.5);
        Assert.Contains(allocation.Stacks, stack => stack.Type == "byte[]" && stack.Frames.Any(frame => frame.Contains("Main", StringComparison.Ordinal)));
        Assert.Equal(allocation.Total.Bytes, allocation.Types.Sum(type => type.Estimate.Bytes), 1);
        Assert.Equal(allocation.Types.OrderByDescending(type => type.Estimate.Bytes).Select(type => type.Type), allocation.Types.Select(type => type.Type));
        Assert.InRange(Sampled.State.UnnamedFrames!.Value, 0, 0.05);
        Assert.NotNull(Sampled.Advice);
    }

    [Fact]
    public void Ticks_add_up_to_what_they_tell()
    {
        var allocation = Verbose.Allocation!;
        var (ticks, amount) = (0L, 0L);
        using var source = new EventPipeEventSource(new MemoryStream(TraceFixture.Bytes(TraceFixture.GcVerbose)));
        source.Clr.GCAllocationTick += tick => (ticks, amount) = (ticks + 1, amount + tick.AllocationAmount64);
        source.Process();

        Assert.Equal(AllocationSource.Tick, allocation.Source);
        Assert.Equal((ticks, (double)amount), (allocation.Total.Samples, allocation.Total.Bytes));
        Assert.NotEmpty(allocation.Stacks);
    }

    [Fact]
    public void Exceptions_waits_and_the_pool_are_told_of()
    {
        Assert.Contains(new ExceptionCount("System.InvalidOperationException", 5), Cpu.Exceptions!);
        Assert.Contains(new ExceptionCount("System.FormatException", 3), Cpu.Exceptions!);
        // Three threads hold one lock for a millisecond each, 20 times.
        Assert.True(Cpu.Contention is { Count: > 2, Waited: { MedianMs: > 0.5 } waited } && waited.Count <= Cpu.Contention.Count);
        // Six blocking items on fewer workers.
        Assert.True(Cpu.ThreadPool is { Starvations: > 0, MostThreads: > 1 } pool && pool.FewestThreads <= pool.MostThreads);
    }

    [Fact]
    public void Processor_samples_find_what_spins()
    {
        var methods = Cpu.Cpu!.Methods;

        Assert.True(methods.Count is > 3 and <= 50);
        Assert.Contains(methods, method => method.Self > 0 && method.Method == "Program.Fibonacci(int)");
        Assert.All(methods, method => Assert.InRange(method.Self, 0, method.Inclusive));
        Assert.All(methods, method => Assert.InRange(method.Inclusive, 1, Cpu.Cpu.Samples));
        Assert.Contains(methods, method => method.Inclusive > method.Self);
        Assert.Equal(methods.OrderByDescending(method => method.Self).Select(method => method.Self), methods.Select(method => method.Self));
    }

    [Fault(19)]
    [Fact]
    public void What_was_not_recorded_is_null_and_said_to_be_missing()
    {
        Assert.Null(Collect.Allocation);
        Assert.Null(Collect.Advice);
        Assert.Null(Collect.Cpu);
        Assert.Null(Collect.Exceptions);
        Assert.Null(Collect.State.UnnamedFrames);
        Assert.Contains(Collect.Missing, sentence => sentence.StartsWith("No allocation", StringComparison.Ordinal));
        Assert.Null(Cpu.Allocation);
        Assert.Null(Sampled.Cpu);
    }

    [Fact]
    public void Of_our_own_traces_all_is_digested_and_not_the_window_alone()
    {
        var window = TraceFixture.Read(TraceFixture.BackgroundCollection);

        Assert.True(Ours.Gc!.Collections.Count > window.Collections.Count);
        Assert.True(Ours.Allocation!.Total.Samples > window.AllocatedTotal!.Samples);
        Assert.Equal(0, Ours.State.UnnamedFrames);
    }

    [Theory]
    [InlineData(TraceFixture.Sampled)]
    [InlineData(TraceFixture.CpuSampling)]
    [InlineData(TraceFixture.GcVerbose)]
    public void A_digest_goes_through_json_unchanged(string file)
    {
        var json = TraceDigestJson.Write(Digest(file));

        Assert.Equal(json, TraceDigestJson.Write(TraceDigestJson.Read(json)));
    }

    [Fact]
    public void A_trace_that_was_cut_is_digested_up_to_there()
    {
        var bytes = TraceFixture.Bytes(TraceFixture.Sampled);
        var digest = Digest(bytes[..(bytes.Length / 8)]);

        Assert.True(digest.State.Truncated);
        Assert.True(digest.Process.DurationMs > 0);
        Assert.NotNull(digest.Allocation);
        Assert.True(digest.State.UnnamedFrames > 0);
        Assert.Contains(digest.Missing, sentence => sentence.StartsWith("No rundown", StringComparison.Ordinal));
    }

    [Fact]
    public void What_is_no_trace_is_refused_by_name()
    {
        foreach (var bytes in new[] { [], "hello, world"u8.ToArray(), TraceFixture.Bytes(TraceFixture.Sampled)[..20] })
        {
            var refusal = Assert.Throws<InvalidDataException>(() => Digest(bytes));
            Assert.StartsWith("this is not a trace that can be read: ", refusal.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void No_damage_makes_the_digester_throw_anything_else()
    {
        var random = new Random(20260807);
        for (var trial = 0; trial < 100; trial++)
        {
            var bytes = TraceFixture.Bytes(TraceFixture.WithoutSuspensions);
            for (var flip = 0; flip < 3; flip++) bytes[random.Next("Nettrace".Length, bytes.Length)] ^= (byte)random.Next(1, 256);
            try
            {
                TraceDigestJson.Write(Digest(bytes));
            }
            catch (InvalidDataException refusal)
            {
                Assert.StartsWith("this is not a trace that can be read: ", refusal.Message, StringComparison.Ordinal);
            }
        }
    }

    private static TraceDigest Digest(string file) => TraceDigester.Digest(new MemoryStream(TraceFixture.Bytes(file)), file, AdviceOptions.Default);

    private static TraceDigest Digest(byte[] bytes) => TraceDigester.Digest(new MemoryStream(bytes), "spoilt.nettrace", AdviceOptions.Default);

    private static List<TraceGC> CollectionsByTheLibrary(string file)
    {
        using var source = new EventPipeEventSource(new MemoryStream(TraceFixture.Bytes(file)));
        source.NeedLoadedDotNetRuntimes();
        source.Process();
        return [.. source.Processes().SelectMany(process => process.LoadedDotNetRuntime()?.GC.GCs ?? [])];
    }
}
