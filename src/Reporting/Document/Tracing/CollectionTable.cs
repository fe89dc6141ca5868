using System.Text;
using AsyncLoad.Analysis;
using AsyncLoad.Tracing.Collections;

namespace AsyncLoad.Reporting.Document.Tracing;

/// <summary>Collections as a table: one by one, or by slices of time where there are many.</summary>
internal static class CollectionTable
{
    private const int MostSlices = 12;

    /// <summary>One row for each collection.</summary>
    /// <param name="collections">In the order of the rows.</param>
    /// <param name="originMs">Where time counts from, ms from the beginning of the trace.</param>
    public static ReportBlock.Table Each(string caption, IReadOnlyList<TracedGc> collections, double originMs) => new(
        caption,
        [new("At", Numeric: false), new("Collection", Numeric: false), new("Reason", Numeric: false), new("Pause"), new("Heap after"), new("Survived")],
        new ReportGroup(null, [.. collections.Select(collection => Cells(collection, originMs))]));

    /// <summary>One row for each slice of time.</summary>
    public static ReportBlock.Table Slices(string caption, HeapOverTime data)
    {
        var width = SliceWidth(data.SpanMs);
        var slices = data.Collections.GroupBy(collection => (int)(collection.AtMs / width)).OrderBy(slice => slice.Key);
        return new ReportBlock.Table(
            $"{caption}, by slices of {Figures.Time(width * 1e6)}",
            [new("From", Numeric: false), new("GCs 0/1/2"), new("Pause sum"), new("Longest"), new("Least heap"), new("Most heap")],
            new ReportGroup(null, [.. slices.Select(slice => Cells([.. slice], slice.Key * width))]));
    }

    // 1, 2 or 5 times a power of ten, as on the chart's axis.
    private static double SliceWidth(double spanMs)
    {
        var power = Math.Pow(10, Math.Floor(Math.Log10(spanMs / MostSlices)));
        double[] steps = [power, 2 * power, 5 * power];
        return steps.FirstOrDefault(step => spanMs / step < MostSlices, 10 * power);
    }

    private static IReadOnlyList<ReportCell> Cells(TracedGc collection, double originMs) =>
    [
        new(Figures.Time((collection.StartMs - originMs) * 1e6)),
        new(CollectionNames.Name(collection), collection.Kind is "blocking" or "background" ? null : VisibleText.Name(collection.Kind)),
        new(CollectionNames.Reason(collection.Reason)),
        new(Figures.Time(collection.PauseMs * 1e6)),
        Megabytes(collection.HeapAfterMb),
        Megabytes(collection.PromotedMb),
    ];

    private static IReadOnlyList<ReportCell> Cells(List<TimelineGc> slice, double fromMs)
    {
        var sizes = slice.Select(collection => collection.HeapBytes).OfType<double>().ToList();
        return
        [
            new(fromMs == 0 ? "0" : Figures.Time(fromMs * 1e6)),
            new($"{Count(CollectionSort.Gen0)} / {Count(CollectionSort.Gen1)} / {Count(CollectionSort.Gen2, CollectionSort.Background)}"),
            new(Figures.Time(slice.Sum(collection => collection.PauseMs) * 1e6)),
            new(Figures.Time(slice.Max(collection => collection.PauseMs) * 1e6)),
            new(sizes.Count == 0 ? Figures.NotAvailable : Figures.Size(sizes.Min())),
            new(sizes.Count == 0 ? Figures.NotAvailable : Figures.Size(sizes.Max())),
        ];

        string Count(params CollectionSort[] sorts) => Figures.Count(slice.Count(collection => sorts.Contains(collection.Sort)));
    }

    private static ReportCell Megabytes(double? size) => new(size is { } known && double.IsFinite(known) ? Figures.Size(known * 1e6) : Figures.NotAvailable);
}

/// <summary>What collections are called.</summary>
internal static class CollectionNames
{
    private const string Background = "background";

    /// <summary>How charts tell it apart.</summary>
    public static CollectionSort Sort(TracedGc collection) => collection.Generation switch
    {
        0 => CollectionSort.Gen0,
        1 => CollectionSort.Gen1,
        _ => collection.Kind == Background ? CollectionSort.Background : CollectionSort.Gen2,
    };

    /// <summary><c>gen1</c>, <c>gen2, background</c>.</summary>
    public static string Name(TracedGc collection) => $"gen{Figures.Count(collection.Generation)}{(collection.Kind == Background ? ", background" : "")}";

    /// <summary>The runtime's name for the reason, split into words: <c>OutOfSpaceSOH</c> is <c>out of space soh</c>.</summary>
    public static string Reason(string reason)
    {
        var words = new StringBuilder();
        var after = 'A';
        foreach (var character in VisibleText.Name(reason))
        {
            if (char.IsAsciiLetterUpper(character) && !char.IsAsciiLetterUpper(after)) words.Append(' ');
            words.Append(char.ToLowerInvariant(character));
            after = character;
        }

        return words.ToString();
    }
}

/// <summary>Lengths of time as a table.</summary>
internal static class QuantileTable
{
    /// <summary>One row for each name.</summary>
    public static ReportBlock.Table Of(string caption, IReadOnlyList<(string Name, PauseQuantiles Lengths)> rows) => new(
        caption,
        [new("What", Numeric: false), new("Count"), new("Sum"), new("Median"), new("p95"), new("p99"), new("Max")],
        new ReportGroup(null, [.. rows.Select(row => (IReadOnlyList<ReportCell>)
        [
            new(row.Name),
            new(Figures.Count(row.Lengths.Count)),
            .. new[] { row.Lengths.SumMs, row.Lengths.MedianMs, row.Lengths.P95Ms, row.Lengths.P99Ms, row.Lengths.MaxMs }.Select(ms => new ReportCell(Figures.Time(ms * 1e6))),
        ])]));
}
