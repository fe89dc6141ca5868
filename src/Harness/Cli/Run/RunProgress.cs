using System.Globalization;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.SelfChecks;
using AsyncLoad.Analysis.Steering;
using AsyncLoad.Analysis.Verdicts;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using Spectre.Console.Rendering;

namespace AsyncLoad.Harness.Cli.Run;

/// <summary>
/// Shows the progress of a run on the error stream: on a terminal one line that is redrawn, elsewhere one line per pair. A selfcheck shows
/// its table as it fills, and a map its cells: above that line, or elsewhere as one line per round or finished cell.
/// It is called only between slices, so drawing never runs beside a measurement.
/// </summary>
/// <param name="planned">The plan, with the steps that sweeps have added.</param>
/// <param name="soFar">The journal of a resumed run; empty for a new one.</param>
/// <param name="terminal">Where it is shown.</param>
/// <param name="style">How.</param>
/// <param name="asMap">Whether its comparisons are shown as a map.</param>
internal sealed class RunProgress(Plan planned, IReadOnlyList<JournalEntry> soFar, Terminal terminal, OutputStyle style, bool asMap = false)
{
    // The maximum is shown only when it is beyond the usual error of a forecast, 25 %.
    private const double MuchLonger = 1.25;

    private readonly LiveLine live = new(terminal, style);
    private readonly ShortIds ids = new(planned.Comparisons.Select(comparison => comparison.Id));
    private readonly RunTally tally = new(planned, [.. soFar.Select(entry => entry is JournalEntry.Pair pair ? RememberedPair.Of(pair) : entry)]);
    private readonly SelfCheckProgress? check = SelfCheckAnalyzer.IsSelfCheck(planned) ? new SelfCheckProgress(planned) : null;
    private LiveMap? map;

    /// <summary>How long pairs may still begin; null where all are measured.</summary>
    public Func<TimeSpan?> Budget { get; init; } = static () => null;

    /// <summary>Runs <paramref name="measure"/> with progress on the screen.</summary>
    public async Task ShowAsync(Func<Action<RunEvent>, Task> measure)
    {
        foreach (var comparison in planned.Comparisons) check?.Judge(comparison, tally.Attempts(comparison));
        map = asMap ? new LiveMap(tally) : null;
        if (live.IsShown) await live.ShowAsync(() => measure(Redraw));
        else await measure(Plain);
    }

    private void Redraw(RunEvent happened)
    {
        Take(happened);
        if (Describe(happened) is not { } line) return;
        if (happened is RunEvent.PairEnded ended && !tally.IsLoadOverhead(ended.Comparison.Id)) map?.Update(ended.Comparison);
        live.Write(line, TimeLeft(), Above());
    }

    private void Plain(RunEvent happened)
    {
        Take(happened);
        if (style.Verbosity == Verbosity.Quiet) return;
        // Beginnings are not printed: judging hundreds of pairs for each line takes too long.
        if (happened is not (RunEvent.PairEnded or RunEvent.TraceEnded or RunEvent.StepAdded or RunEvent.ComparisonDropped)) return;
        if (Line(happened) is { } line) terminal.Error.WriteLine($"{line}  {TimeLeft()}");
    }

    private string? Line(RunEvent happened) => happened switch
    {
        RunEvent.PairEnded when check is not null => check.Round(),
        RunEvent.PairEnded ended when map is not null => tally.IsLoadOverhead(ended.Comparison.Id) ? null : map.Update(ended.Comparison),
        _ => map is null ? Describe(happened) : null,
    };

    private IEnumerable<IRenderable> Above() =>
        check is not null ? check.Table.LinesWithin(live.Width).Select(line => Terminal.Shown(line)) : map?.Maps.Select(one => MapGrid.Drawn(one, live.Width)) ?? [];

    private void Take(RunEvent happened)
    {
        switch (happened)
        {
            case RunEvent.PairEnded pair:
                tally.Add(pair.Pair);
                check?.Judge(pair.Comparison, tally.Attempts(pair.Comparison));
                break;
            case RunEvent.StepAdded added:
                tally.Add(added.Step);
                break;
            case RunEvent.TraceEnded trace:
                tally.Add(trace.Run);
                break;
        }
    }

    private string? Describe(RunEvent happened) => happened switch
    {
        RunEvent.PairStarted pair => $"{Name(pair.Comparison)}  {Pair(pair.Comparison, pair.Pair.Index)}{(pair.Attempt > 1 ? " again" : "")}  {Found(pair.Comparison)}",
        RunEvent.PairEnded pair => $"{Name(pair.Comparison)}  {Pair(pair.Comparison, pair.Pair.Index)} done  {Found(pair.Comparison)}",
        RunEvent.ComparisonDropped dropped => $"{Name(dropped.Comparison)}  dropped: see asyncload.log",
        RunEvent.StepAdded added => $"{Name(added.Step.Comparison)}  added: the ratio crosses 1 near it",
        RunEvent.TraceStarted trace => $"{Name(trace.Comparison)}  tracing the {ModelJson.Word(trace.Side)}",
        RunEvent.TraceEnded trace => $"{Name(trace.Comparison)}  traced the {ModelJson.Word(trace.Run.Side)}",
        _ => null,
    };

