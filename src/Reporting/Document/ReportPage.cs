using AsyncLoad.Analysis;

namespace AsyncLoad.Reporting.Document;

/// <summary>What every report is made of, on any subject. Writers render this and nothing else.</summary>
/// <param name="Lead">A second sentence; null when the first says it all.</param>
/// <param name="Tiles">The figures that count most; null for none.</param>
/// <param name="Sections">Everything else, in the order of reading.</param>
/// <param name="Footer">How to read it, or where to find more; for pages only.</param>
public sealed record ReportPage(
    string Title,
    string Headline,
    string? Lead,
    string Subtitle,
    ReportTiles? Tiles,
    IReadOnlyList<ReportSection> Sections,
    string Footer,
    string Elsewhere)
{
    /// <summary>What it is about, before the first sentence.</summary>
    public IReadOnlyList<ReportBlock> Subject { get; init; } = [];

    /// <summary>What limits the trust in it, right below the first sentence; null for nothing.</summary>
    public ReportSection? Cautions { get; init; }

    /// <summary>How many sections belong to the first screen. The table of contents follows them, and Markdown folds the rest. Null for all of them.</summary>
    public int? FirstScreen { get; init; }
}

/// <summary>Figures that stand out.</summary>
public sealed record ReportTiles(string Label, IReadOnlyList<ReportTile> Items);

/// <summary>A figure that stands out.</summary>
/// <param name="Figure">The figure with its unit.</param>
/// <param name="Note">What that means.</param>
/// <param name="Quiet">Whether it is drawn without emphasis, such as a count of 0.</param>
public sealed record ReportTile(string Figure, Mark Mark, string Note, bool Quiet = false);

/// <summary>A part of a report under one heading.</summary>
/// <param name="Id">Kebab-case anchor.</param>
/// <param name="Lead">What the reader is looking at, in a sentence or two; null when the title says it.</param>
/// <param name="Blocks">What it holds, in order.</param>
public sealed record ReportSection(string Id, string Title, string? Lead, params IReadOnlyList<ReportBlock> Blocks)
{
    /// <summary>Whether a Markdown file shows it open even where it comes after the first screen.</summary>
    public bool StaysOpen { get; init; }
}

/// <summary>A column of a table.</summary>
/// <param name="Title">Its heading, with the unit where all cells share it.</param>
/// <param name="Numeric">Whether its cells are figures, aligned to the right.</param>
public sealed record ReportColumn(string Title, bool Numeric = true);

/// <summary>Rows that belong together.</summary>
/// <param name="Title">What they share; null for rows without a heading.</param>
/// <param name="Rows">One list of cells per row, as many as there are columns.</param>
public sealed record ReportGroup(string? Title, IReadOnlyList<IReadOnlyList<ReportCell>> Rows);

/// <summary>A cell of a table.</summary>
/// <param name="Note">A quieter second line: conditions, or why a figure is missing.</param>
/// <param name="Link">A path inside the run folder that it leads to.</param>
public sealed record ReportCell(string Text, string? Note = null, Mark? Mark = null, string? Link = null)
{
    /// <summary>More of the same, such as the figures of a second table: each on its own line with its note.</summary>
    public IReadOnlyList<ReportCell> Also { get; init; } = [];

    /// <summary>What its column is sorted by; null for words, which are their own keys, and for what is missing.</summary>
    public double? SortKey { get; init; }

    /// <summary>A figure, or <c>n/a</c> with the reason.</summary>
    public static ReportCell Figure(string? text, string? reason) => text is null || text == Figures.NotAvailable
        ? new ReportCell(Figures.NotAvailable, reason)
        : new ReportCell(text);

    /// <summary>A judgement alone.</summary>
    public static ReportCell Judged(Mark mark, string? note = null) => new("", note, mark);
}

/// <summary>Something to know.</summary>
/// <param name="Remedy">What to do about it; null when nothing can be done.</param>
/// <param name="About">Where it was found; empty for the whole run.</param>
public sealed record Notice(Mark Mark, string Title, string Message, string? Remedy, params IReadOnlyList<string> About)
{
    /// <summary>Where it was found, in a line; null where <see cref="About"/> says it, or nothing has to.</summary>
    public string? Where { get; init; }

    /// <summary>All of it in a line.</summary>
    public string Sentence => $"{Title}: {Message}{(About.Count > 0 ? $" ({string.Join(", ", About)})" : "")}{(Remedy is null ? "" : $" {Remedy}")}";
}

/// <summary>A call stack.</summary>
public sealed record StackText(string Title, string Figure, IReadOnlyList<string> Frames, int Omitted);

/// <summary>A name and its value.</summary>
public sealed record Fact(string Name, string Value);
