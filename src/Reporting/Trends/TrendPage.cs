using System.Globalization;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Runs;
using AsyncLoad.Reporting.Document;

namespace AsyncLoad.Reporting.Trends;

/// <summary>A trend as a page: what changed, then a chart and a table for each series.</summary>
public static class TrendPage
{
    /// <summary>The page.</summary>
    public static ReportPage Of(RunTrend trend)
    {
        ReportSection?[] sections = [Warnings(trend), Changes(trend), Series(trend)];
        return new ReportPage(
            "trend",
            TrendWords.Summary(trend),
            null,
            $"{Figures.Moment(trend.Runs[0].Started)} to {Figures.Moment(trend.Runs[^1].Started)} · {trend.Metric} ({trend.Unit})",
            null,
            [.. sections.OfType<ReportSection>()],
            $"Changes are found by {trend.Method.Name}, which reports a change in at most {Figures.Percent(trend.Method.Level)} of series that have none. Brackets hold intervals. asyncload trend --format json prints these figures without rounding.",
            "asyncload trend --output FILE.html has it");
    }

    private static ReportSection? Warnings(RunTrend trend) => trend.Warnings.Count == 0 ? null : new ReportSection(
        "warnings",
        "Warnings",
        null,
        new ReportBlock.Notices([.. trend.Warnings.Select(warning => new Notice(Mark.Of(WarningSeverity.Warning), "Runs", VisibleText.Sentence(warning), null))]));

    private static ReportSection? Changes(RunTrend trend)
    {
        List<IReadOnlyList<ReportCell>> rows = [.. trend.Series.SelectMany(series => series.Changes.Select(change => (IReadOnlyList<ReportCell>)
        [
            new(TrendWords.Name(trend, series)),
            ReportCell.Judged(MarkOf(trend, change)),
            new(TrendWords.Of(trend, change)),
            new(Figures.Moment(trend.Runs[change.Run].Started), VisibleText.Name(trend.Runs[change.Run].Source)),
            new(VisibleText.Sentence(string.Join(", ", change.Beside))),
        ]))];
        return rows.Count == 0 ? null : new ReportSection(
            "changes",
            "Changes",
            null,
            new ReportBlock.Table("What changed", [new("Series", Numeric: false), new("Change", Numeric: false), new("How far", Numeric: false), new("Since", Numeric: false), new("Also changed", Numeric: false)], new ReportGroup(null, rows)) { IsStacked = true });
    }

    private static ReportSection Series(RunTrend trend) => new(
        "series",
        "Runs",
        "Runs are drawn at equal distances, in the order of their start. Horizontal lines are the levels between changes.",
        [.. trend.Series.Select((series, index) => Block(trend, series, index + 1))]);

    private static ReportBlock Block(RunTrend trend, TrendSeries series, int number)
    {
        var (name, table) = (TrendWords.Name(trend, series), Table(trend, series));
        var values = series.Points.Select(point => point.Value).OfType<double>().ToList();
        // Nothing to draw, or nothing that has a logarithm.
        if (values.Count == 0 || values.Min() <= 0) return table;
        return new ReportBlock.Trend(
            new TrendData(
                string.Create(CultureInfo.InvariantCulture, $"trend-{number}"),
                name,
                VisibleText.Sentence(TrendWords.Changes(trend, series)),
                $"{TrendWords.Title(trend)}{(TrendWords.IsRatio(trend) ? "; below 1 the candidate is cheaper" : $", {trend.Unit}")}",
                TrendWords.IsRatio(trend),
                Dots(trend, series),
                Levels(trend, series)),
            table);
    }

    // Days alone do not tell runs of one day apart.
    private static IReadOnlyList<TrendDot> Dots(RunTrend trend, TrendSeries series)
    {
        DateTime[] started = [.. series.Points.Select(point => trend.Runs[point.Run].Started.UtcDateTime)];
        var format = started.DistinctBy(time => time.Date).Count() == started.Length ? "yyyy-MM-dd" : "yyyy-MM-dd HH:mm";
        return [.. series.Points.Zip(started, (point, time) => new TrendDot(
            time.ToString(format, CultureInfo.InvariantCulture),
            TrendWords.IsRatio(trend) ? Mark.Of(point.Verdict) : Mark.Of(Verdict.Equivalent),
            point.Value is { } value ? new PlotInterval(value, Bound(point.Interval?.Low, value), Bound(point.Interval?.High, value)) : null))];
    }

    // A bound that has no logarithm is not drawn.
    private static double Bound(double? bound, double value) => bound is > 0 and < double.PositiveInfinity ? bound.Value : value;

    private static IReadOnlyList<TrendLevel> Levels(RunTrend trend, TrendSeries series)
    {
        if (series.Changes.Count == 0) return [];
        List<int> starts = [0, .. series.Changes.Select(change => Place(series, change)), series.Points.Count];
        return
        [
            new TrendLevel(0, starts[1] - 1, series.Changes[0].Before, null),
            .. series.Changes.Select((change, i) => new TrendLevel(starts[i + 1], starts[i + 2] - 1, change.After, Extent(trend, change))),
        ];
    }

    private static int Place(TrendSeries series, TrendChange change) => series.Points.TakeWhile(point => point.Run != change.Run).Count();

    private static string Extent(RunTrend trend, TrendChange change) =>
        TrendWords.IsRatio(trend) ? Figures.Change((change.Shift?.Estimate ?? (change.After / change.Before)) - 1) : $"{TrendWords.Value(trend, change.Before)} → {TrendWords.Value(trend, change.After)}";

    private static ReportBlock.Table Table(RunTrend trend, TrendSeries series)
    {
        var changes = series.Changes.ToDictionary(change => change.Run);
        return new ReportBlock.Table(
            $"{TrendWords.Name(trend, series)}, run by run",
            [new("Started", Numeric: false), new("Verdict", Numeric: false), new(TrendWords.Title(trend)), new("Pairs"), new("B/op, both sides"), new("Commit", Numeric: false), new("Change", Numeric: false)],
            new ReportGroup(null, [.. series.Points.Select(point => Row(trend, point, changes.GetValueOrDefault(point.Run)))]))
        {
            IsStacked = true,
        };
    }

    private static IReadOnlyList<ReportCell> Row(RunTrend trend, TrendPoint point, TrendChange? change)
    {
        var run = trend.Runs[point.Run];
        return
        [
            new(Figures.Moment(run.Started), VisibleText.Name(run.Status == RunStatus.Complete ? run.Source : $"{run.Source}, not finished")),
            ReportCell.Judged(Mark.Of(point.Verdict)),
            ReportCell.Figure(point.Value is null ? null : TrendWords.Value(trend, point), point.Missing.GetValueOrDefault("value")),
            new(point.Pairs is { } pairs ? Figures.Count(pairs) : ""),
            new(TrendWords.Bytes(point)),
            new(TrendWords.Commit(point)),
            change is null ? new ReportCell("") : ReportCell.Judged(MarkOf(trend, change), TrendWords.Of(trend, change)),
        ];
    }

    // Up is worse, except for figures where more is better.
    private static Mark MarkOf(RunTrend trend, TrendChange change) => (change.Change, Metric.Named(trend.Metric)?.Better) switch
    {
        (Change.ChangedUp, var better) => new Mark(better == Better.Higher ? Tone.Good : Tone.Bad, "↑", "up"),
        (Change.ChangedDown, var better) => new Mark(better == Better.Higher ? Tone.Bad : Tone.Good, "↓", "down"),
        (Change.Unchanged, _) => new Mark(Tone.Even, "=", "within margin"),
        _ => new Mark(Tone.Open, "?", "undecided"),
    };
}