    private string Pair(Comparison comparison, int index) =>
        tally.IsLoadOverhead(comparison.Id) ? "the only pair"
        : index > Measure.Looks[^1] ? $"fresh pair {Number(index - Measure.Looks[^1])}, to confirm {(Measure.Confirm ? "what those before it say" : "that a gate fails")}"
        : $"pair {Number(index)}/{Number(Measure.Looks[^1])}";

    private MeasureSettings Measure => tally.Plan.Measure;

    private string Name(Comparison comparison) => Printable.Text(tally.IsLoadOverhead(comparison.Id) ? comparison.Id : ids.Of(comparison.Id));

    private string Found(Comparison comparison)
    {
        var completed = tally.Completed(comparison);
        return completed.Count == 0 ? "" : Measure.Verdicts ? Ratio(PairRatios.Of(completed)) : Times(completed);
    }

    private static string Times(IReadOnlyList<CompletedPair> completed) => Figures.TimeChange(
        LedgerBuilder.Build([.. completed.Select(pair => pair.Baseline)])?.NsPerOperation,
        LedgerBuilder.Build([.. completed.Select(pair => pair.Candidate)])?.NsPerOperation);

    private string Ratio(IReadOnlyList<PairRatio> ratios)
    {
        var title = Metric.Of(Measure.Metric).Title;
        if (Judgement.Of(ratios, Measure).Decisive.Value is { } known) return $"{title} {Figures.Ratio(known)}";
        return PairRatios.Middle(ratios, Measure.Metric) is { } middle ? $"{title} about {Figures.Ratio(middle)}" : "";
    }

    /// <summary><c>about 4:48 left</c>, with the most that it may take where that is much longer; empty for less than a second.</summary>
    private string TimeLeft()
    {
        var left = tally.Left(Budget());
        if (left.Expected.TotalSeconds < 1) return "";
        return $"about {Clock(left.Expected)} left{(left.Most > left.Expected * MuchLonger ? $", {Clock(left.Most)} at most" : "")}";
    }

    private static string Clock(TimeSpan time) => string.Create(CultureInfo.InvariantCulture, $"{(int)time.TotalMinutes}:{time.Seconds:00}");

    private static string Number(int value) => value.ToString(CultureInfo.InvariantCulture);
}

/// <summary>The table of a selfcheck while it fills: what would be printed if it ended now.</summary>
/// <param name="plan">What is compared.</param>
internal sealed class SelfCheckProgress(Plan plan)
{
    // Pairs between two lines: one round over a group of comparisons.
    private const int MostInRound = 16;

    private readonly Dictionary<string, SelfCheckEntry> entries = plan.Comparisons.ToDictionary(
        comparison => comparison.Id, comparison => SelfCheckEntry.Of(comparison, [], plan.Measure), StringComparer.Ordinal);

    private int measured;

    /// <summary>A row for each load and pressure, as at the end.</summary>
    public TextTable Table => SelfCheckSummary.Table(Rows);

    private IReadOnlyList<SelfCheckRow> Rows => SelfCheckAnalyzer.Of([.. plan.Comparisons.Select(comparison => entries[comparison.Id])]).Rows;

    /// <summary>Judges a comparison by its pairs so far.</summary>
    public void Judge(Comparison comparison, IReadOnlyList<JournalEntry.Pair> attempts) => entries[comparison.Id] = SelfCheckEntry.Of(comparison, attempts, plan.Measure);

    /// <summary>Counts one more pair.</summary>
    /// <returns>The table in one line when a round is done; else null.</returns>
    public string? Round()
    {
        measured++;
        return measured % Math.Min(MostInRound, plan.Comparisons.Count) == 0 ? string.Join("; ", Rows.GroupBy(SelfCheckSummary.Sides).Select(Counts)) : null;
    }

    private static string Counts(IGrouping<string, SelfCheckRow> rows) => string.Create(
        CultureInfo.InvariantCulture,
        $"{rows.Key}: {rows.Sum(row => row.Wins)} wins, {rows.Sum(row => row.Loses)} loses, {rows.Sum(row => row.Equivalent)} equivalent, {rows.Sum(row => row.Inconclusive)} inconclusive of {rows.Sum(row => row.Comparisons)}");
}
