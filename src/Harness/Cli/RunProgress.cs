using System.Diagnostics;
using System.Globalization;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Verdicts;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Reporting;

namespace AsyncLoad.Harness.Cli;

/// <summary>
/// Shows how a run goes on, on the error stream: one line that is redrawn where a person watches, one line a comparison's pair elsewhere.
/// Called between slices only, so drawing never runs beside a measurement.
/// </summary>
internal sealed class RunProgress(Plan planned, Terminal terminal, OutputStyle style)
{
    private readonly List<JournalEntry.Pair> pairs = [];
    private readonly long began = Stopwatch.GetTimestamp();
    private readonly LiveLine live = new(terminal, style);
    private Plan plan = planned;
    private int traces;

    /// <summary>Runs <paramref name="measure"/> with progress on the screen.</summary>
    public async Task ShowAsync(Func<Action<RunEvent>, Task> measure)
    {
        if (live.IsShown) await live.ShowAsync(() => measure(Redraw));
        else await measure(Plain);
    }

    private void Redraw(RunEvent happened)
    {
        if (Describe(happened) is { } line) live.Write(line, TimeLeft());
    }

    private void Plain(RunEvent happened)
    {
        var line = Describe(happened);
        var worthALine = happened is RunEvent.PairEnded or RunEvent.TraceEnded or RunEvent.LevelAdded or RunEvent.ComparisonDropped;
        if (worthALine && line is not null && style.Verbosity != Verbosity.Quiet) terminal.Error.WriteLine($"{line}  {TimeLeft()}");
    }

    private string? Describe(RunEvent happened)
    {
        switch (happened)
        {
            case RunEvent.PairStarted pair:
                return $"{Name(pair.Comparison)}  {Pair(pair.Comparison, pair.Pair.Index)}{(pair.Attempt > 1 ? " again" : "")}  {Found(pair.Comparison)}";
            case RunEvent.PairEnded pair:
                pairs.Add(pair.Pair);
                return $"{Name(pair.Comparison)}  {Pair(pair.Comparison, pair.Pair.Index)} done  {Found(pair.Comparison)}";
            case RunEvent.ComparisonDropped dropped:
                return $"{Name(dropped.Comparison)}  dropped: see asyncload.log";
            case RunEvent.LevelAdded added:
                plan = plan.With(added.Level);
                return $"{Name(added.Level.Comparison)}  added: the crossing lies near";
            case RunEvent.TraceStarted trace:
                return $"{Name(trace.Comparison)}  tracing the {(trace.Arm == Arm.Baseline ? "baseline" : "candidate")}";
            case RunEvent.TraceEnded trace:
                traces++;
                return $"{Name(trace.Comparison)}  traced the {(trace.Run.Arm == Arm.Baseline ? "baseline" : "candidate")}";
            default:
                return null;
        }
    }

    // What a load costs by itself is stated by one pair, not judged by many.
    private string Pair(Comparison comparison, int index) =>
        plan.SelfCost.Any(selfCost => selfCost.Id == comparison.Id) ? "the only pair"
        : index > plan.Measure.Looks[^1] ? $"fresh pair {Number(index - plan.Measure.Looks[^1])}, to confirm that a gate fails"
        : $"pair {Number(index)}/{Number(plan.Measure.Looks[^1])}";

    private static string Name(Comparison comparison) => Printable.Text(comparison.Id);

    private string Found(Comparison comparison)
    {
        var completed = PairProgress.Of(pairs.Where(pair => pair.Comparison == comparison.Id)).Completed;
        return completed.Count == 0 ? "" : plan.Measure.Verdicts ? Ratio(PairRatios.Of(completed)) : Times(completed);
    }

    private static string Times(IReadOnlyList<CompletedPair> completed) => Figures.TimeChange(
        LedgerBuilder.Build([.. completed.Select(pair => pair.Baseline)])?.NsPerOperation,
        LedgerBuilder.Build([.. completed.Select(pair => pair.Candidate)])?.NsPerOperation);

    private string Ratio(IReadOnlyList<PairRatio> ratios)
    {
        if (Judgement.Of(ratios, plan.Measure).Wall is { } wall)
            return string.Create(CultureInfo.InvariantCulture, $"ratio {wall.Estimate:0.000} [{wall.Low:0.000}, {wall.High:0.000}]");
        var middle = ratios.Select(ratio => ratio.Wall).Order().ElementAt(ratios.Count / 2);
        return string.Create(CultureInfo.InvariantCulture, $"ratio about {middle:0.000}");
    }

    // By what the parts took so far; the forecast until there is a pair to go by.
    private string TimeLeft()
    {
        var total = plan.Schedule.Count + plan.SelfCost.Count;
        var left = total - pairs.Count(pair => pair.Attempt == 1);
        var seconds = pairs.Count == 0 ? plan.Forecast.Longest.Span.TotalSeconds : Stopwatch.GetElapsedTime(began).TotalSeconds / pairs.Count * left;
        var remaining = TimeSpan.FromSeconds(seconds + (plan.Traced.Count - traces));
        return remaining.TotalSeconds < 1 ? "" : string.Create(CultureInfo.InvariantCulture, $"about {(int)remaining.TotalMinutes}:{remaining.Seconds:00} left");
    }

    private static string Number(int value) => value.ToString(CultureInfo.InvariantCulture);
}
