using System.IO.Compression;
using System.Text;
using AsyncLoad.Tests.Tracing.Runs;
using AsyncLoad.Tracing.Nettrace;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Nettrace;

public class SpoiltNettraceTests
{
    private const int MagicLength = 8;

    private static readonly byte[] Small = new NettraceBuilder()
        .Kind(1, 7, told =>
        {
            told.Write(1);
            told.Write(18);
            NettraceBuilder.Text(told, "name");
        })
        .Kind(2, 8).Stacks(1, [10, 20], [30])
        .Events(Enumerable.Range(0, 10).Select(at => new WrittenEvent(at) { Kind = 1 + (at % 2), Stack = at % 3, Payload = new byte[at], Sorted = at == 0 }))
        .PlainEvents(Enumerable.Range(10, 5).Select(at => new WrittenEvent(at) { Thread = 2, Payload = new byte[at] }))
        .SequencePoint((100, 10), (2, 5)).Stacks(1, [40]).Events(new WrittenEvent(20) { Stack = 1 }).Ended();

    [Fault(8)]
    [Fact]
    public void Cut_anywhere_a_trace_ends_early_and_keeps_what_came_before()
    {
        var whole = ReadTrace.Of(Small).Events.Count;
        Assert.Equal(16, whole);
        for (var length = MagicLength; length < Small.Length; length++)
        {
            var read = ReadTrace.Of(Small[..length]);
            Assert.IsType<NettraceEnding.Early>(read.Ending);
            Assert.Equal(length, read.Summary.Bytes);
            Assert.InRange(read.Events.Count, 0, whole);
        }

        Assert.Equal(whole, ReadTrace.Of(Small[..^1]).Events.Count);
    }

    [Fault(9)]
    [Fact]
    public void What_follows_the_end_of_a_trace_is_named_and_what_came_before_is_kept()
    {
        var read = ReadTrace.Of([.. Small, .. Small]);
        Assert.Equal(ReadTrace.Of(Small).Events.Count, read.Events.Count);
        var damage = Assert.IsType<NettraceEnding.Damaged>(read.Ending);
        Assert.Equal(Small.Length, damage.Offset);
        Assert.Contains("more follows the end of the trace", damage.Message, StringComparison.Ordinal);
    }

    [Fault(8)]
    [Theory]
    [InlineData(TraceFixture.WithoutPhases)]
    [InlineData(TraceFixture.WithoutSuspensions)]
    public void Cut_anywhere_a_real_trace_ends_early(string file)
    {
        var bytes = TraceFixture.Bytes(file);
        for (var length = MagicLength; length < bytes.Length; length++) Assert.IsType<NettraceEnding.Early>(Everything(bytes.AsSpan(0, length).ToArray()));
    }

    [Fault(9)]
    [Fact]
    public void Any_single_byte_may_be_anything()
    {
        var endings = new HashSet<Type>();
        foreach (var at in Enumerable.Range(0, Small.Length))
        {
            foreach (var value in new byte[] { 0, 1, 5, 6, 0x7f, 0x80, 0xfe, 0xff, (byte)~Small[at], (byte)(Small[at] + 1) }) endings.Add(EndingWith(Small, (at, value)));
        }

        Assert.Equal([nameof(NettraceEnding.Damaged), nameof(NettraceEnding.Early), nameof(NettraceEnding.Foreign), nameof(NettraceEnding.Whole)], endings.Select(type => type.Name).Order());
    }

    [Fault(9)]
    [Fact]
    public void Any_few_bytes_of_a_real_trace_may_be_anything()
    {
        var bytes = TraceFixture.Bytes(TraceFixture.WithoutSuspensions);
        Prop.ForAll<(ushort At, byte Value)[]>(spoilt => EndingWith(bytes, [.. spoilt.Select(byteAt => (byteAt.At % bytes.Length, byteAt.Value))]) is not null)
            .Check(Config.QuickThrowOnFailure.WithMaxTest(1_000));
    }

    [Fault(9)]
    [Fact]
    public void Any_bytes_may_follow_the_head() =>
        Prop.ForAll<byte[]>(noise => Everything([.. new NettraceBuilder().Unended(), .. noise]) is NettraceEnding.Early or NettraceEnding.Damaged or NettraceEnding.Whole)
            .QuickCheckThrowOnFailure();

    [Fault(7)]
    [Theory]
    [InlineData("", "empty")]
    [InlineData("Nettrac", "does not")]
    [InlineData("{\"kind\":\"pair\"}", "does not")]
    [InlineData("PK\u0003\u0004 and so on", "zip archive")]
    [InlineData("\u0014\0\0\0!FastSerialization.1", "netperf")]
    public void Other_files_are_foreign(string content, string told) => Assert.Contains(told, Foreign(Encoding.Latin1.GetBytes(content)), StringComparison.Ordinal);

    [Fact]
    public void A_compressed_trace_is_foreign_and_says_so()
    {
        using var compressed = new MemoryStream();
        using (var gzip = new GZipStream(compressed, CompressionLevel.Fastest)) gzip.Write(Small);

        Assert.Contains("gzip", Foreign(compressed.ToArray()), StringComparison.Ordinal);
    }

