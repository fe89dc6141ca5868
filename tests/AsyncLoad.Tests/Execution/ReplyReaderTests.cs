using System.Text;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Model;
using Xunit;

namespace AsyncLoad.Tests.Execution;

public sealed class ReplyReaderTests
{
    [Theory]
    [InlineData("", new string[0])]
    [InlineData("one\ntwo\n", new[] { "one", "two" })]
    [InlineData("one\n\nthree", new[] { "one", "", "three" })]
    public async Task Lines_come_as_they_were_sent(string sent, string[] expected)
    {
        using var lines = new ReplyReader(Stream(sent));

        foreach (var line in expected) Assert.Equal(line, await TextAsync(lines));
        Assert.Null(await lines.ReadAsync(TestContext.Current.CancellationToken));
    }

    [Fault(30)]
    [Theory]
    [InlineData(20_000)]
    [InlineData(8_192)]
    public async Task A_line_of_the_most_characters_is_read_and_a_longer_one_refused(int most)
    {
        using var lines = new ReplyReader(Stream($"{new string('x', most)}\n{new string('y', most + 1)}\n"), most);

        Assert.Equal(new string('x', most), await TextAsync(lines));
        await Assert.ThrowsAsync<InvalidDataException>(() => lines.ReadAsync(TestContext.Current.CancellationToken));
    }

    [Fault(30)]
    [Fact]
    public async Task A_line_without_an_end_fills_no_memory()
    {
        using var lines = new ReplyReader(new Endless());
        // The source never waits, so all of it happens on this thread.
        var before = GC.GetAllocatedBytesForCurrentThread();

        await Assert.ThrowsAsync<InvalidDataException>(() => lines.ReadAsync(TestContext.Current.CancellationToken));

        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 50_000_000);
    }

    // A reader that fills a buffer first waits for ever where an answer ends with the buffer: the next comes only when something is asked.
    [Fact]
    public void A_line_of_any_length_is_read_before_more_comes()
    {
        for (var length = 0; length < 20_000; length++)
        {
            using var lines = new ReplyReader(new Asked($"{new string('x', length)}\n"));
            Assert.True(lines.ReadAsync(TestContext.Current.CancellationToken).IsCompletedSuccessfully, $"a line of {length} bytes is waited for");
        }
    }

    [Fact]
    public async Task Frames_and_lines_come_in_any_pieces()
    {
        var done = new HostReply.SliceDone(Samples.Slice, 10, new Nanoseconds(10));
        HostReply[] replies = [new HostReply.Watching(), done, done with { CompiledMethods = 0x0A0A_0A0A }, new HostReply.Watching(), done];
        var sent = replies.SelectMany(reply => reply.ToMessage()).ToArray();
        for (var piece = 1; piece < 700; piece++)
        {
            using var reader = new ReplyReader(new InPieces(sent, piece));
            foreach (var reply in replies) Assert.Equivalent(reply, HostReply.Parse((await reader.ReadAsync(TestContext.Current.CancellationToken))!.Value.Span), strict: true);
            Assert.Null(await reader.ReadAsync(TestContext.Current.CancellationToken));
        }
    }

    [Fault(1)]
    [Fact]
    public async Task A_frame_that_is_cut_is_none()
    {
        var sent = new HostReply.SliceDone(Samples.Slice, 10, new Nanoseconds(10)).ToMessage();
        for (var length = 0; length < sent.Length; length++)
        {
            using var reader = new ReplyReader(new MemoryStream(sent, 0, length));
            Assert.Null(await reader.ReadAsync(TestContext.Current.CancellationToken));
        }
    }

    private static async Task<string> TextAsync(ReplyReader reader) => Encoding.UTF8.GetString((await reader.ReadAsync(TestContext.Current.CancellationToken))!.Value.Span);

    private static MemoryStream Stream(string text) => new(Encoding.UTF8.GetBytes(text));

    private sealed class Endless : MemoryStream
    {
        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            buffer.Span.Fill((byte)'x');
            return ValueTask.FromResult(buffer.Length);
        }
    }

    private sealed class InPieces(byte[] sent, int piece) : MemoryStream(sent)
    {
        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            base.ReadAsync(buffer[..Math.Min(piece, buffer.Length)], cancellationToken);
    }

    // One answer, and then nothing.
    private sealed class Asked(string answer) : MemoryStream(Encoding.UTF8.GetBytes(answer))
    {
        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            Position < Length ? base.ReadAsync(buffer, cancellationToken) : new ValueTask<int>(new TaskCompletionSource<int>().Task);
    }
}
