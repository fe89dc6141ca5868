using AsyncLoad.Analysis;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Document.Tracing;
using AsyncLoad.Tracing.Advisor;

namespace AsyncLoad.Reporting.Traces.Sections;

/// <summary>What each async method allocates and what would remove it: a table of all, and the remedies one by one.</summary>
internal static class AdviceSection
{
    private const int MostRows = 60;
    private const int MostNotices = 25;

    public static ReportSection? Build(AdviceReport? report)
    {
        if (report is null || report.Methods.Count == 0 && report.LeftOut == 0 && AdviceWords.IsFree(report)) return null;
        var (entries, actionable) = (report.Entries, AdviceWords.ActionableEntries(report));
        return new ReportSection(
            "advice",
            "Advice",
            Lead(report, entries.Count, actionable.Count),
            [
                .. entries.Count > 0 ? [Methods(entries, report.Seconds)] : Array.Empty<ReportBlock>(),
                .. actionable.Count > 0 ? [new ReportBlock.Notices([.. actionable.Take(MostNotices).Select(advice => Notice(advice, report.Seconds))])] : Array.Empty<ReportBlock>(),
                Account(report),
            ]);
    }

    private static string Lead(AdviceReport report, int entries, int actionable)
    {
        string?[] sentences =
        [
            "Async methods by what they allocate, and what would remove it.",
            entries > MostRows ? $"The table holds the first {Figures.Count(MostRows)} of {Figures.Count(entries)} findings." : null,
            actionable > MostNotices ? $"The first {Figures.Count(MostNotices)} of {Figures.Count(actionable)} remedies are described." : null,
            report.LeftOut > 0 ? $"{Figures.Plural(report.LeftOut, "finding")} below {Figures.Setting(report.MinShare)} of all bytes {(report.LeftOut == 1 ? "is" : "are")} left out{AdviceWords.TogetherLeftOut(report)}." : null,
        ];
        return string.Join(" ", sentences.OfType<string>());
    }

    private static ReportBlock.Table Account(AdviceReport report) => new(
        "Where all sampled bytes went, with 95 % intervals",
        [new("Part", Numeric: false), new("Allocated"), new("Share")],
        new ReportGroup(null,
        [
            .. AdviceWords.Account(report.Account).Select(part => (IReadOnlyList<ReportCell>)
            [
                new(part.Part), new(Figures.SizeRate(RateInterval.Of(part.Bytes, report.Seconds))), new(Figures.Percent(part.Bytes.Bytes / report.Account.TotalBytes)),
            ]),
        ]));

    private static ReportBlock.Table Methods(IReadOnlyList<Advice> entries, double seconds) => new(
        "Methods by bytes per second, with 95 % intervals",
        [new("Method", Numeric: false), new("Finding", Numeric: false), new("Advice", Numeric: false), new("Allocated"), new("Would remove")],
        new ReportGroup(null, [.. entries.Take(MostRows).Select(advice => Cells(advice, seconds))]));

    private static IReadOnlyList<ReportCell> Cells(Advice advice, double seconds) =>
    [
        new(AdviceWords.Title(advice), AdviceWords.Home(advice)),
        new(AdviceWords.Of(advice.Finding)),
        ReportCell.Judged(AdviceWords.Of(advice.Weight), AdviceWords.IsActionable(advice) ? null : VisibleText.Sentence(advice.Weight == AdviceWeight.Package ? $"{advice.Because} {advice.Remedy}" : advice.Because)),
        new(Figures.SizeRate(RateInterval.Of(advice.Allocated, seconds)), $"{Figures.Percent(advice.Share)} of all{(advice.ObjectBytes is { } size ? $", {Figures.Size(size)} each" : "")}"),
        new(advice.Removable is { } removable ? Figures.SizeRate(removable) : "–"),
    ];

    private static Notice Notice(Advice advice, double seconds) => new(
        AdviceWords.Of(advice.Weight),
        AdviceWords.Title(advice),
        $"{Place(advice)}{Figures.SizeRate(RateInterval.Of(advice.Allocated, seconds))}, {Figures.Percent(advice.Share)} of all bytes{Types(advice)}. {VisibleText.Sentence(advice.Because)}",
        $"{AdviceWords.Remedy(advice)} That would remove {Figures.SizeRate(advice.Removable!)}.",
        [.. AdviceWords.Chain(advice) is { } chain ? [$"Chain: {chain}"] : Array.Empty<string>(), .. AdviceWords.Checks(advice)]);

    private static string Place(Advice advice) => advice.Source is { } source ? $"{VisibleText.Name(source.ToString())}: " : "";

    private static string Types(Advice advice) =>
        advice.Types.Count == 0 ? "" : $", as {string.Join(" and ", advice.Types.Take(2).Select(VisibleText.Type))}";
}
