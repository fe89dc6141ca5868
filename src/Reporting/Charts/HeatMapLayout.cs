using AsyncLoad.Reporting.Document;

namespace AsyncLoad.Reporting.Charts;

/// <summary>
/// Where things of a heat map lie. More columns than fit beside each other go into further bands below, each with all rows.
/// </summary>
/// <param name="Left">Left edge of the grid.</param>
/// <param name="Width">Width of the drawing.</param>
/// <param name="Rows">How many rows.</param>
/// <param name="Columns">How many columns.</param>
/// <param name="AcrossBand">How many of them lie beside each other.</param>
/// <param name="CellWidth">Width of a cell.</param>
/// <param name="HeadingHeight">Height of the row of headings.</param>
internal sealed record HeatMapLayout(double Left, double Width, int Rows, int Columns, int AcrossBand, double CellWidth, double HeadingHeight)
{
    public const double HeadingSize = 12;
    public const int HeadingLines = 2;

    private const double Gap = 4;
    // Room for "not measured" and "inconclusive".
    private const double NarrowestCell = 91;
    private const double WidestCell = 184;
    private const double IntervalWidth = 104;
    private const double LabelLine = 26;
    private const double BandGap = 10;

    /// <summary>Whether cells are wide enough for an interval.</summary>
    public bool HasIntervals => CellWidth >= IntervalWidth;

    public double CellHeight => HasIntervals ? 66 : 50;

    /// <summary>How many bands.</summary>
    public int Bands => (Columns + AcrossBand - 1) / AcrossBand;

    public double Height => BandTop(Bands);

    private bool LabelsBeside => Left > 0;

    private double RowHeight => CellHeight + Gap + (LabelsBeside ? 0 : LabelLine);

    public static HeatMapLayout Of(HeatMapData data, ChartSize size)
    {
        double left = size.Beside ? 200 : 0;
        var room = size.Width - left;
        var most = (int)((room + Gap) / (NarrowestCell + Gap));
        var bands = (data.Columns.Count + most - 1) / most;
        // Bands of like width rather than a last one with a single column.
        var across = (data.Columns.Count + bands - 1) / bands;
        var width = Math.Min(WidestCell, Math.Floor(((room + Gap) / across) - Gap));
        var lines = data.Columns.Max(column => ChartText.Lines(column, width, HeadingSize, HeadingLines).Count);
        return new HeatMapLayout(left, size.Width, data.Rows.Count, data.Columns.Count, across, width, 14 + (15 * lines));
    }

    public IEnumerable<int> ColumnsOf(int band) => Enumerable.Range(band * AcrossBand, Math.Min(AcrossBand, Columns - (band * AcrossBand)));

    public double BandTop(int band) => band * (HeadingHeight + (Rows * RowHeight) + BandGap);

    public double X(int column) => Left + (column % AcrossBand * (CellWidth + Gap));

    public (double X, double Y) Corner(int row, int column) =>
        (X(column), BandTop(column / AcrossBand) + HeadingHeight + (row * RowHeight) + (LabelsBeside ? 0 : LabelLine));

    public (double X, double Y) Middle(int row, int column) => (Corner(row, column).X + (CellWidth / 2), Corner(row, column).Y + (CellHeight / 2) + 4);

    /// <summary>Where the label of a row stands, and how wide it may be.</summary>
    public (double Y, double Width) Label(int row, int band)
    {
        var top = BandTop(band) + HeadingHeight + (row * RowHeight);
        return LabelsBeside ? (top + (CellHeight / 2) + 4, Left - 12) : (top + 18, Width);
    }
}
