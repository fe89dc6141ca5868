using AsyncLoad.Analysis;
using AsyncLoad.Reporting.Document.Tracing;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Reporting.Document.Sections;

/// <summary>What the async methods of traced windows allocate and what would remove it; the same advice on several sides is given once.</summary>
internal static class TracedAdviceSection
{
    private const int MostNotices = 30;
    private const int MostSides = 6;

    public static ReportSection? Build(RunAnalysis run, IReadOnlyList<ComparisonRow> rows)
    {
        List<Notice> notices =
        [
            .. rows.Zip(run.Comparisons, Found).SelectMany(found => found)
                .GroupBy(found => (found.Advice.Namespace, found.Advice.Method, Chain: AdviceWords.Chain(found.Advice), found.Advice.Finding, found.Advice.Weight, found.Advice.Remedy))
                .OrderBy(group => group.Key.Weight)
                .ThenByDescending(group => group.Max(found => found.Advice.Share))
                .Select(group => Notice([.. group])),
        ];
        return notices.Count == 0 ? null : new ReportSection(
            "advice",
            "Advice",
            "What async methods allocated inside the measured windows of traced runs, and what would remove it." +
            (notices.Count > MostNotices ? $" The first {Figures.Count(MostNotices)} of {Figures.Count(notices.Count)}." : ""),
            new ReportBlock.Notices([.. notices.Take(MostNotices)]));
    }

    private static IEnumerable<AdvisedSide> Found(ComparisonRow row, ComparisonAnalysis analysis) =>
        from side in analysis.Sides.Each()
        let trace = side.Trace.Value
        where trace is not null
        from advice in trace.Advice?.Entries ?? []
        where advice.Weight != AdviceWeight.NotEnoughEvidence
        select new AdvisedSide(advice, trace, $"{row.NameOf(side.Side)}, {row.Told}");

    private static Notice Notice(IReadOnlyList<AdvisedSide> found)
    {
        var advice = found[0].Advice;
        return new Notice(
            AdviceWords.Of(advice.Weight),
            AdviceWords.Title(advice),
            VisibleText.Sentence(advice.Because),
            AdviceWords.Remedy(advice),
            [
                .. AdviceWords.Chain(advice) is { } chain ? [$"Chain: {chain}"] : Array.Empty<string>(),
                .. AdviceWords.Checks(advice),
                .. found.Take(MostSides).Select(Sentence),
                .. found.Count > MostSides ? [$"and {Figures.Count(found.Count - MostSides)} more"] : Array.Empty<string>(),
            ]);
    }

    private static string Sentence(AdvisedSide found)
    {
        var (advice, trace, where) = found;
        if (trace.Window is not { Operations: > 0 and var operations }) return $"{where}: {Figures.Percent(advice.Share)} of all bytes";
        var removable = advice.Removable is { } rate ? $"; the remedy would remove {PerOperation.Of(rate, trace.Advice!.Seconds, operations)}" : "";
        return $"{where}: {PerOperation.Of(advice.Allocated, operations)}, {Figures.Percent(advice.Share)} of all bytes{removable}";
    }

    private sealed record AdvisedSide(Advice Advice, TraceAnalysis Trace, string Where);
}
