using System.Collections.Concurrent;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Harness.Planning.Sweeps;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Harness.Execution;

/// <summary>Which pairs to run next, given the plan and what was measured so far; none means enough. Pure.</summary>
internal delegate IReadOnlyList<ScheduledPair> Steering(Plan plan, IReadOnlyList<JournalEntry.Pair> pairsSoFar);

/// <summary>Which steps sweeps go on with, by the id of the sweep; none means that every crossing is found as well as it can be. Pure.</summary>
internal delegate IReadOnlyList<(string Sweep, double Step)> StepSteering(Plan plan, IReadOnlyList<JournalEntry.Pair> pairsSoFar);

/// <summary>What a run that is under way goes on with.</summary>
internal sealed record RunGuidance(Steering NextPairs, StepSteering NextSteps);

/// <summary>
/// Measures a plan: pairs as <see cref="Steering"/> asks for them, more steps of sweeps as <see cref="StepSteering"/> does, then the traced runs.
/// Everything goes to the journal as it ends; what fails is data, and the run goes on.
/// </summary>
internal sealed class RunSession(Plan planned, RunWriter writer, RunGuidance guidance, Action<RunEvent> report, RunTerms terms)
{
    /// <summary>What a running slice may take beyond its length once the run is to stop: then it hangs, and is not waited for.</summary>
    private static readonly TimeSpan StopGrace = TimeSpan.FromSeconds(2);

    private readonly Dictionary<string, Comparison> comparisons =
        planned.Measured.ToDictionary(comparison => comparison.Id, StringComparer.Ordinal);

    private readonly Dictionary<string, OperationPace> paces = new(StringComparer.Ordinal);
    private readonly HashSet<string> dropped = new(StringComparer.Ordinal);
    private readonly List<JournalEntry.Pair> pairs = [];
    private readonly List<string> lost = [];

    // Names of processes that measured ones had left.
    private readonly ConcurrentQueue<string> left = new();

    // Grows by the steps that sweeps add.
    private Plan plan = planned;

    /// <summary>What the journal of a run that was cut short holds already, in its order; the plan has grown by its steps.</summary>
    public IReadOnlyList<JournalEntry> SoFar { get; init; } = [];

    /// <summary>What could not be captured, each in a few words, once it has run: the run is not complete.</summary>
    public IReadOnlyList<string> Lost => lost;

    /// <summary>Runs to the end.</summary>
    /// <param name="stop">Ends the run after the slice that is running, or kills it when it hangs; the pair in flight is lost.</param>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was asked for.</exception>
    /// <exception cref="IOException">The run folder cannot be written.</exception>
    public async Task RunAsync(CancellationToken stop)
    {
        using var sockets = PrivateDirectory.Create();
        using var end = new CancellationTokenSource();
        await using var stopping = stop.Register(() => end.CancelAfter(plan.Measure.Slice.Span + StopGrace));
        foreach (var pair in SoFar.OfType<JournalEntry.Pair>().Where(pair => !LostCaptures.Has(pair))) Remember(RememberedPair.Of(pair));
        await MeasureAsync(new ChildScope(sockets, end.Token, terms.Forced, KeepNames), stop);
    }

    private void Remember(JournalEntry.Pair pair)
    {
        pairs.Add(pair);
        if (Failure(pair) is not { } failure) paces[pair.Comparison] = new OperationPace(pair.Batch, pair.Timed);
        // A refusal is no accident: the same request would be refused again.
        else if (pair.Attempt == PairProgress.AttemptsAllowed || failure is CellOutcome.Refused) dropped.Add(pair.Comparison);
    }

    private async Task MeasureAsync(ChildScope scope, CancellationToken stop)
    {
        var settings = new SettingsProbe(plan, scope, SettingsReader.Read);
        do
        {
            await MeasurePairsAsync(settings, scope, stop);
        }
        while (AddSteps());

        foreach (var traced in plan.Traced.Where(traced => !dropped.Contains(traced.Comparison)))
            await TraceAsync(traced, settings, scope, stop);
    }

    private async Task MeasurePairsAsync(SettingsProbe settings, ChildScope scope, CancellationToken stop)
    {
        for (var next = guidance.NextPairs(plan, pairs); next.Count > 0; next = guidance.NextPairs(plan, pairs))
        {
            var runnable = next.Where(pair => !dropped.Contains(pair.Comparison)).ToList();
            if (runnable.Count == 0) return;
            foreach (var pair in runnable.Where(pair => !dropped.Contains(pair.Comparison)))
                await RunPairAsync(pair, settings, scope, stop);
        }
    }

