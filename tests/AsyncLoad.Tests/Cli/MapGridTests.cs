using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Document;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>How a map looks in a terminal, without colours.</summary>
public sealed class MapGridTests
{
    private static readonly HeatMapData Map = new(
        "map", "await-value-task vs await-task", "", ["sequential", "parallelFor", "closedLoop-1", "wave-64"], ["calm", "old-heap", "churn"],
        [
            Cell(0, 0, "0.444", "[0.425, 0.460]", Verdict.Wins), Cell(0, 1, "0.27", "[0.25, 0.30]", Verdict.Wins), Cell(0, 2, "0.986", "[0.975, 0.993]", Verdict.Equivalent),
            Cell(1, 0, "1.35", "[1.21, 1.50]", Verdict.Loses), Cell(1, 1, "0.95", "[0.86, 1.04]", Verdict.Inconclusive), Cell(1, 2, "n/a", null, null),
            Cell(2, 0, "0.51", "[0.47, 0.56]", Verdict.Wins), new(2, 1, "", "3 of 7 pairs", Mark.Measuring, 0),
        ]);

    [Theory]
    [InlineData(60)]
    [InlineData(80)]
    [InlineData(120)]
    public void A_map_fits_its_terminal(int width)
    {
        var lines = MapGrid.Lines(Map, width).Select(line => line.ToString()).ToList();
        Assert.All(lines, line => Assert.InRange(line.Length, 1, width));
        Approval.Matches(string.Join('\n', lines) + "\n", FormattableString.Invariant($"map.{width}.txt"));
    }

    [Theory]
    [InlineData(30)]
    [InlineData(45)]
    public void Narrow_terminals_keep_every_sign_and_figure(int width)
    {
        var lines = MapGrid.Lines(Map, width).Select(line => line.ToString()).ToList();
        Assert.All(lines.SkipLast(2), line => Assert.InRange(line.Length, 1, width));
        var text = string.Join('\n', lines);
        Assert.All(Map.Cells, cell => Assert.Contains($"{cell.Mark.Glyph} {cell.Ratio}".TrimEnd(), text, StringComparison.Ordinal));
        Assert.All(Map.Cells.Where(cell => cell.Interval is not null), cell => Assert.Contains(cell.Interval!, text, StringComparison.Ordinal));
    }

    [Fact]
    public void A_pipe_gets_the_map_in_one_piece()
    {
        using var output = new StringWriter();
        MapGrid.Write(Map, new Terminal(output, TextWriter.Null, OutputIsTerminal: false, ErrorIsTerminal: false, NoColor: false), new OutputStyle(OutputFormat.Text, Verbosity.Normal, Color: true, Progress: true));
        Assert.Equal(MapGrid.Lines(Map, 120).Select(line => line.ToString()), output.ToString().Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries));
        Assert.DoesNotContain('\e', output.ToString());
    }

    [Fact]
    public void Colour_goes_by_the_verdict_and_labels_have_none()
    {
        var pieces = MapGrid.Lines(Map, 120).SelectMany(line => line.Texts).ToList();
        Assert.Equal(Tone.Good, pieces.First(piece => piece.Text.Contains("0.444", StringComparison.Ordinal)).Tone);
        Assert.Equal(Tone.Bad, pieces.First(piece => piece.Text.Contains("1.35", StringComparison.Ordinal)).Tone);
        Assert.Equal(Tone.Even, pieces.First(piece => piece.Text.Contains("0.986", StringComparison.Ordinal)).Tone);
        Assert.Equal(Tone.Open, pieces.First(piece => piece.Text.Contains("0.95", StringComparison.Ordinal)).Tone);
        Assert.All(pieces.Where(piece => piece.Text.Contains("sequential", StringComparison.Ordinal) || piece.Text.Contains("churn", StringComparison.Ordinal)), piece => Assert.Null(piece.Tone));
    }

    [Fact]
    public void Columns_align_whatever_letters_names_have()
    {
        var map = Map with { Columns = ["calm", "古い", "churn"], Rows = ["順次", "paralle\u0301lisme", "closedLoop-1", "wave-64"] };
        var lines = MapGrid.Lines(map, 120).Select(line => line.ToString()).Skip(2).Take(3).ToList();
        var latin = MapGrid.Lines(Map with { Columns = ["calm", "abcd", "churn"], Rows = ["abcd", "parallelisme", "closedLoop-1", "wave-64"] }, 120).Select(line => line.ToString()).Skip(2).Take(3).ToList();
        Assert.All(lines.Zip(latin), pair => Assert.Equal(Cells.Width(pair.Second), Cells.Width(pair.First)));
        Assert.All(MapGrid.Lines(map with { Rows = [.. map.Rows.Select(row => new string('順', 40) + row)] }, 60).SkipLast(2), line => Assert.InRange(Cells.Width(line.ToString()), 1, 60));
    }

    [Theory]
    [InlineData(45)]
    [InlineData(120)]
    public void Letters_of_warnings_stand_in_their_cells(int width)
    {
        var text = string.Join('\n', MapGrid.Lines(Map with { Cells = [.. Map.Cells.Select(cell => cell.Ratio == "0.27" ? cell with { Letters = "ab" } : cell)] }, width));
        Assert.Single(text.Split('\n'), line => line.Contains(width > 100 ? "[0.25, 0.30] [ab]" : "▲ 0.27 [ab]", StringComparison.Ordinal));
    }

    private static HeatMapCell Cell(int row, int column, string ratio, string? interval, Verdict? verdict) => new(row, column, ratio, interval, Mark.Of(verdict), 0);
}
