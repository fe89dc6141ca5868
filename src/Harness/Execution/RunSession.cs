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

/// <summary>The next steps of sweeps, by the id of the sweep; none means that no crossing can be found more closely. Pure.</summary>
internal delegate IReadOnlyList<(string Sweep, double Step)> StepSteering(Plan plan, IReadOnlyList<JournalEntry.Pair> pairsSoFar);

/// <summary>Decides what a run measures next.</summary>
internal sealed record RunGuidance(Steering NextPairs, StepSteering NextSteps);

/// <summary>
/// Measures a plan: the pairs that <see cref="Steering"/> asks for, the steps that <see cref="StepSteering"/> adds, then the traced runs. Pairs may share a process of their baseline.
/// Everything is written to the journal when it ends. Failures are data: the run continues.
/// </summary>
internal sealed class RunSession(Plan planned, RunWriter writer, RunGuidance guidance, Action<RunEvent> report, RunTerms terms)
{
    private readonly Dictionary<string, Comparison> comparisons =
        planned.Measured.ToDictionary(comparison => comparison.Id, StringComparer.Ordinal);

    private readonly PairGroups groups = new(planned, terms.FreeMemory);
    private readonly HashSet<string> dropped = new(StringComparer.Ordinal);
    private readonly List<JournalEntry.Pair> pairs = [];
    private readonly List<string> lost = [];

    // Names of processes that traced processes left running.
    private readonly ConcurrentQueue<string> left = new();

    // Grows by the steps that sweeps add.
    private Plan plan = planned;

    /// <summary>The journal of a resumed run, in its order. The plan includes its added steps.</summary>
    public IReadOnlyList<JournalEntry> SoFar { get; init; } = [];

    /// <summary>What could not be captured, in a few words each; known once the run has ended. A run that lost something is not complete.</summary>
    public IReadOnlyList<string> Lost => lost;

    /// <summary>Runs to the end.</summary>
    /// <param name="stop">Ends the run after the slice that is running, or kills it when it hangs; pairs in flight are lost.</param>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was asked for.</exception>
    /// <exception cref="IOException">The run folder cannot be written.</exception>
    public async Task RunAsync(CancellationToken stop)
    {
        using var sockets = PrivateDirectory.Create();
        using var end = new CancellationTokenSource();
        await using var stopping = stop.Register(() => end.CancelAfter(RunTerms.Grace(plan.Measure)));
        foreach (var pair in SoFar.OfType<JournalEntry.Pair>().Where(pair => !LostCaptures.Has(pair))) Remember(RememberedPair.Of(pair));
        await MeasureAsync(new ChildScope(sockets, end.Token, terms.Forced, names => Keep(left, names)) { Stop = stop }, stop);
    }