    private bool AddSteps()
    {
        var wanted = guidance.NextSteps(plan, pairs);
        foreach (var (sweep, at) in wanted)
        {
            var step = SweepBuilder.More(plan, sweep, at);
            plan = plan.With(step.Sweep, step.At, step.Comparison);
            comparisons.Add(step.Comparison.Id, step.Comparison);
            writer.Append(step);
            report(new RunEvent.StepAdded(step));
        }

        return wanted.Count > 0;
    }

    private async Task RunPairAsync(ScheduledPair scheduled, SettingsProbe settings, ChildScope scope, CancellationToken stop)
    {
        var comparison = comparisons[scheduled.Comparison];
        for (var attempt = 1; attempt <= PairProgress.AttemptsAllowed; attempt++)
        {
            stop.ThrowIfCancellationRequested();
            report(new RunEvent.PairStarted(comparison, scheduled, attempt));
            var pace = paces.GetValueOrDefault(comparison.Id);
            // Both sides have the same settings.
            var readBack = await settings.ReadAsync(comparison.Baseline);
            var pair = readBack.Failure is { } unfit
                ? Unfit(scheduled, attempt, unfit)
                : await terms.WatchAsync(() => new InterleavedPair(comparison, plan, scope, terms.Time).RunAsync(scheduled, attempt, pace, stop));
            pair = pair with { Baseline = readBack.AddTo(pair.Baseline), Candidate = readBack.AddTo(pair.Candidate) };
            writer.Append(pair);
            pair = RememberedPair.Of(pair);
            Remember(pair);
            report(new RunEvent.PairEnded(comparison, pair));
            TellLeft(comparison);
            if (Failure(pair) is not { } failure) return;
            if (!dropped.Contains(comparison.Id)) continue;
            report(new RunEvent.ComparisonDropped(comparison, failure));
            if (LostCaptures.Has(pair)) lost.Add($"the settings of {comparison.Id}");
            return;
        }
    }

    private async Task TraceAsync(TracedCell traced, SettingsProbe settings, ChildScope scope, CancellationToken stop)
    {
        var comparison = comparisons[traced.Comparison];
        var before = SoFar.OfType<JournalEntry.TracedRun>().LastOrDefault(run => run.Comparison == traced.Comparison && run.Side == traced.Side);
        var buffer = before is null ? terms.TraceMegabytes : LostCaptures.Has(writer.Folder, before) ? before.BufferMegabytes : Again(before);
        while (buffer is { } megabytes)
        {
            stop.ThrowIfCancellationRequested();
            report(new RunEvent.TraceStarted(comparison, traced.Side));
            var run = await new TracedRunner(comparison, plan, scope, terms.Time).RunAsync(traced.Side, writer.Folder, megabytes, stop);
            run = run with { Outcome = (await settings.ReadAsync(comparison.CellOf(traced.Side))).AddTo(run.Outcome) };
            writer.Append(run);
            report(new RunEvent.TraceEnded(comparison, run));
            TellLeft(comparison);
            buffer = Again(run);
            if (run.Outcome is CellOutcome.CaptureLost) lost.Add(LostCaptures.Trace(traced));
        }

        int? Again(JournalEntry.TracedRun run) => TraceBuffer.Next(run, terms.TraceMegabytes, file => TraceReader.EventsLost(writer.Folder, file));
    }

    private void KeepNames(IReadOnlyList<string> names)
    {
        foreach (var name in names) left.Enqueue(name);
    }

    private void TellLeft(Comparison comparison)
    {
        if (left.IsEmpty) return;
        report(new RunEvent.ProcessesEnded(comparison, [.. left]));
        left.Clear();
    }

    // A pair that was not begun: its settings are not in force.
    private JournalEntry.Pair Unfit(ScheduledPair scheduled, int attempt, CellOutcome why) => new(
        scheduled.Comparison,
        scheduled.Index,
        attempt,
        scheduled.First,
        Batch: 1,
        terms.Time.GetUtcNow(),
        default,
        why,
        new CellOutcome.Stopped("its partner failed"));

    private static CellOutcome? Failure(JournalEntry.Pair pair) =>
        new[] { pair.Baseline, pair.Candidate }
            .Where(outcome => outcome is not CellOutcome.Completed completed || !PairRatios.Usable(completed.Measurement))
            .OrderBy(outcome => outcome is CellOutcome.Stopped)
            .FirstOrDefault();
}
