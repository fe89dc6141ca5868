using AsyncLoad.Analysis;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Reporting.Trends;

/// <summary>Figures and changes of a trend in words: the same on the terminal and on the page.</summary>
public static class TrendWords
{
    private const string Blocks = "▁▂▃▄▅▆▇█";

    // What fits beside an id.
    private const int MostBlocks = 30;

    /// <summary>Heads a column of the figure.</summary>
    public static string Title(RunTrend trend) => Metric.Named(trend.Metric)?.Judged is { } judged ? $"{judged.Title} [interval]" : trend.Metric;

    /// <summary>A figure with its unit; a ratio with its interval.</summary>
    public static string Value(RunTrend trend, TrendPoint point)
    {
        return point switch
        {
            { Value: { } estimate, Interval: { } interval, Pairs: { } pairs } => Figures.Ratio(new RatioInterval(estimate, interval.Low, interval.High, 0, pairs)),
            { Value: { } value } => Value(trend, value),
            _ => $"{Figures.NotAvailable} ({point.Missing.GetValueOrDefault("value")})",
        };
    }

    /// <summary>A bare figure with its unit.</summary>
    public static string Value(RunTrend trend, double value) => IsRatio(trend) ? Figures.Ratio(value) : Figures.Of(Metric.Named(trend.Metric)?.Format, value);

    /// <summary>Bytes per operation of both sides: <c>504 → 0</c>.</summary>
    public static string Bytes(TrendPoint point) =>
        string.Join(" / ", point.Bytes.Each().Select(bytes => bytes is { } counted ? Figures.BytesPerOperation(counted) : Figures.NotAvailable));

    /// <summary>The commits that sides were built from: one where both were built from it, or where only one side was.</summary>
    public static string Commit(TrendPoint point) =>
        string.Join(" / ", point.Commits.Each().OfType<string>().Select(commit => VisibleText.Name(EvidenceParts.FirstDigits(commit))).Distinct());

    /// <summary>What a change came to: <c>changed up by 20 % [+19 %, +21 %]: 0.400 → 0.481</c>.</summary>
    public static string Of(RunTrend trend, TrendChange change)
    {
        var extent = (IsRatio(trend), change.Shift) switch
        {
            (true, { } shift) => $" by {Figures.Percent(Math.Abs(shift.Estimate - 1))} [{Figures.Change(shift.Low - 1)}, {Figures.Change(shift.High - 1)}]",
            (false, { } shift) => $" by {Value(trend, Math.Abs(shift.Estimate))} [{Value(trend, shift.Low)}, {Value(trend, shift.High)}]",
            (_, null) => $" by {Value(trend, Math.Abs(change.After - change.Before))}",
        };
        return $"{Word(trend, change)}{extent}: {Value(trend, change.Before)} → {Value(trend, change.After)}{(change.Probability is { } p ? $", p = {Figures.Tick(p)}" : "")}";
    }

    /// <summary>A change with its place and what else differs there.</summary>
    public static string Sentence(RunTrend trend, TrendSeries series, TrendChange change)
    {
        var beside = change.Beside.Count == 0 ? "" : $"; also changed: {string.Join(", ", change.Beside)}";
        return VisibleText.Escape($"{Name(trend, series)} {Of(trend, change)}, since the run of {Figures.Moment(trend.Runs[change.Run].Started)} ({trend.Runs[change.Run].Source}){beside}.");
    }

    /// <summary>What a series is of: the comparison, its side where it has one, and its machine where there are several.</summary>
    public static string Name(RunTrend trend, TrendSeries series)
    {
        var side = series.Side switch { Side.Baseline => " baseline", Side.Candidate => " candidate", _ => "" };
        return VisibleText.Escape($"{series.Comparison}{side}{(HasMachines(trend) ? $" on {series.MachineId}" : "")}");
    }

    /// <summary>Whether series of several machines stand side by side.</summary>
    public static bool HasMachines(RunTrend trend) => trend.Series.Select(series => series.MachineId).Distinct(StringComparer.Ordinal).Count() > 1;

    /// <summary>The newest figures as blocks of eight heights: a difference within the margin does not fill the whole height.</summary>
    public static string Sparkline(RunTrend trend, TrendSeries series)
    {
        var values = series.Points.TakeLast(MostBlocks).Select(point => point.Value).ToList();
        if (values.OfType<double>().ToList() is not { Count: > 0 } known) return "";
        var (low, high) = (known.Min(), known.Max());
        var room = Math.Max(high - low, trend.Margin * Math.Max(Math.Abs(low), Math.Abs(high)));
        var bottom = ((low + high) / 2) - (room / 2);
        return string.Concat(values.Select(value => value is { } some ? Blocks[room == 0 ? 0 : Math.Clamp((int)((some - bottom) / room * Blocks.Length), 0, Blocks.Length - 1)] : '·'));
    }

    /// <summary>The changes of a series or that none was found, and where none was looked for, as sentences.</summary>
    public static string Changes(RunTrend trend, TrendSeries series)
    {
        var found = series.Changes.Count == 0 ? "No change found" : JudgedWords.Capital(string.Join("; ", series.Changes.Select(change => Of(trend, change))));
        return series.NotLookedFor is { } why ? $"{found}. {JudgedWords.Capital(why)}." : $"{found}.";
    }

    /// <summary>How many series changed, in a sentence.</summary>
    public static string Summary(RunTrend trend)
    {
        var all = trend.Series.Count;
        var changed = trend.Series.Count(series => series.Changes.Count > 0);
        var unasked = trend.Series.Count(series => series is { NotLookedFor: not null, Changes.Count: 0 });
        var extent = changed == 0 ? $"No change found in {Figures.Count(all - unasked)} series" : $"{Figures.Count(changed)} of {Figures.Count(all)} series changed";
        return $"{(all == unasked ? "No changes were looked for" : extent)}{(unasked > 0 && unasked < all ? $", {Figures.Count(unasked)} not analysed" : "")}, in {Figures.Plural(trend.Runs.Count, "run")}.";
    }

    internal static bool IsRatio(RunTrend trend) => Metric.Named(trend.Metric)?.Judged is not null;

    internal static string Word(RunTrend trend, TrendChange change) => change.Change switch
    {
        Change.ChangedUp => "changed up",
        Change.ChangedDown => "changed down",
        Change.Unchanged => $"moved within the margin of {Figures.Setting(trend.Margin)}",
        _ => "changed, possibly within the margin,",
    };
}
