using System.Globalization;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Steering;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Harness.Cli.Run;

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
