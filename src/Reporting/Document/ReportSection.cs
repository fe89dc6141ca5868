namespace AsyncLoad.Reporting.Document;

/// <summary>A part of a report under one heading.</summary>
/// <param name="Id">Kebab-case anchor.</param>
/// <param name="Lead">What the reader is looking at, in a sentence or two; null when the title says it.</param>
/// <param name="Blocks">What it holds, in order.</param>
public sealed record ReportSection(string Id, string Title, string? Lead, params IReadOnlyList<ReportBlock> Blocks);

/// <summary>Something inside a section. A closed set, so that every writer renders all of it.</summary>
public abstract record ReportBlock
{
    private ReportBlock()
    {
    }

    /// <summary>A table.</summary>
    /// <param name="Columns">Its columns; the first names the row.</param>
    public sealed record Table(string Caption, IReadOnlyList<ReportColumn> Columns, params IReadOnlyList<ReportGroup> Groups) : ReportBlock
    {
        /// <summary>Whether readers of a page may sort and filter its rows: those of one group, each with a mark.</summary>
        public bool IsSortable { get; init; }
    }

    /// <summary>A chart of ratios; its data table always comes with it.</summary>
    public sealed record Forest(ForestData Data, Table Values) : ReportBlock;

    /// <summary>A grid of ratios by load and pressure; its data table always comes with it.</summary>
    public sealed record Heat(HeatMapData Data, Table Values) : ReportBlock;

    /// <summary>A chart of ratios along an axis; its data table always comes with it.</summary>
    public sealed record Crossover(CrossoverData Data, Table Values) : ReportBlock;

    /// <summary>A chart of latencies by percentile; its data table always comes with it.</summary>
    public sealed record Percentiles(PercentileData Data, Table Values) : ReportBlock;

    /// <summary>A chart of collections over time; its data table always comes with it.</summary>
    public sealed record Timeline(HeapOverTime Data, Table Values) : ReportBlock;

    /// <summary>Call stacks, each with what it stands for.</summary>
    public sealed record Stacks(string Caption, IReadOnlyList<StackText> Items) : ReportBlock;

    /// <summary>Blocks that a page shows on request, and paper always.</summary>
    public sealed record Details(string Summary, IReadOnlyList<ReportBlock> Blocks) : ReportBlock;

    /// <summary>Things to know, each with what to do about it.</summary>
    public sealed record Notices(params IReadOnlyList<Notice> Items) : ReportBlock;

    /// <summary>Names and values.</summary>
    public sealed record Facts(params IReadOnlyList<Fact> Items) : ReportBlock;

    /// <summary>Short paragraphs, each with a term before it.</summary>
    public sealed record Guide(string Title, params IReadOnlyList<Fact> Steps) : ReportBlock;
}

/// <summary>A column of a table.</summary>
/// <param name="Title">Its heading, with the unit where all cells share it.</param>
/// <param name="Numeric">Whether its cells are figures, aligned to the right.</param>
public sealed record ReportColumn(string Title, bool Numeric = true);

/// <summary>Rows that belong together.</summary>
/// <param name="Title">What they share; null for rows without a heading.</param>
/// <param name="Rows">One list of cells a row, as many as there are columns.</param>
public sealed record ReportGroup(string? Title, IReadOnlyList<IReadOnlyList<ReportCell>> Rows);

/// <summary>A cell of a table.</summary>
/// <param name="Note">A quieter second line: conditions, or why a figure is missing.</param>
/// <param name="Link">A path inside the run folder that it leads to.</param>
public sealed record ReportCell(string Text, string? Note = null, Mark? Mark = null, string? Link = null)
{
    /// <summary>More of the same, such as the figures of a second table: each on a line of its own with its note.</summary>
    public IReadOnlyList<ReportCell> Also { get; init; } = [];

    /// <summary>Where it stands among the cells of its column when these are sorted; null for words, which are their own keys, and for what is missing.</summary>
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
public sealed record Notice(Mark Mark, string Title, string Message, string? Remedy, params IReadOnlyList<string> About);

/// <summary>A call stack.</summary>
public sealed record StackText(string Title, string Figure, IReadOnlyList<string> Frames, int Omitted);

/// <summary>A name and its value.</summary>
public sealed record Fact(string Name, string Value);
