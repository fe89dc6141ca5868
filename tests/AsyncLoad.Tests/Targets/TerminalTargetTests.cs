using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using AsyncLoad.Harness.Cli.Output;
using Xunit;

namespace AsyncLoad.Tests.Targets;

/// <summary>Whatever is written to the output or the error stream, by whatever part of the program, is only read there.</summary>
[Fault(22)]
public sealed partial class TerminalTargetTests
{
    private static readonly OutputStyle Plain = new(OutputFormat.Text, Verbosity.Normal, Color: false, Progress: false);

    [Fact]
    public void No_text_acts_on_a_terminal_or_a_build_service()
    {
        foreach (var raw in Both((text, _, writer) => writer.WriteLine(text))) Assert.Empty(raw);
        foreach (var raw in Both((text, _, writer) => writer.WriteLine($"warning: {text}!"))) Assert.Empty(raw);
    }

    [Fact]
    public void No_text_acts_that_comes_in_two_pieces()
    {
        foreach (var raw in Both(InTwo)) Assert.Empty(raw);

        static void InTwo(string text, int index, TextWriter writer)
        {
            var cut = HostileTexts.Cut(text, index);
            writer.Write(text[..cut]);
            writer.WriteLine(text[cut..]);
        }
    }

    [Fact]
    public void No_build_command_acts_wherever_it_is_cut()
    {
        foreach (var raw in Both((text, index, writer) =>
        {
            var command = HostileTexts.BuildCommands[index % HostileTexts.BuildCommands.Length];
            foreach (var character in command) writer.Write(character);
            writer.WriteLine();
            for (var cut = 0; cut <= command.Length; cut++)
            {
                writer.Write(command.ToCharArray(0, cut));
                writer.WriteLine(command[cut..]);
            }
        })) Assert.Empty(raw);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void No_cell_or_header_of_a_table_acts(bool watched)
    {
        using var output = new StringWriter();
        var terminal = new Terminal(output, TextWriter.Null, OutputIsTerminal: watched, ErrorIsTerminal: false, NoColor: true);
        foreach (var texts in HostileTexts.All.Chunk(500)) new TextTable([texts[0], "b"], [.. texts.Select(text => new[] { text, "b" })]).Write(terminal, Plain);

        Assert.Empty(Raw.In(Decoration().Replace(output.ToString(), "")));
    }

    [Fact]
    public void Json_is_read_back_as_it_was_written()
    {
        using var output = new StringWriter();
        var terminal = new Terminal(output, TextWriter.Null, OutputIsTerminal: false, ErrorIsTerminal: false, NoColor: true);
        new TextTable(["text"], [.. HostileTexts.All.Select(text => new[] { text })]).Write(terminal, Plain with { Format = OutputFormat.Json });

        Assert.Empty(Raw.In(output.ToString()));
        using var read = JsonDocument.Parse(output.ToString());
        Assert.Equal(HostileTexts.All.Select(WholeCharacters), read.RootElement.EnumerateArray().Select(row => row.GetProperty("text").GetString()));
    }

    [Fact]
    public void What_is_ordinary_stays_as_it_is()
    {
        const string Ordinary = "  ✓ a-vs-b: 0.52 [0.50, 0.55] naïve 日本 😀 C# ##\n# 1 [x] std::vector a[0] ╭──╮\r\n\n";
        using var output = new StringWriter();
        new Terminal(output, TextWriter.Null, OutputIsTerminal: false, ErrorIsTerminal: false, NoColor: true).Output.Write(Ordinary);

        Assert.Equal(Ordinary, output.ToString());
    }

    private static IEnumerable<IEnumerable<string>> Both(Action<string, int, TextWriter> write)
    {
        using var output = new StringWriter();
        using var error = new StringWriter();
        var terminal = new Terminal(output, error, OutputIsTerminal: false, ErrorIsTerminal: false, NoColor: true);
        foreach (var (index, text) in HostileTexts.All.Index())
        {
            write(text, index, terminal.Output);
            write(text, index, terminal.Error);
        }

        return [Raw.In(output.ToString()).Take(5).ToList(), Raw.In(error.ToString()).Take(5).ToList()];
    }

    // As UTF-8 has it: half a character is the sign for one that is broken.
    private static string WholeCharacters(string text) => Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text));

    // Headers are bold.
    [GeneratedRegex(@"\x1b\[[0-9;]*m")]
    private static partial Regex Decoration();
}
