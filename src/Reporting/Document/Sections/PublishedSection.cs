using AsyncLoad.Analysis;
using AsyncLoad.Model.Catalogues;

namespace AsyncLoad.Reporting.Document.Sections;

/// <summary>What the sources of workloads published beside what was measured here: one table per source.</summary>
internal static class PublishedSection
{
    /// <summary>Only what ran undisturbed, as in the sources; null when nothing did.</summary>
    public static ReportSection? Build(RunAnalysis run)
    {
        var sources = run.Catalogue.Workloads
            .Where(workload => workload.Published.Count > 0)
            .Select(workload => (Workload: workload, Grid: new FigureGrid(run, workload.Id, side => FigureRow.IsUndisturbed(side.Cell))))
            .Where(source => source.Grid.Rows.Count > 0)
            .ToList();
        return sources.Count == 0 ? null : new ReportSection(
            "published",
            "Published beside measured",
            "Published figures come from other machines and usually other runtimes: compare bytes and the order of rows, not nanoseconds. " +
            "Measured figures are those of calm processes with default GC settings; time is that of all workers ÷ operations of all workers.",
            [.. sources.SelectMany(source => Blocks(run, source.Workload, source.Grid))]);
    }

    /// <summary>Whether a side stands in one of the tables.</summary>
    public static bool Shows(RunAnalysis run, SideAnalysis side) =>
        FigureRow.IsUndisturbed(side.Cell) && run.Catalogue.Workload(side.Cell.Workload)?.Published.Count > 0;

    private static IEnumerable<ReportBlock> Blocks(RunAnalysis run, WorkloadDescription workload, FigureGrid grid)
    {
        var published = workload.Published.ToLookup(figure => FigureRow.Of(figure.Variant, figure.Parameters));
        var rows = published.Select(figures => figures.Key).Where(grid.Rows.Contains).ToList();
        yield return new ReportBlock.Table(
            $"{VisibleText.Name(workload.Id)}: {VisibleText.Sentence(workload.Source ?? "no source stated")}",
            [new("Row", Numeric: false), new("Published time/op"), new("Published B/op"), .. grid.Columns],
            new ReportGroup(null, [.. rows.Concat(grid.Rows.Except(rows)).Select(Cells)]));
        yield return new ReportBlock.Facts([.. Facts(run, workload, published.Count - rows.Count)]);
        if (workload.Differences.Count > 0) yield return new ReportBlock.Notices([.. workload.Differences.Select(Differs)]);

        IReadOnlyList<ReportCell> Cells(FigureRow row) =>
            [row.Heading, .. PublishedCells.Of([.. published[row]], workload, row), .. grid.Cells(row)];
    }

    private static IEnumerable<Fact> Facts(RunAnalysis run, WorkloadDescription workload, int elsewhere)
    {
        var (manifest, machine) = (run.Manifest, run.Manifest.Machine);
        yield return new Fact("Published on", workload.PublishedOn is { } stated ? VisibleText.Sentence(stated) : "n/a (not stated)");
        yield return new Fact(
            "Measured on",
            $"{VisibleText.Name(manifest.Runtime)}, {VisibleText.Name(machine.Processor ?? machine.Architecture)}, {Figures.Plural(machine.Cores, "core")}");
        if (elsewhere > 0) yield return new Fact("Not in this run", Figures.Plural(elsewhere, "published row"));
    }

    private static Notice Differs(PublishedDifference difference) =>
        new(Mark.Differs, VisibleText.Sentence(difference.Point), VisibleText.Sentence(difference.Reason), null);
}

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
