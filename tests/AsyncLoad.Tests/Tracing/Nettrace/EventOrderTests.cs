using AsyncLoad.Tracing.Nettrace;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Nettrace;

public class EventOrderTests
{
    [Fact]
    public void Threads_between_two_sequence_points_are_merged()
    {
        var read = ReadTrace.Of(new NettraceBuilder().Kind(1, 7)
            .Events(At(1, 10, 30, 50)).Events(At(2, 20, 40)).SequencePoint((1, 3), (2, 2))
            .Events(At(1, 70, 90)).Events(At(2, 60, 80)).Ended());

        Assert.Equal([10, 20, 30, 40, 50, 60, 70, 80, 90], read.Times);
    }

    [Fact]
    public void A_sorted_event_lets_go_of_what_lies_before_it()
    {
        var seen = new List<double>();
        var reader = new NettraceReader();
        reader.On(NettraceBuilder.Provider, 7, (in traced) => seen.Add(traced.AtMs));
        // The trace stops inside a block, so only what was handed out before is there.
        var builder = new NettraceBuilder().Kind(1, 7).Kind(2, 8).Events(At(1, 10, 30, 50)).Events(At(2, 20, 40)).Events(new WrittenEvent(35) { Kind = 2, Thread = 3, Sorted = true });
        using var stream = new WatchedStream(builder.Ended(), () => seen.Count);

        reader.ReadAll(stream);

        Assert.Equal([10, 20, 30, 40, 50], seen);
        Assert.Equal(3, stream.SeenAtEnd);
    }

    [Fact]
    public void Equal_times_keep_the_order_of_the_file()
    {
        var read = ReadTrace.Of(new NettraceBuilder().Kind(1, 7)
            .Events(At(1, 10, 20)).Events(At(2, 10, 20)).Events(new WrittenEvent(20) { Thread = 3, Sorted = true }).Events(At(4, 20)).Ended());

        Assert.Equal([(10, 1), (10, 2), (20, 1), (20, 2), (20, 3), (20, 4)], read.Events.Select(told => ((int)told.AtMs, (int)told.ThreadId)));
    }

    [Fact]
    public void What_lies_before_the_beginning_counts_as_the_beginning() =>
        Assert.Equal([0, 3], ReadTrace.Of(new NettraceBuilder().Kind(1, 7).Events(At(1, -5, 3)).Ended()).Times);

    [Fact]
    public void What_waits_when_the_trace_ends_early_is_handed_out()
    {
        var read = ReadTrace.Of(new NettraceBuilder().Kind(1, 7).Events(At(1, 10, 30)).Events(At(2, 20)).Unended());

        Assert.IsType<NettraceEnding.Early>(read.Ending);
        Assert.Equal([10, 20, 30], read.Times);
    }

    [Fact]
    public void Any_events_of_any_threads_come_in_order_with_their_payloads() =>
        Prop.ForAll<(byte Thread, ushort At)[]>(drawn =>
        {
            var trace = new NettraceBuilder().Kind(1, 7);
            // Blocks of a thread each, as the runtime writes them, and blocks in any order.
            foreach (var thread in drawn.Where(told => told.Thread % 2 == 0).GroupBy(told => told.Thread % 8)) trace.Events(thread.OrderBy(told => told.At).Select(Written));
            trace.Events(drawn.Where(told => told.Thread % 2 == 1).Select(Written));
            var read = ReadTrace.Of(trace.Ended());

            return read.Ending is NettraceEnding.Whole
                && read.Times.SequenceEqual(drawn.Select(told => (double)told.At).Order())
                && read.Events.All(told => told.AtMs == BitConverter.ToUInt16(told.Payload) && told.ThreadId == told.Payload[2]);
        }).QuickCheckThrowOnFailure();

    private static IEnumerable<WrittenEvent> At(long thread, params long[] times) => times.Select(at => new WrittenEvent(at) { Thread = thread });

    private static WrittenEvent Written((byte Thread, ushort At) drawn) =>
        new(drawn.At) { Thread = drawn.Thread, Payload = [.. BitConverter.GetBytes(drawn.At), drawn.Thread, .. new byte[drawn.At % 5]] };

    /// <summary>Gives the end mark by itself, and notes what was seen by then.</summary>
    private sealed class WatchedStream(byte[] trace, Func<int> seen) : MemoryStream(trace)
    {
        public int SeenAtEnd { get; private set; }

        public override int Read(byte[] buffer, int offset, int count)
        {
            if (Position == Length - 1) SeenAtEnd = seen();
            return base.Read(buffer, offset, (int)Math.Min(count, Position < Length - 1 ? Length - 1 - Position : 1));
        }
    }
}
