using System.Diagnostics;
using AsyncLoad.Host.Platform;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Host;

public sealed class EmulatedClocksTests
{
    private const long Millisecond = 1_000_000;

    private static readonly long Interval = EmulatedClocks.Interval.Value;

    [Fact]
    public void Sleeps_end_with_the_next_interrupt()
    {
        var own = new RecordedWaiting();
        var asked = Stopwatch.GetTimestamp() + Stopwatch.Frequency;

        new EmulatedWaiting(own).Until(asked);

        var end = Assert.Single(own.Ends);
        Assert.Equal(0, end % Ticks.Of(Interval));
        Assert.InRange(end - asked, 0, Ticks.Of(Interval) - 1);
    }

    [Fact]
    public void What_is_past_is_not_waited_for()
    {
        var own = new RecordedWaiting();

        new EmulatedWaiting(own).Until(Stopwatch.GetTimestamp());

        Assert.Empty(own.Ends);
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(15_624_999, 0)]
    [InlineData(15_625_000, 15_625_000)]
    [InlineData(47_000_000, 46_875_000)]
    public void Processor_time_is_counted_in_whole_intervals(long used, long counted)
    {
        var clock = new EmulatedProcessClock(new FixedClock(new Nanoseconds(used)));

        Assert.Equal(new Nanoseconds(counted), clock.OfThisThread());
        Assert.Equal(new Nanoseconds(counted), clock.Of(7));
        Assert.Equal(7, clock.ClockOfThisThread());
        Assert.Equal(new TimeSpan(counted / 100), clock.OfProcess().User);
        Assert.Equal(new TimeSpan(counted / 100), clock.OfProcess().Kernel);
    }

    // What a refused load would say: 100 µs and 150 µs an operation, one due each millisecond, and a thread that starts all that are due when it wakes.
    [Fact]
    public void An_operation_that_is_half_slower_hides_in_the_steps()
    {
        Assert.Equal(1.5, MeanResponse(150_000, due => due) / MeanResponse(100_000, due => due), 6);
        Assert.InRange(MeanResponse(150_000, EmulatedWaiting.EndOf) / MeanResponse(100_000, EmulatedWaiting.EndOf), 1, 1.1);
    }

    [Fact]
    public void They_say_why_loads_that_wait_are_refused_and_are_off_unless_asked_for()
    {
        Assert.Equal(CoarseTimers.Reason, new EmulatedWaiting(new RecordedWaiting()).Unpaced);
        Assert.False(EmulatedClocks.AreOn);
        var own = new RecordedWaiting();
        Assert.Same(own, EmulatedClocks.Over(own));
    }

    private static double MeanResponse(long service, Func<long, long> wake)
    {
        var (free, sum, count) = (0L, 0.0, 0);
        for (var due = Millisecond; due <= 10_000 * Millisecond; due += Millisecond, count++)
        {
            free = Math.Max(free, wake(due)) + service;
            sum += free - due;
        }

        return sum / count;
    }

    private sealed class RecordedWaiting : IWaiting
    {
        public List<long> Ends { get; } = [];

        public string? Unpaced => null;

        public void Prepare()
        {
        }

        public void Until(long timestamp) => Ends.Add(timestamp);
    }

    private sealed class FixedClock(Nanoseconds used) : IProcessClock
    {
        private readonly TimeSpan span = new(used.Value / 100);

        public ProcessorUse OfProcess() => new(span, span);

        public Nanoseconds OfThisThread() => used;

        public int? ClockOfThisThread() => 7;

        public Nanoseconds Of(int clock) => used;
    }
}
