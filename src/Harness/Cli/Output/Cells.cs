using AsyncLoad.Reporting.Document;
using Spectre.Console;

namespace AsyncLoad.Harness.Cli.Output;

/// <summary>Text in cells of a terminal: an East Asian letter fills two, a combining mark none. Widths are those that framed tables go by too.</summary>
internal static class Cells
{
    /// <summary>How many cells a text fills.</summary>
    public static int Width(string text) => text.GetCellWidth();

    /// <summary>The text with spaces after it, up to a width.</summary>
    public static string Pad(string text, int width) => text + new string(' ', Math.Max(0, width - Width(text)));

    /// <summary>The text, without its middle where it would not fit into a width.</summary>
    public static string Cut(string text, int width) => VisibleText.Fit(text, width, letter => Width(letter));
}
