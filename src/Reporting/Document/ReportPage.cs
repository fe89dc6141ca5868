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
