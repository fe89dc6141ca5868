using System.Diagnostics;
using AsyncLoad.Assurance.LargeTrace;
using AsyncLoad.Assurance.Soak;
using AsyncLoad.Tests.Tracing.Nettrace;
using AsyncLoad.Tests.Tracing.Runs;
using AsyncLoad.Tracing.Nettrace;
using Xunit;

namespace AsyncLoad.Tests.LargeTrace;

/// <summary>A long trace that is made of a short one says what a process would have recorded that does the same again and again.</summary>
public sealed class RepeatedTraceTests
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const int Times = 3;

    public static TheoryData<string> Recorded { get; } = [TraceFixture.Sampled, TraceFixture.GcVerbose, TraceFixture.CpuSampling, TraceFixture.BackgroundCollection];

    [Theory]
    [MemberData(nameof(Recorded))]
    public void A_real_trace_is_whole_and_holds_everything_so_many_times(string file)
    {
        var (once, whole) = (ReadTrace.Of(TraceFixture.Bytes(file), Runtime), ReadTrace.Of(Repeat(TraceFixture.Bytes(file)), Runtime));

        Assert.IsType<NettraceEnding.Whole>(whole.Ending);
        Assert.Equal(once.Summary.Events * Times, whole.Summary.Events);
        Assert.Equal(once.Summary.EventsLost * Times, whole.Summary.EventsLost);
        Assert.Equal(once.Events.Count * Times, whole.Events.Count);
        // The order of time within a repetition is that of the short trace, so what stands at one place is the same event with the same stack.
        var same = once.Events.Select(read => (read.Kind.Id, Payload: Convert.ToHexString(read.Payload), Stack: string.Join(' ', read.Stack))).ToList();
        var all = whole.Events.Select(read => (read.Kind.Id, Payload: Convert.ToHexString(read.Payload), Stack: string.Join(' ', read.Stack))).ToList();
        for (var repetition = 0; repetition < Times; repetition++) Assert.Equal(same, all.Slice(repetition * same.Count, same.Count));
    }

    [Theory]
    [MemberData(nameof(Recorded))]
    public void Each_repetition_is_later_than_all_before_it(string file)
    {
        var (once, whole) = (ReadTrace.Of(TraceFixture.Bytes(file), Runtime), ReadTrace.Of(Repeat(TraceFixture.Bytes(file)), Runtime));

        Assert.Equal(whole.Times.Order(), whole.Times);
        // Blocks may end later than their last event. A sum of ticks and a product of ms differ in the last digit.
        Assert.InRange(whole.Summary.Header!.DurationMs, (once.Summary.Header!.DurationMs * Times) - 1e-6, double.MaxValue);
    }

    [Fact]
    public void It_ends_with_the_repetition_that_makes_it_long_enough()
    {
        var source = TraceFixture.Bytes(TraceFixture.GcCollect);
        using var target = new MemoryStream();

        var times = new RepeatedTrace(new MemoryStream(source), target).Write(source.Length + 1);

        Assert.Equal(2, times);
        Assert.InRange(target.Length, source.Length + 1, 2L * source.Length);
    }

    [Fact]
    public void A_trace_that_ends_early_is_refused()
    {
        var refusal = Assert.Throws<InvalidDataException>(() => Repeat(TraceFixture.Bytes(TraceFixture.Killed)));

        Assert.Contains("it ends early", refusal.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Headers_in_full_are_refused()
    {
        var trace = new NettraceBuilder().Kind(1, 7).PlainEvents(new WrittenEvent(1)).Ended();

        var refusal = Assert.Throws<InvalidDataException>(() => Repeat(trace));

        Assert.Contains("compressed", refusal.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_bar_is_a_gigabyte_and_all_that_the_short_trace_holds()
    {
        var once = Figures(peak: 80_000_000, events: 100);

        Assert.True(LargeTraceCommand.Holds(once, Figures(peak: 1_000_000_000, events: 300), Times));
        Assert.False(LargeTraceCommand.Holds(once, Figures(peak: 1_000_000_001, events: 300), Times));
        Assert.False(LargeTraceCommand.Holds(once, Figures(peak: 80_000_000, events: 299), Times));
        Assert.False(LargeTraceCommand.Holds(once, Figures(peak: 80_000_000, events: 300) with { Samples = 0 }, Times));
        Assert.False(LargeTraceCommand.Holds(once, Figures(peak: 80_000_000, events: 300) with { Lost = 1 }, Times));
        Assert.False(LargeTraceCommand.Holds(once, Figures(peak: 80_000_000, events: 300) with { Ended = new Ended(9, default, 0) }, Times));
    }

    [Fact]
    public void Processes_that_a_process_started_are_found()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "/proc");
#pragma warning disable RS0030 // It is to be one of this process, and of no list.
        using var started = Process.Start(new ProcessStartInfo("cat") { RedirectStandardInput = true })!;
#pragma warning restore RS0030

        var found = ProcessReader.WithDescendants(Environment.ProcessId);

        started.StandardInput.Close();
        started.WaitForExit();
        Assert.Contains(Environment.ProcessId, found);
        Assert.Contains(started.Id, found);
        Assert.DoesNotContain(1, found.Where(number => number != Environment.ProcessId));
    }

    private static ReadFigures Figures(long peak, long events) => new(1, new Ended(0, default, peak), events, 0, events * 2);

    private static byte[] Repeat(byte[] source)
    {
        using var target = new MemoryStream();
        // Little more than the last repetition begins with.
        new RepeatedTrace(new MemoryStream(source), target).Write(((long)(Times - 1) * source.Length) + 1);
        return target.ToArray();
    }
}
