using AsyncLoad.Analysis;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Runs;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Trends;

namespace AsyncLoad.Harness.Cli.Trend;

/// <summary>Writes a trend as text: one row per run for a single comparison, otherwise one row per series; then what changed.</summary>
internal static class TrendText
{
    /// <summary>Writes tables and sentences to the output, warnings to the error stream.</summary>
    public static void Write(RunTrend trend, Terminal terminal, OutputStyle style)
    {
        foreach (var warning in trend.Warnings) terminal.Error.WriteLine($"warning: {Printable.Text(warning)}");
        var one = trend.Series.Select(series => series.Comparison).Distinct(StringComparer.Ordinal).Count() == 1;
        if (one) WriteRuns(trend, terminal, style);
        else Overview(trend).Write(terminal, style);
        terminal.Output.WriteLine();
        foreach (var series in trend.Series)
        {
            foreach (var change in series.Changes) terminal.Output.WriteLine(Printable.Text(TrendWords.Sentence(trend, series, change)));
        }

        foreach (var same in trend.Series.Where(series => series.NotLookedFor is not null).GroupBy(series => series.NotLookedFor))
            terminal.Output.WriteLine($"{(trend.Series.Count == 1 ? "" : $"{Figures.Count(same.Count())} series: ")}{same.Key}.");
        terminal.Output.WriteLine(TrendWords.Summary(trend));
        if (!one) terminal.Output.WriteLine("Use --only \"*NAME*\" to see the runs of one comparison.");
    }

    private static void WriteRuns(RunTrend trend, Terminal terminal, OutputStyle style)
    {
        foreach (var (index, series) in trend.Series.Index())
        {
            if (index > 0) terminal.Output.WriteLine();
            terminal.Output.WriteLine(Printable.Text($"{TrendWords.Name(trend, series)}  {TrendWords.Sparkline(trend, series)}"));
            Runs(trend, series).Write(terminal, style);
        }
    }

    private static TextTable Runs(RunTrend trend, TrendSeries series)
    {
        var changes = series.Changes.ToDictionary(change => change.Run);
        (string Title, Func<TrendPoint, string> Cell)[] columns =
        [
            ("started", point => Figures.Moment(trend.Runs[point.Run].Started)),
            ("run", point => trend.Runs[point.Run].Source),
            ("commit", TrendWords.Commit),
            (TrendWords.Title(trend), point => TrendWords.Value(trend, point)),
            ("pairs", point => point.Pairs is { } pairs ? Figures.Count(pairs) : ""),
            ("verdict", point => point.Verdict is { } verdict ? Mark.Of(verdict).Word : Figures.NotAvailable),
            ("B/op, both sides", TrendWords.Bytes),
            ("", point => Remark(point)),
        ];
        var shown = columns.Where(column => column.Title != "commit" || series.Points.Any(point => TrendWords.Commit(point).Length > 0)).ToList();
        return new TextTable([.. shown.Select(column => column.Title)], [.. series.Points.Select(point => (IReadOnlyList<string>)[.. shown.Select(column => column.Cell(point))])]);

        string Remark(TrendPoint point)
        {
            var status = trend.Runs[point.Run].Status switch { RunStatus.Complete => "", RunStatus.Interrupted => "interrupted", _ => "not finished" };
            return string.Join(", ", new[] { changes.TryGetValue(point.Run, out var change) ? Sign(change.Change) : "", status }.Where(text => text.Length > 0));
        }
    }

    private static TextTable Overview(RunTrend trend)
    {
        var machines = TrendWords.HasMachines(trend);
        var sides = trend.Series.Any(series => series.Side is not null);
        var ids = new ShortIds(trend.Series.Select(series => series.Comparison));
        return new TextTable(
            ["comparison", .. machines ? ["machine"] : Array.Empty<string>(), .. sides ? ["side"] : Array.Empty<string>(), "runs", $"newest {TrendWords.Title(trend)}", "trend", "changes"],
            [.. trend.Series.Select(series => (IReadOnlyList<string>)
            [
                ids.Of(series.Comparison),
                .. machines ? [series.MachineId] : Array.Empty<string>(),
                .. sides ? [series.Side?.ToString().ToLowerInvariant() ?? ""] : Array.Empty<string>(),
                Figures.Count(series.Points.Count),
                TrendWords.Value(trend, series.Points[^1]),
                TrendWords.Sparkline(trend, series),
                series is { NotLookedFor: not null, Changes.Count: 0 } ? "not looked for" : string.Join(' ', series.Changes.Select(change => Sign(change.Change))),
            ])]);
    }

    private static string Sign(Change change) => change switch
    {
        Change.ChangedUp => "up",
        Change.ChangedDown => "down",
        Change.Unchanged => "within margin",
        _ => "open",
    };
}
