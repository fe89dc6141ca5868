namespace AsyncLoad.Reporting.Document;

/// <summary>Keeps a page short: the first blocks are open, the others are folded.</summary>
internal static class Folded
{
    /// <summary>The blocks, all but the first of them behind one summary.</summary>
    public static IEnumerable<ReportBlock> After(int open, IReadOnlyList<ReportBlock> blocks, string noun)
    {
        var more = blocks.Skip(open).ToList();
        return more.Count == 0 ? blocks : [.. blocks.Take(open), new ReportBlock.Details(Figures.Plural(more.Count, $"more {noun}"), more)];
    }
}
