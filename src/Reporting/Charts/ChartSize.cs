namespace AsyncLoad.Reporting.Charts;

/// <summary>How a chart is laid out; all lengths in units of its own drawing, which are pixels when it is shown at its own width.</summary>
/// <param name="CssClass">What the style sheet knows it by.</param>
/// <param name="Width">Width of the drawing.</param>
/// <param name="LabelWidth">Width of the column of labels left of the plot; 0 puts labels above each interval.</param>
/// <param name="ValueWidth">Width of the column of figures right of the plot; 0 puts figures above each interval.</param>
/// <param name="RowHeight">Height of one row.</param>
/// <param name="LaneTop">Where the lane of the interval begins inside a row; above it is room for words.</param>
internal sealed record ChartSize(string CssClass, int Width, int LabelWidth, int ValueWidth, int RowHeight, int LaneTop)
{
    public static ChartSize Wide { get; } = new("wide", 960, 250, 190, 56, 0);

    public static ChartSize Narrow { get; } = new("narrow", 380, 0, 0, 92, 50);

    /// <summary>One line a row, for many rows of the same pair of variants.</summary>
    public ChartSize Dense => Beside ? this with { LabelWidth = 330, ValueWidth = 262, RowHeight = 30 } : this with { RowHeight = 80, LaneTop = 48 };

    /// <summary>Left edge of the plot; a little inside, so that the outermost tick labels stay in the drawing.</summary>
    public double PlotLeft => LabelWidth + 14;

    /// <summary>Right edge of the plot.</summary>
    public double PlotRight => Width - ValueWidth - 14;

    /// <summary>Whether labels stand beside the plot.</summary>
    public bool Beside => LabelWidth > 0;
}
