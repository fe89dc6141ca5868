using AsyncLoad.Tracing.Nettrace;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Nettrace;

/// <summary>A gigabyte of events that are read as they come.</summary>
[Fault(25)]
public class HugeTraceTests
{
    private const int Times = 1_000;
    private const int EventsAtATime = 1_000;

    [Fact]
    public void A_gigabyte_is_streamed_through_the_memory_of_a_small_trace()
    {
        // Objects are aligned to four bytes from the beginning of a trace, so what is repeated has to be a multiple of them.
        var (head, bytes) = Enumerable.Range(0, 4).Select(WithEvents).First(trace => (trace.Bytes.Length - trace.Head) % 4 == 0);
        var (reader, events) = (new NettraceReader(), 0L);
        reader.On(NettraceBuilder.Provider, null, (in _) => events++);
        var before = GC.GetAllocatedBytesForCurrentThread();

        reader.ReadAll(new TrickleStream(bytes, again: head, times: Times - 1));

        Assert.Equal((long)Times * EventsAtATime, events);
        Assert.InRange((long)Times * (bytes.Length - head), 1_000_000_000, long.MaxValue);
        // All that was ever allocated, so more than was held at any time.
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 1, 32_000_000);
    }

    private static (int Head, byte[] Bytes) WithEvents(int more)
    {
        var builder = new NettraceBuilder().Kind(1, 7);
        var head = builder.Length;
        builder.SequencePoint((100, EventsAtATime)).Events(Enumerable.Range(0, EventsAtATime).Select(at => new WrittenEvent(at) { Payload = new byte[at == 0 ? 1_000 + more : 1_000] }));
        return (head, builder.Unended());
    }
}
