using System.Globalization;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Steering;
using AsyncLoad.Analysis.Verdicts;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Reporting.Document;

namespace AsyncLoad.Harness.Cli.Run;

/// <summary>
/// Shows how a run goes on, on the error stream: one line that is redrawn where a person watches, one line a comparison's pair elsewhere.
/// Called between slices only, so drawing never runs beside a measurement.
/// </summary>
/// <param name="planned">What was planned, with the steps that sweeps have added.</param>
/// <param name="soFar">The journal of a run that was cut short; empty for a new one.</param>
/// <param name="terminal">Where it is shown.</param>
/// <param name="style">How.</param>
internal sealed class RunProgress(Plan planned, IReadOnlyList<JournalEntry> soFar, Terminal terminal, OutputStyle style)
{
    private readonly LiveLine live = new(terminal, style);
    private readonly RunTally tally = new(planned, soFar);

    /// <summary>Runs <paramref name="measure"/> with progress on the screen.</summary>
    public async Task ShowAsync(Func<Action<RunEvent>, Task> measure)
    {
        if (live.IsShown) await live.ShowAsync(() => measure(Redraw));
        else await measure(Plain);
    }

    private void Redraw(RunEvent happened)
    {
        if (Describe(happened) is { } line) live.Write(line, tally.TimeLeft());
    }

    private void Plain(RunEvent happened)
    {
        // What begins is told when it ends, with what was found by then: to judge hundreds of pairs takes a while.
        if (happened is not (RunEvent.PairEnded or RunEvent.TraceEnded or RunEvent.StepAdded or RunEvent.ComparisonDropped)) return;
        if (Describe(happened) is { } line && style.Verbosity != Verbosity.Quiet) terminal.Error.WriteLine($"{line}  {tally.TimeLeft()}");
    }

    private string? Describe(RunEvent happened)
    {
        switch (happened)
        {
            case RunEvent.PairStarted pair:
                return $"{Name(pair.Comparison)}  {Pair(pair.Comparison, pair.Pair.Index)}{(pair.Attempt > 1 ? " again" : "")}  {Found(pair.Comparison)}";
            case RunEvent.PairEnded pair:
                tally.Add(pair.Pair);
                return $"{Name(pair.Comparison)}  {Pair(pair.Comparison, pair.Pair.Index)} done  {Found(pair.Comparison)}";
            case RunEvent.ComparisonDropped dropped:
                return $"{Name(dropped.Comparison)}  dropped: see asyncload.log";
            case RunEvent.StepAdded added:
                tally.Add(added.Step);
                return $"{Name(added.Step.Comparison)}  added: the crossing lies near";
            case RunEvent.TraceStarted trace:
                return $"{Name(trace.Comparison)}  tracing the {(trace.Side == Side.Baseline ? "baseline" : "candidate")}";
            case RunEvent.TraceEnded trace:
                tally.Add(trace.Run);
                return $"{Name(trace.Comparison)}  traced the {(trace.Run.Side == Side.Baseline ? "baseline" : "candidate")}";
            default:
                return null;
        }
    }

    private string Pair(Comparison comparison, int index) =>
        tally.IsLoadOverhead(comparison.Id) ? "the only pair"
        : index > Measure.Looks[^1] ? $"fresh pair {Number(index - Measure.Looks[^1])}, to confirm that a gate fails"
        : $"pair {Number(index)}/{Number(Measure.Looks[^1])}";

    private MeasureSettings Measure => tally.Plan.Measure;

    private static string Name(Comparison comparison) => Printable.Text(comparison.Id);

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
        if (Judgement.Of(ratios, Measure).Ratios[VerdictMetric.Wall].Value is { } wall)
            return string.Create(CultureInfo.InvariantCulture, $"ratio {wall.Estimate:0.000} [{wall.Low:0.000}, {wall.High:0.000}]");
        var middle = ratios.Select(ratio => ratio.Wall).Order().ElementAt(ratios.Count / 2);
        return string.Create(CultureInfo.InvariantCulture, $"ratio about {middle:0.000}");
    }

    private static string Number(int value) => value.ToString(CultureInfo.InvariantCulture);
}

