using System.Text.RegularExpressions;
using AsyncLoad.Harness.Cli.Output;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>A terminal that does not tell its width counts as 80 columns wide.</summary>
public partial class TextTableTests
{
    private const string Id = "await-chain-old-heap/await-value-task-vs-await-task/parallelFor/old-heap/default/deep=true,result=string";

    [Fact]
    public void What_fits_is_framed() => Assert.Equal(
        """
        ╭──────┬─────────╮
        │ name │ meaning │
        ├──────┼─────────┤
        │ wave │ a burst │
        ╰──────┴─────────╯

        """.ReplaceLineEndings(),
        Shown(["name", "meaning"], ["wave", "a burst"]));

    [Fact]
    public void Where_a_frame_would_break_an_id_each_cell_has_a_line_and_empty_ones_have_none() => Assert.Equal(
        $"""
        #           1
        comparison  {Id}
        gates       bytesPerOperation ≤ 0

        #           2
        comparison  b

        """.ReplaceLineEndings(),
        Shown(["#", "comparison", "gates", "notes"], ["1", Id, "bytesPerOperation ≤ 0", ""], ["2", "b", "", ""]));

    [Fact]
    public void Long_sentences_break_between_words() => Assert.Equal(
        $"""
        name     {Id}
        meaning  starts operations, awaits them all, and repeats: the worst case for
                 bounded pools

        """.ReplaceLineEndings(),
        Shown(["name", "meaning"], [Id, "starts operations, awaits them all, and repeats: the worst case for bounded pools"]));

    [Theory]
    [InlineData(25, new[] { "name  meaning       shape", "wave  a burst       flat", "open  a fixed rate" })]
    [InlineData(24, new[] { "name  meaning", "wave  a burst", "open  a fixed rate" })]
    [InlineData(3, new[] { "", "", "" })]
    public void Columns_that_a_line_has_no_room_for_are_left_out(int width, string[] expected) =>
        Assert.Equal(expected, new TextTable(["name", "meaning", "shape"], [["wave", "a burst", "flat"], ["open", "a fixed rate", ""]]).LinesWithin(width));

    [Fact]
    public void Columns_align_by_the_cells_that_a_terminal_draws() => Assert.Equal(
        ["name    size", "価格    1", "re\u0301sume\u0301  2", "plain   3"],
        new TextTable(["name", "size"], [["価格", "1"], ["re\u0301sume\u0301", "2"], ["plain", "3"]]).LinesWithin(80));

    [Fact]
    public void Wide_letters_count_twice_where_lines_break() =>
        Assert.Equal(["価格を 計算", "する"], TextTable.Wrap("価格を 計算 する", 11));

    [Theory]
    [InlineData("plain", 5, "plain")]
    [InlineData("plain", 4, "pl…n")]
    [InlineData("query=SELECT a", 9, "query…T a")]
    [InlineData("価格を", 6, "価格を")]
    [InlineData("価格を", 5, "価格…")]
    [InlineData("価格を", 4, "価…")]
    [InlineData("e\u0301e\u0301e\u0301", 3, "e\u0301e\u0301e\u0301")]
    [InlineData("e\u0301e\u0301e\u0301", 2, "e\u0301…")]
    [InlineData("𠮷𠮷", 3, "𠮷…")]
    public void A_text_loses_its_middle_between_letters_and_fits_its_cells(string text, int width, string expected)
    {
        Assert.Equal(expected, Cells.Cut(text, width));
        Assert.InRange(Cells.Width(expected), 0, width);
    }

    private static string Shown(string[] headers, params string[][] rows)
    {
        using var output = new StringWriter();
        new TextTable(headers, rows).Write(
            new Terminal(output, TextWriter.Null, OutputIsTerminal: true, ErrorIsTerminal: false, NoColor: true), new OutputStyle(OutputFormat.Text, Verbosity.Normal, Color: false, Progress: false));
        return Decoration().Replace(output.ToString(), "");
    }

    // Headers are bold.
    [GeneratedRegex(@"\x1b\[[0-9;]*m")]
    private static partial Regex Decoration();
}
