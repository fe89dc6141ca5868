using AsyncLoad.Analysis;

namespace AsyncLoad.Reporting.Document;

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

        /// <summary>Whether a narrow page shows each row as a list, with the headings before its figures, rather than letting the table be scrolled.</summary>
        public bool IsStacked { get; init; }
    }

    /// <summary>A chart of ratios; its data table always comes with it.</summary>
    public sealed record Forest(ForestData Data, Table Values) : ReportBlock;

    /// <summary>Bars of a change in parts; its data table always comes with it.</summary>
    public sealed record Costs(CostBarData Data, Table Values) : ReportBlock;

    /// <summary>A grid of ratios by load and pressure; its data table always comes with it.</summary>
    public sealed record Heat(HeatMapData Data, Table Values) : ReportBlock;

    /// <summary>A chart of ratios along an axis; its data table always comes with it.</summary>
    public sealed record Crossover(CrossoverData Data, Table Values) : ReportBlock;

    /// <summary>Crossings by load and pressure; the table of them always comes with it.</summary>
    public sealed record Frontier(FrontierData Data, Table Values) : ReportBlock;

    /// <summary>A chart of a figure over many runs; its data table always comes with it.</summary>
    public sealed record Trend(TrendData Data, Table Values) : ReportBlock;

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

/// <summary>Keeps a page short: what comes first is open or told, the rest is folded or counted.</summary>
internal static class Folded
{
    /// <summary>The blocks, all but the first of them behind one summary.</summary>
    public static IEnumerable<ReportBlock> After(int open, IReadOnlyList<ReportBlock> blocks, string noun)
    {
        var more = blocks.Skip(open).ToList();
        return more.Count == 0 ? blocks : [.. blocks.Take(open), new ReportBlock.Details(Figures.Plural(more.Count, $"more {noun}"), more)];
    }

    /// <summary>A chart for those who cannot see it: a sentence for each of its first entries, and how many more its table has.</summary>
    public static string Told<T>(IReadOnlyCollection<T> entries, int most, Func<T, string> sentence) =>
        string.Join(" ", entries.Take(most).Select(sentence)) + (entries.Count > most ? $" {Figures.Count(entries.Count - most)} more in the table." : "");
}
