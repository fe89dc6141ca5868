using AsyncLoad.Tracing.Nettrace;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Nettrace;

public class NettraceReaderTests
{
    private const string Other = "Other-Provider";

    [Fact]
    public void The_head_tells_of_the_process_and_the_session()
    {
        var header = ReadTrace.Of(new NettraceBuilder().Kind(1, 7).Events(new WrittenEvent(5), new WrittenEvent(2_500)).Ended()).Summary.Header;

        Assert.Equal(new NettraceHeader("nettrace 4", new DateTimeOffset(2026, 5, 17, 8, 9, 10, 11, TimeSpan.Zero), 8, 4711, 12, 2_500), header);
    }

    [Fact]
    public void A_session_cannot_begin_in_a_thirteenth_month()
    {
        var read = ReadTrace.Of(new NettraceBuilder(month: 13).Ended());

        Assert.IsType<NettraceEnding.Whole>(read.Ending);
        Assert.Null(read.Summary.Header!.StartedUtc);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Events_come_as_they_were_written(bool compressed)
    {
        WrittenEvent[] written =
        [
            new(1) { Sorted = true, Payload = [1, 2, 3] },
            new(2) { Payload = [4, 5, 6] },
            new(2) { Kind = 2, Payload = [], Subject = 333 },
            new(900) { Thread = 1L << 40, Sorted = true, Payload = new byte[1000] },
        ];
        var builder = new NettraceBuilder().Kind(1, 7).Kind(2, 8);

        var read = ReadTrace.Of((compressed ? builder.Events(written) : builder.PlainEvents(written)).Ended());

        Assert.IsType<NettraceEnding.Whole>(read.Ending);
        Assert.Equal((4, 0), (read.Summary.Events, read.Summary.EventsLost));
        Assert.Equal(
            written.Select(told => ((double)told.At, told.Subject ?? told.Thread, told.Kind + 6, told.Payload.Length)),
            read.Events.Select(told => (told.AtMs, told.ThreadId, told.Kind.Id, told.Payload.Length)));
        Assert.Equal([4, 5, 6], read.Events[1].Payload);
    }

    [Fact]
    public void Handlers_get_what_they_asked_for_in_the_order_of_asking()
    {
        var calls = new List<string>();
        var reader = new NettraceReader();
        reader.On(NettraceBuilder.Provider, 8, (in traced) => calls.Add($"first {traced.Kind.Id}"));
        reader.On(NettraceBuilder.Provider, null, (in traced) => calls.Add($"all {traced.Kind.Id}"));
        reader.On(Other, 7, (in traced) => calls.Add($"other {traced.Kind.Provider}"));

        var trace = new NettraceBuilder().Kind(1, 7).Kind(2, 8).Kind(3, 7, provider: Other).Kind(4, 8, provider: Other)
            .Events(Enumerable.Range(1, 4).Select(kind => new WrittenEvent(kind) { Kind = kind })).Ended();
        var summary = reader.ReadAll(new MemoryStream(trace));

        Assert.Equal(["all 7", "first 8", "all 8", $"other {Other}"], calls);
        Assert.Equal(4, summary.Events);
    }

    [Fact]
    public void A_reader_reads_once()
    {
        var reader = new NettraceReader();
        reader.ReadAll(new MemoryStream(new NettraceBuilder().Ended()));

        Assert.Throws<InvalidOperationException>(() => reader.ReadAll(new MemoryStream(new NettraceBuilder().Ended())));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    public void A_stream_may_give_a_few_bytes_at_a_time(int atOnce)
    {
        var trace = new NettraceBuilder().Kind(1, 7).Events(Enumerable.Range(0, 100).Select(at => new WrittenEvent(at))).Ended();

        var read = ReadTrace.Of(new TrickleStream(trace, atOnce));

        Assert.IsType<NettraceEnding.Whole>(read.Ending);
        Assert.Equal(Enumerable.Range(0, 100).Select(at => (double)at), read.Times);
        Assert.Equal(trace.Length, read.Summary.Bytes);
    }

    [Fact]
    public void Progress_is_told_every_few_megabytes_and_at_the_end()
    {
        var trace = Large(blocks: 110);
        var told = new ToldProgress();

        new NettraceReader().ReadAll(new MemoryStream(trace), told);

        Assert.InRange(told.Bytes.Count, 2, 4);
        Assert.Equal(told.Bytes.Order(), told.Bytes);
        Assert.Equal(trace.Length, told.Bytes[^1]);
    }

    [Fact]
    public void It_ends_when_it_is_asked_to()
    {
        using var source = new CancellationTokenSource();
        var reader = new NettraceReader();
        var events = 0;
        reader.On(NettraceBuilder.Provider, null, (in _) =>
        {
            events++;
            source.Cancel();
        });

        Assert.Throws<OperationCanceledException>(() => reader.Read(new MemoryStream(Large(blocks: 3)), null, source.Token));
        Assert.Equal(1, events);
    }

    [Fact]
    public void A_handler_may_end_it_too()
    {
        var reader = new NettraceReader();
        reader.On(NettraceBuilder.Provider, null, (in _) => throw new OperationCanceledException());

        Assert.Throws<OperationCanceledException>(() => reader.ReadAll(new MemoryStream(Large(blocks: 1))));
    }

    [Fact]
    public void A_stream_that_cannot_be_read_is_not_the_traces_fault() =>
        Assert.Throws<IOException>(() => new NettraceReader().ReadAll(new BrokenStream()));

    [Fact]
    public void What_a_handler_throws_is_damage_at_its_event()
    {
        var builder = new NettraceBuilder().Kind(1, 7);
        var block = builder.Length;
        foreach (var failure in new Exception[] { new InvalidDataException("no object has this size"), new ArgumentException("no object has this size"), new OverflowException("no object has this size") })
        {
            var events = 0;
            var reader = new NettraceReader();
            reader.On(NettraceBuilder.Provider, 7, (in _) =>
            {
                if (++events == 2) throw failure;
            });

            var summary = reader.ReadAll(new MemoryStream(new NettraceBuilder().Kind(1, 7).Events(Enumerable.Range(0, 5).Select(at => new WrittenEvent(at))).Ended()));

            var damaged = Assert.IsType<NettraceEnding.Damaged>(summary.Ending);
            Assert.Equal("event 7 of Test-Provider: no object has this size", damaged.Message);
            Assert.True(damaged.Offset > block);
            Assert.Equal(2, events);
        }
    }

    private static byte[] Large(int blocks)
    {
        var builder = new NettraceBuilder().Kind(1, 7);
        for (var at = 0; at < blocks; at++) builder.Events(new WrittenEvent(at) { Sorted = true, Payload = new byte[100_000] });
        return builder.Ended();
    }

    private sealed class ToldProgress : IProgress<long>
    {
        public List<long> Bytes { get; } = [];

        public void Report(long value) => Bytes.Add(value);
    }

    private sealed class BrokenStream : MemoryStream
    {
        public override int Read(byte[] buffer, int offset, int count) => throw new IOException("the disk is gone");
    }
}