    private void Remember(JournalEntry.Pair pair)
    {
        pairs.Add(pair);
        groups.Remember(pair);
        if (Failure(pair) is not null && (pair.Attempt == PairProgress.AttemptsAllowed || PairProgress.WouldFailAgain(pair))) dropped.Add(pair.Comparison);
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
            await MeasureDueAsync(runnable, settings, scope, stop);
        }
    }

    private async Task MeasureDueAsync(IReadOnlyList<ScheduledPair> due, SettingsProbe settings, ChildScope scope, CancellationToken stop)
    {
        if (plan.SideBySide is { } beside)
        {
            await MeasureBesideAsync(due, new BesidePlaces(beside), settings, scope, stop);
            return;
        }

        foreach (var group in groups.Of(due))
            await RunAsync(new PairTurn([.. group.Where(pair => !dropped.Contains(pair.Comparison))], 1), settings, scope, stop);
    }

    private async Task RunAsync(PairTurn turn, SettingsProbe settings, ChildScope scope, CancellationToken stop)
    {
        if (turn.Pairs.Count == 0) return;
        foreach (var again in Conclude(await MeasureAsync(new PlacedTurn(turn, null), settings, scope, stop))) await RunAsync(again, settings, scope, stop);
    }

    // Results are taken in here, one at a time.
    private async Task MeasureBesideAsync(IReadOnlyList<ScheduledPair> due, BesidePlaces places, SettingsProbe settings, ChildScope scope, CancellationToken stop)
    {
        // Read before any pair starts: a process that reports its settings would disturb running pairs.
        foreach (var comparison in due.Where(pair => places.Has(pair.Comparison)).Select(pair => comparisons[pair.Comparison]))
        {
            await settings.ReadAsync(comparison.Baseline);
            await settings.ReadAsync(comparison.Candidate);
        }

        var (waiting, again) = (due.ToList(), new List<PairTurn>());
        var running = new Dictionary<Task<EndedTurn>, PlacedTurn>();
        using var halt = CancellationTokenSource.CreateLinkedTokenSource(stop);
        try
        {
            do
            {
                while (SideBySideOrder.Next(places, [.. again, .. groups.Of(waiting).Select(group => new PairTurn(group, 1))], running.Values, groups.Knows) is { } next)
                {
                    if (!again.Remove(next.Turn)) waiting.RemoveAll(next.Turn.Pairs.Contains);
                    running.Add(MeasureAsync(next, settings, scope with { Alive = scope.Alive * places.Count }, halt.Token), next);
                }

                var ended = await Task.WhenAny(running.Keys);
                running.Remove(ended);
                again.AddRange(Conclude(await ended));
                waiting.RemoveAll(pair => dropped.Contains(pair.Comparison));
            }
            while (waiting.Count + again.Count + running.Count > 0);
        }
        finally
        {
            await halt.CancelAsync();
            await Task.WhenAll(running.Keys.Select(one => (Task)one)).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
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
            groups.Add(step.Comparison, plan);
            writer.Append(step);
            report(new RunEvent.StepAdded(step));
        }

        return wanted.Count > 0;
    }

    private async Task<EndedTurn> MeasureAsync(PlacedTurn placed, SettingsProbe settings, ChildScope scope, CancellationToken stop)
    {
        stop.ThrowIfCancellationRequested();
        var ((group, attempt), left) = (placed.Turn, new ConcurrentQueue<string>());
        var own = scope with { Left = names => Keep(left, names), Processors = placed.Place is { } place ? plan.SideBySide!.Places[place] : null };
        foreach (var scheduled in group) report(new RunEvent.PairStarted(comparisons[scheduled.Comparison], scheduled, attempt));
        Comparison[] compared = [.. group.Select(scheduled => comparisons[scheduled.Comparison])];
        var baseline = await settings.ReadAsync(compared[0].Baseline);
        var candidates = new List<TracedReadBack>();
        foreach (var comparison in compared) candidates.Add(await settings.ReadAsync(comparison.Candidate));
        if (candidates.Prepend(baseline).Select(side => side.Failure).FirstOrDefault(failure => failure is not null) is { } unfit)
            return new EndedTurn([.. group.Select(scheduled => Unfit(scheduled, attempt, unfit))], left);
        var measured = await terms.WatchAsync(() => new InterleavedGroup(compared, plan, own, terms.Time).RunAsync(group, attempt, groups.PaceOf(group), stop));
        return new EndedTurn(
            [.. measured.Zip(candidates, (pair, candidate) => Placed(pair, own.Processors) with { Baseline = baseline.AddTo(pair.Baseline), Candidate = candidate.AddTo(pair.Candidate) })], left);
    }

    // The use of other processes is unknown here: it includes the pairs measured beside this one.
    private static JournalEntry.Pair Placed(JournalEntry.Pair pair, IReadOnlyList<int>? processors) => processors is null
        ? pair
        : pair with { Processors = processors, Environment = pair.Environment is { } seen ? seen with { OtherCores = null } : null };

    /// <summary>Takes in pairs that have ended, well or not.</summary>
    /// <returns>The pairs to try once more, each alone, so that no other pair affects it.</returns>
    private List<PairTurn> Conclude(EndedTurn ended)
    {
        // All are written to the journal before anything else happens.
        foreach (var pair in ended.Pairs) writer.Append(pair);
        foreach (var pair in ended.Pairs) Conclude(RememberedPair.Of(pair));
        TellLeft([.. ended.Pairs.Select(pair => pair.Comparison)], ended.Left);
        return
        [
            .. ended.Pairs
                .Where(pair => Failure(pair) is not null && !dropped.Contains(pair.Comparison))
                .Select(pair => new PairTurn([new ScheduledPair(pair.Comparison, pair.Index, pair.First)], pair.Attempt + 1)),
        ];
    }

    private void Conclude(JournalEntry.Pair pair)
    {
        var comparison = comparisons[pair.Comparison];
        Remember(pair);
        report(new RunEvent.PairEnded(comparison, pair));
        if (!dropped.Contains(comparison.Id)) return;
        report(new RunEvent.ComparisonDropped(comparison, Failure(pair)!));
        if (LostCaptures.Has(pair)) lost.Add($"the settings of {comparison.Id}");
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
            TellLeft([comparison.Id], left);
            buffer = Again(run);
            if (run.Outcome is CellOutcome.CaptureLost) lost.Add(LostCaptures.Trace(traced));
        }

        int? Again(JournalEntry.TracedRun run) => TraceBuffer.Next(run, terms.TraceMegabytes, file => TraceReader.EventsLost(writer.Folder, file));
    }

    private static void Keep(ConcurrentQueue<string> left, IReadOnlyList<string> names)
    {
        foreach (var name in names) left.Enqueue(name);
    }

    // Which comparison of a group left them is unknown, so the first is named. From now on each is measured alone.
    private void TellLeft(IReadOnlyList<string> measured, ConcurrentQueue<string> left)
    {
        if (left.IsEmpty) return;
        report(new RunEvent.ProcessesEnded(comparisons[measured[0]], [.. left]));
        left.Clear();
        foreach (var comparison in measured) groups.KeepApart(comparison);
    }

    // A pair that was not started, since its settings are not in force.
    private JournalEntry.Pair Unfit(ScheduledPair scheduled, int attempt, CellOutcome why) => new(
        scheduled.Comparison,
        scheduled.Index,
        attempt,
        scheduled.First,
        Batch: 1,
        terms.Time.GetUtcNow(),
        default,
        why,
        CellOutcome.Stopped.WithPartner);

    private static CellOutcome? Failure(JournalEntry.Pair pair) =>
        new[] { pair.Baseline, pair.Candidate }
            .Where(outcome => outcome is not CellOutcome.Completed completed || !PairRatios.Usable(completed.Measurement))
            .OrderBy(outcome => outcome is CellOutcome.Stopped)
            .FirstOrDefault();

    private sealed record EndedTurn(IReadOnlyList<JournalEntry.Pair> Pairs, ConcurrentQueue<string> Left);
}
