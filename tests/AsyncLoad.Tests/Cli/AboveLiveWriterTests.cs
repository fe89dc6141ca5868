using AsyncLoad.Harness.Cli.Output;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>What becomes of the lines of the error stream while something is drawn on it.</summary>
public sealed class AboveLiveWriterTests : IDisposable
{
    private readonly StringWriter stream = new() { NewLine = "\n" };
    private readonly List<string> above = [];

    public void Dispose() => stream.Dispose();

    [Fact]
    public void Whole_lines_are_handed_over_while_something_is_drawn()
    {
        using var writer = new AboveLiveWriter(stream);
        writer.WriteLine("before");
        writer.BeginLive(above.Add);
        writer.Write("WRN ");
        writer.Write("one\r\nWRN two\nWRN th");
        Assert.Equal(["WRN one", "WRN two"], above);

        writer.Write('r');
        writer.WriteLine("ee");
        Assert.Equal("WRN three", above[^1]);
        Assert.Equal("before\n", stream.ToString());
    }

    [Fact]
    public void Afterwards_the_stream_gets_what_had_no_end_and_all_that_follows()
    {
        using var writer = new AboveLiveWriter(stream);
        writer.BeginLive(above.Add);
        writer.Write("done\nhalf");
        writer.EndLive();
        writer.WriteLine(" a line");

        Assert.Equal(["done"], above);
        Assert.Equal("half a line\n", stream.ToString());
    }

    [Fact]
    public void What_would_steer_the_terminal_is_handed_over_as_its_escape()
    {
        using var writer = new AboveLiveWriter(stream);
        writer.BeginLive(above.Add);
        writer.Escaped.WriteLine("boom\u001b[2J");

        Assert.Equal(["boom\\u001b[2J"], above);
    }

    [Fact]
    public void The_error_stream_of_a_terminal_is_such_a_one()
    {
        var terminal = new Terminal(TextWriter.Null, stream, OutputIsTerminal: false, ErrorIsTerminal: true, NoColor: true);
        terminal.BeginLive(above.Add);
        terminal.WriteError("no room");
        terminal.EndLive();
        terminal.Error.WriteLine("after");

        Assert.Equal(["error: no room"], above);
        Assert.Equal("after\n", stream.ToString());
    }
}
