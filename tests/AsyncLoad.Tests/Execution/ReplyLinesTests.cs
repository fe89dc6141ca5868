using AsyncLoad.Harness.Execution;
using Xunit;

namespace AsyncLoad.Tests.Execution;

public sealed class ReplyLinesTests
{
    [Theory]
    [InlineData("", new string[0])]
    [InlineData("one\ntwo\n", new[] { "one", "two" })]
    [InlineData("one\n\nthree", new[] { "one", "", "three" })]
    public async Task Lines_come_as_they_were_sent(string sent, string[] expected)
    {
        using var lines = new ReplyLines(new StringReader(sent));

        foreach (var line in expected) Assert.Equal(line, await lines.ReadAsync(TestContext.Current.CancellationToken));
        Assert.Null(await lines.ReadAsync(TestContext.Current.CancellationToken));
    }

    [Fault(30)]
    [Theory]
    [InlineData(20_000)]
    [InlineData(8_192)]
    public async Task A_line_of_the_most_characters_is_read_and_a_longer_one_refused(int most)
    {
        using var lines = new ReplyLines(new StringReader($"{new string('x', most)}\n{new string('y', most + 1)}\n"), most);

        Assert.Equal(new string('x', most), await lines.ReadAsync(TestContext.Current.CancellationToken));
        await Assert.ThrowsAsync<InvalidDataException>(() => lines.ReadAsync(TestContext.Current.CancellationToken));
    }

    [Fault(30)]
    [Fact]
    public async Task A_line_without_an_end_fills_no_memory()
    {
        using var lines = new ReplyLines(new Endless());
        // The source never waits, so all of it happens on this thread.
        var before = GC.GetAllocatedBytesForCurrentThread();

        await Assert.ThrowsAsync<InvalidDataException>(() => lines.ReadAsync(TestContext.Current.CancellationToken));

        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 50_000_000);
    }

    private sealed class Endless : TextReader
    {
        public override ValueTask<int> ReadAsync(Memory<char> buffer, CancellationToken cancellationToken = default)
        {
            buffer.Span.Fill('x');
            return ValueTask.FromResult(buffer.Length);
        }
    }
}