/// <summary>What a run has measured so far, before it was cut short too, and how long the rest may take.</summary>
internal sealed class RunTally
{
    private readonly Dictionary<string, List<JournalEntry.Pair>> pairs = new(StringComparer.Ordinal);
    private readonly Dictionary<string, int> left = new(StringComparer.Ordinal);
    private readonly HashSet<(string Comparison, Side Side)> traced = [];

    // Comparisons with pairs that were not looked at yet: to judge each after every pair would take longer than the pairs of a large plan.
    private readonly HashSet<string> changed = new(StringComparer.Ordinal);

    private double seconds;
    private int attempts;

    /// <summary>Begins with what a resumed run has.</summary>
    /// <param name="plan">What was planned, with the steps that sweeps have added.</param>
    /// <param name="soFar">The journal of a run that was cut short; empty for a new one.</param>
    public RunTally(Plan plan, IReadOnlyList<JournalEntry> soFar)
    {
        Plan = plan;
        foreach (var comparison in plan.Comparisons) left[comparison.Id] = plan.Measure.Looks[^1];
        foreach (var comparison in plan.LoadOverhead) left[comparison.Id] = 1;
        foreach (var pair in soFar.OfType<JournalEntry.Pair>()) Add(RememberedPair.Of(pair));
        foreach (var run in soFar.OfType<JournalEntry.TracedRun>()) Add(run);
    }

    /// <summary>What was planned, with the steps that were added.</summary>
    public Plan Plan { get; private set; }

    /// <summary>A pair ended, well or not.</summary>
    public void Add(JournalEntry.Pair pair)
    {
        if (!pairs.TryGetValue(pair.Comparison, out var own)) pairs[pair.Comparison] = own = [];
        own.Add(pair);
        changed.Add(pair.Comparison);
        seconds += pair.Took.Seconds;
        attempts++;
    }

    /// <summary>A traced run ended. One that lost events is made again, and is still one.</summary>
    public void Add(JournalEntry.TracedRun run) => traced.Add((run.Comparison, run.Side));

    /// <summary>A sweep goes on with one more step.</summary>
    public void Add(JournalEntry.AddedStep step)
    {
        Plan = Plan.With(step.Sweep, step.At, step.Comparison);
        left[step.Comparison.Id] = Plan.Measure.Looks[^1];
    }

    /// <summary>Whether a comparison states what a load costs by itself: by one pair, not judged by many.</summary>
    public bool IsLoadOverhead(string comparison) => Plan.LoadOverhead.Any(loadOverhead => loadOverhead.Id == comparison);

    /// <summary>The pairs of a comparison that were measured to their end.</summary>
    public IReadOnlyList<CompletedPair> Completed(Comparison comparison) => Progress(comparison.Id).Completed;

    /// <summary><c>about 4:48 left</c>, if every comparison that is open goes to its last look; empty for less than a second.</summary>
    public string TimeLeft()
    {
        var traces = Plan.Traced.Count(cell => !traced.Contains((cell.Comparison, cell.Side)));
        var remaining = TimeSpan.FromSeconds((PairsLeft() * SecondsPerPair) + traces);
        return remaining.TotalSeconds < 1 ? "" : string.Create(CultureInfo.InvariantCulture, $"about {(int)remaining.TotalMinutes}:{remaining.Seconds:00} left");
    }

    // By what pairs took so far; the forecast until there is one to go by.
    private double SecondsPerPair => attempts > 0
        ? seconds / attempts
        : Plan.Forecast.Longest.Span.TotalSeconds / Math.Max(1, Plan.Schedule.Count + Plan.LoadOverhead.Count);

    private int PairsLeft()
    {
        foreach (var comparison in changed) left[comparison] = PairsLeft(comparison);
        changed.Clear();
        return left.Values.Sum();
    }

    private int PairsLeft(string comparison)
    {
        if (!IsLoadOverhead(comparison)) return PairSteering.MostLeft(Plan.Measure, pairs[comparison]);
        return Progress(comparison) is { Completed.Count: 0, Fatal: null } ? 1 : 0;
    }

    private PairProgress Progress(string comparison) => PairProgress.Of(pairs.GetValueOrDefault(comparison) ?? []);
}
