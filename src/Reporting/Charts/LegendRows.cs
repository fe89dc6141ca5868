namespace AsyncLoad.Reporting.Charts;

/// <summary>Places the entries of a legend one behind the other, in as many rows as it takes.</summary>
internal static class LegendRows
{
    private const double Gap = 18;
    private const double TextSize = 12;

    /// <summary>Where each entry begins, and its row from 0.</summary>
    /// <param name="entries">What is explained, with its label.</param>
    /// <param name="mark">Room for the mark before a label.</param>
    /// <param name="left">Left edge.</param>
    /// <param name="right">Right edge; an entry that is wider than a row by itself crosses it.</param>
    public static IEnumerable<(T Item, string Label, double X, int Row)> Place<T>(IEnumerable<(T Item, string Label)> entries, double mark, double left, double right)
    {
        var (x, row) = (left, 0);
        foreach (var (item, label) in entries)
        {
            var width = mark + ChartText.Width(label, TextSize);
            if (x > left && x + width > right) (x, row) = (left, row + 1);
            yield return (item, label, x, row);
            x += width + Gap;
        }
    }
}