    [Fact]
    public void Other_versions_of_the_format_are_foreign_and_say_what_to_do()
    {
        byte[] universal = [.. "Nettrace"u8, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0];

        var told = Foreign(universal);
        Assert.Contains("version 6", told, StringComparison.Ordinal);
        Assert.Contains("collect-linux", told, StringComparison.Ordinal);
        Assert.Contains("PerfView", told, StringComparison.Ordinal);
        Assert.Contains("version 3", Foreign(new NettraceBuilder(version: 3).Ended()), StringComparison.Ordinal);
        Assert.Contains("versions 4 and 5", Foreign(new NettraceBuilder(version: 7).Ended()), StringComparison.Ordinal);
    }

    [Fact]
    public void Heads_that_cannot_be_are_damage()
    {
        Assert.Contains("pointers of 5 B", Damage(new NettraceBuilder(pointerBytes: 5).Ended()), StringComparison.Ordinal);
        Assert.Contains("0 ticks per second: expected more than 0", Damage(new NettraceBuilder(ticksPerSecond: 0).Ended()), StringComparison.Ordinal);
    }

    [Fault(9)]
    [Fact]
    public void Blocks_that_cannot_be_are_damage()
    {
        Assert.Contains("unknown type 'LabelBlock'", Damage(new NettraceBuilder().Object("LabelBlock", []).Ended()), StringComparison.Ordinal);
        Assert.Contains("for readers of version 3", Damage(new NettraceBuilder().Object("EventBlock", [], version: 3).Ended()), StringComparison.Ordinal);
        Assert.Contains("-1 B", Damage(new NettraceBuilder().Object("EventBlock", [], -1).Ended()), StringComparison.Ordinal);
        Assert.Contains("shorter than its header", Damage(new NettraceBuilder().Object("EventBlock", new byte[19]).Ended()), StringComparison.Ordinal);
        Assert.Contains("header of a block of events has 0 B", Damage(new NettraceBuilder().Object("EventBlock", new byte[20]).Ended()), StringComparison.Ordinal);
        Assert.Contains("names 2000000000 threads", Damage(new NettraceBuilder().Object("SPBlock", NettraceBuilder.Bytes(told =>
        {
            told.Write(0L);
            told.Write(2_000_000_000);
        })).Ended()), StringComparison.Ordinal);
        Assert.Contains("a block of stacks", Damage(new NettraceBuilder().Object("StackBlock", NettraceBuilder.Bytes(told =>
        {
            told.Write(1);
            told.Write(1);
            told.Write(-8);
        })).Ended()), StringComparison.Ordinal);
    }

    [Fault(9)]
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_length_that_is_only_claimed_takes_no_memory(bool seekable)
    {
        var trace = new NettraceBuilder().Object("EventBlock", [1, 2, 3], claimedLength: 99_000_000).Unended();
        using Stream stream = seekable ? new MemoryStream(trace) : new TrickleStream(trace, 4096);
        var before = GC.GetAllocatedBytesForCurrentThread();

        Assert.IsType<NettraceEnding.Early>(new NettraceReader().ReadAll(stream).Ending);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 1, 4_000_000);
    }

    [Fault(9, 25)]
    [Fact]
    public void Events_that_never_get_an_order_end_it_before_they_fill_the_memory()
    {
        var ending = new NettraceReader();
        ending.On(NettraceBuilder.Provider, null, (in _) => { });
        var block = new NettraceBuilder().Kind(1, 7);
        var head = block.Length;
        block.Events(Enumerable.Range(0, 1_000).Select(at => new WrittenEvent(at) { Payload = new byte[1_000] }));
        var bytes = block.Unended();

        var damaged = Assert.IsType<NettraceEnding.Damaged>(ending.ReadAll(new TrickleStream(bytes, again: head, times: 400)).Ending);
        Assert.Contains("without an order", damaged.Message, StringComparison.Ordinal);
    }

    private static Type EndingWith(byte[] trace, params (int At, byte Value)[] spoilt)
    {
        var bytes = trace.AsSpan().ToArray();
        foreach (var (at, value) in spoilt) bytes[at] = value;
        return Everything(bytes).GetType();
    }

    private static NettraceEnding Everything(byte[] bytes)
    {
        var reader = new NettraceReader();
        foreach (var provider in new[] { NettraceBuilder.Provider, "Microsoft-Windows-DotNETRuntime", "AsyncLoad-Phases" }) reader.On(provider, null, Touch);
        return reader.ReadAll(new MemoryStream(bytes)).Ending;

        static void Touch(in NettraceEvent traced) => Assert.True(traced.AtMs >= 0 && traced.Payload.Length >= 0 && traced.Stack.Length >= 0);
    }

    private static string Damage(byte[] trace) => Assert.IsType<NettraceEnding.Damaged>(ReadTrace.Of(trace).Ending).Message;

    private static string Foreign(byte[] trace)
    {
        var read = ReadTrace.Of(trace);
        Assert.Null(read.Summary.Header);
        return Assert.IsType<NettraceEnding.Foreign>(read.Ending).Message;
    }
}
