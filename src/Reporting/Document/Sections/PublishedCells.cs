using AsyncLoad.Model.Catalogues;

namespace AsyncLoad.Reporting.Document.Sections;

/// <summary>What a source printed of one row: as many lines as it has tables with that row.</summary>
internal static class PublishedCells
{
    /// <summary>Time and bytes per operation.</summary>
    public static IEnumerable<ReportCell> Of(IReadOnlyList<PublishedFigure> figures, WorkloadDescription workload, FigureRow row)
    {
        if (figures.Count == 0)
        {
            // The source may have the variant, but not with these parameters.
            var theirs = workload.Published.Any(figure => figure.Variant == row.Variant);
            return [new ReportCell("–", theirs ? "not published" : "not in the source"), new ReportCell("–")];
        }

        return [Lines(figures, Time), Lines(figures, figure => figure.BytesPerOperation is { } bytes ? Figures.BytesPerOperation(bytes) : null)];
    }

    private static string? Time(PublishedFigure figure) =>
        figure.Quoted is { } quoted ? VisibleText.Sentence(quoted)
        : figure.NanosecondsPerOperation is { } time ? Figures.Time(time)
        : null;

    // What several tables agree on is said once.
    private static ReportCell Lines(IReadOnlyList<PublishedFigure> figures, Func<PublishedFigure, string?> text)
    {
        var lines = figures
            .Select(figure => (Text: text(figure), figure.Table))
            .Where(line => line.Text is not null)
            .GroupBy(line => line.Text, line => line.Table, StringComparer.Ordinal)
            .Select(line => new ReportCell(line.Key!, Tables([.. line.OfType<string>()])))
            .ToList();
        return lines.Count == 0 ? new ReportCell("–") : lines[0] with { Also = lines[1..] };
    }

    private static string? Tables(List<string> tables) =>
        tables.Count == 0 ? null : string.Join(", ", tables.Distinct(StringComparer.Ordinal).Select(VisibleText.Sentence));
}
