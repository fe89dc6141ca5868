using AsyncLoad.Harness.Execution;
using Xunit;

namespace AsyncLoad.Tests.Execution;

[Fault(30)]
public class TailBufferTests
{
    [Fact]
    public void Lines_are_put_together_from_pieces_cut_anywhere()
    {
        const string Text = "one\ntwo\r\n\nfour";
        for (var cut = 0; cut <= Text.Length; cut++)
        {
            var tail = new TailBuffer();
            tail.Add(Text.AsSpan(0, cut));
            tail.Add(Text.AsSpan(cut));
            Assert.Equal("one\ntwo\n\nfour", tail.ToString());
        }
    }

    [Fact]
    public void The_last_lines_are_kept()
    {
        var tail = new TailBuffer();
        for (var line = 1; line <= 100; line++) tail.Add($"{line}\n");

        Assert.Equal(Enumerable.Range(61, 40).Select(line => $"{line}"), tail.ToString().Split('\n'));
    }

    [Fact]
    public void A_line_that_has_not_ended_is_the_last_one()
    {
        var tail = new TailBuffer();
        for (var line = 1; line <= 100; line++) tail.Add($"{line}\n");
        tail.Add("last words");

        Assert.Equal([.. Enumerable.Range(62, 39).Select(line => $"{line}"), "last words"], tail.ToString().Split('\n'));
    }

    [Fact]
    public void A_long_line_is_cut_and_shows_it()
    {
        var tail = new TailBuffer();
        tail.Add(new string('a', 400) + "\n" + new string('b', 401) + "\nafter");

        Assert.Equal([new string('a', 400), new string('b', 400) + "…", "after"], tail.ToString().Split('\n'));
    }

    [Fact]
    public void A_line_without_an_end_takes_no_more_memory_than_its_beginning()
    {
        var tail = new TailBuffer();
        using var endless = new Repeated('x', 1L << 28);
        var before = GC.GetAllocatedBytesForCurrentThread();
        Assert.True(tail.ReadAsync(endless).IsCompletedSuccessfully);
        var allocated = GC.GetAllocatedBytesForCurrentThread() - before;

        Assert.Equal(0, endless.Left);
        Assert.Equal(new string('x', 400) + "…", tail.ToString());
        // As text it would be 512 MB.
        Assert.InRange(allocated, 0, 100_000);
    }

    [Fact]
    public void Lines_that_are_taken_are_shown_as_they_end_and_not_kept()
    {
        var taken = new List<string>();
        var tail = new TailBuffer(line =>
        {
            if (!line.StartsWith("read ", StringComparison.Ordinal)) return false;
            taken.Add(line);
            return true;
        });
        tail.Add("read 1\nkept\nre");
        Assert.Equal(["read 1"], taken);
        tail.Add("ad 2\n");

        Assert.Equal(["read 1", "read 2"], taken);
        Assert.Equal("kept", tail.ToString());
    }

    private sealed class Repeated(char character, long length) : TextReader
    {
        public long Left { get; private set; } = length;

        public override ValueTask<int> ReadAsync(Memory<char> buffer, CancellationToken cancellationToken = default)
        {
            var read = (int)Math.Min(Left, buffer.Length);
            buffer.Span[..read].Fill(character);
            Left -= read;
            return ValueTask.FromResult(read);
        }
    }
}
