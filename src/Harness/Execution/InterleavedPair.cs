using System.Diagnostics;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Execution;

/// <summary>
/// One interleaved pair: two processes alive at once, one an arm, measured in turn in short slices (A B, B A, A B, …) while the other is held
/// at its gate. Two heaps, so neither pays for the other's garbage; one stretch of time, so the machine's drift falls on both.
/// </summary>
internal sealed class InterleavedPair(Comparison comparison, Plan plan, ChildScope scope, TimeProvider time)
{
    // Short ones first, so that there are many: what runs once a slice must be called often enough to be compiled for good, 30 times for
    // each of two tiers. Longer ones after that, since opening and closing takes its time too, 3 ms of a short one. In turn even so: with both arms at
    // once their tier-up workers starve, and warm-up took 0.85 to 0.99 s of own slices where in turn it took 0.72.
    internal const int ShortWarmUps = 60;
    internal static readonly Duration ShortWarmUp = Duration.FromMilliseconds(1);
    internal static readonly Duration LongWarmUp = Duration.FromMilliseconds(30);

    // A variant has the same bytes as itself: nobody asks for their fraction.
    private static readonly Duration LongestCountOfOneVariant = Duration.FromMilliseconds(20);

    // A pause share over fewer collections is a coin toss (measuring: few-collections).
    private const int EnoughCollections = 10;

    /// <summary>Measures the pair. Failures are in the entry, not thrown.</summary>
    /// <param name="scheduled">Which pair of the comparison, and which arm goes first.</param>
    /// <param name="attempt">1, or 2 after a failed first attempt.</param>
    /// <param name="known">How operations are timed, as an earlier pair of this comparison found; null for the first.</param>
    /// <param name="stop">Ends the pair after the slice that is running.</param>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was asked for; the pair is lost.</exception>
    public async Task<JournalEntry.Pair> RunAsync(ScheduledPair scheduled, int attempt, OperationPace? known, CancellationToken stop)
    {
        var (started, clock) = (time.GetUtcNow(), Stopwatch.GetTimestamp());
        var arms = new Arms(time, PairDeadline.For(plan.Measure, Load));
        try
        {
            await StartAsync(arms, scheduled.First);
            var timed = await WarmUpAsync(arms, scheduled.First, known?.Timed, stop);
            var pace = new OperationPace(known?.Batch ?? Math.Min(BatchOf(arms.Baseline), BatchOf(arms.Candidate)), timed);
            var control = await MeasureAsync(arms, scheduled.First, pace, stop);
            await CountAsync(arms, stop);
            await FinishAsync(arms);
            return Entry(arms, pace, control);
        }
        catch (ChildFailedException failure)
        {
            arms.Fail(failure.Outcome);
            return Entry(arms, known ?? new OperationPace(1, Timed: false), control: null);
        }
        finally
        {
            await arms.DisposeAsync();
        }

        JournalEntry.Pair Entry(Arms ended, OperationPace pace, Latencies? control) => new(
            comparison.Id,
            scheduled.Index,
            attempt,
            scheduled.First,
            pace.Batch,
            started,
            Nanoseconds.From(Stopwatch.GetElapsedTime(clock)),
            ended.Outcome(Arm.Baseline),
            ended.Outcome(Arm.Candidate),
            pace.Timed,
            control);
    }

    private async Task StartAsync(Arms arms, Arm first)
    {
        // Together, in the order of the pair: setting up a live set takes its time. Each is awaited even when the other fails, so that none is left over.
        var starting = InTurn(first, swap: false)
            .Select(arm => (Arm: arm, Session: ArmSession.StartAsync(comparison.CellOf(arm), plan, scope)))
            .ToList();
        await Task.WhenAll(starting.Select(arm => (Task)arm.Session)).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        foreach (var (arm, session) in starting.OrderByDescending(arm => arm.Session.IsCompletedSuccessfully))
        {
            arms.Busy = arm;
            arms[arm] = await session;
        }

        // An operation without a value did its job all the same, and a variant that returns a new value in each process does its own in both.
        if (!comparison.IsOfOneVariant && arms is { Baseline.Value: { } baseline, Candidate.Value: { } candidate } && baseline != candidate)
            throw new ChildFailedException(new CellOutcome.Refused(
                $"the arms return different values: '{comparison.Baseline.Variant}' returned {baseline}, '{comparison.Candidate.Variant}' returned {candidate}{(plan.Plugins is null ? "" : "; --ignore-values compares benchmark methods all the same")}"));
    }

    /// <summary>Warms up until both arms are steady. What is fast enough to be timed alone shows after the short slices, so that the loop that is measured is the one that gets warm.</summary>
    /// <returns>Whether each operation is timed alone.</returns>
    private async Task<bool> WarmUpAsync(Arms arms, Arm first, bool? known, CancellationToken stop)
    {
        var always = Load.IsPaced && WholeRun.TimesEach(Load);
        var timed = known ?? always;
        for (var round = 0; !(arms.Baseline.WarmUp.IsSteady && arms.Candidate.WarmUp.IsSteady); round++)
        {
            if (arms.Baseline.WarmUp.Own.Value >= plan.Measure.WarmUpCap.Nanoseconds) return timed;
            if (round == ShortWarmUps) timed = known ?? (always || (arms.Baseline.CanBeTimed && arms.Candidate.CanBeTimed));
            foreach (var arm in InTurn(first, swap: round % 2 == 1))
            {
                await arms.Turn(arm, stop).WarmUpOnceAsync(round < ShortWarmUps ? ShortWarmUp : LongWarmUp, timed);
            }
        }

        return timed;
    }

    /// <summary>Measures, with an idle process beside where latencies are taken.</summary>
    /// <returns>How late that process woke.</returns>
    private async Task<Latencies?> MeasureAsync(Arms arms, Arm first, OperationPace pace, CancellationToken stop)
    {
        if (!pace.Timed)
        {
            await SliceAsync(arms, first, pace, stop);
            return null;
        }

        await using var idle = await IdleProcess.StartAsync(scope);
        await SliceAsync(arms, first, pace, stop);
        return await idle.FinishAsync();
    }

    private async Task SliceAsync(Arms arms, Arm first, OperationPace pace, CancellationToken stop)
    {
        if (Load.WholeRun is { } length)
        {
            await RunWholeAsync(arms, first, (length, pace), stop);
            return;
        }

        var budget = SliceBudget.For(plan.Measure, Load, arms.SlowerNsPerCall);
        // Where nothing is judged, or a variant against itself, few collections mislead nobody; where stages say when to stop, there is nothing to add.
        var extends = plan.Measure.Verdicts && Load.Timeline is null && !comparison.IsOfOneVariant;
        var most = extends ? (long)budget.Count * SliceBudget.MostExtension : budget.Count;
        for (var round = 0; round < budget.Count || (round < most && arms.NeedMoreCollections(EnoughCollections)); round++)
        {
            foreach (var arm in InTurn(first, swap: round % 2 == 1).Where(arm => !arms[arm].HasEnded))
            {
                await arms.Turn(arm, stop).MeasureOnceAsync(budget.Length, pace);
            }

            if (arms.Baseline.HasEnded && arms.Candidate.HasEnded) return;
        }
    }

    /// <summary>Each arm once, from beginning to end, while the other is held.</summary>
    private static async Task RunWholeAsync(Arms arms, Arm first, (Duration Length, OperationPace Pace) run, CancellationToken stop)
    {
        foreach (var arm in InTurn(first, swap: false))
        {
            await arms.Turn(arm, stop).MeasureOnceAsync(run.Length, run.Pace);
        }
    }

    // Both arms have the same.
    private LoadSettings Load => comparison.Baseline.Load;

    private long BatchOf(ArmSession arm) => Load.WholeRun is null ? arm.Batch : arm.WholeRunBatch;

    private async Task CountAsync(Arms arms, CancellationToken stop)
    {
        var longest = comparison.IsOfOneVariant ? LongestCountOfOneVariant : ArmSession.LongestCount;
        foreach (var arm in InTurn(Arm.Baseline, swap: false))
        {
            stop.ThrowIfCancellationRequested();
            arms.Busy = arm;
            await arms[arm].CountAsync(longest);
        }
    }

    private static async Task FinishAsync(Arms arms)
    {
        foreach (var arm in InTurn(Arm.Baseline, swap: false))
        {
            arms.Busy = arm;
            arms.Complete(arm, await arms[arm].FinishAsync());
        }
    }

    private static Arm[] InTurn(Arm first, bool swap) =>
        (first == Arm.Baseline) != swap ? [Arm.Baseline, Arm.Candidate] : [Arm.Candidate, Arm.Baseline];

    /// <summary>Both arms, and how each ended.</summary>
    private sealed class Arms(TimeProvider time, Duration? deadline) : IAsyncDisposable
    {
        private readonly ArmSession?[] sessions = new ArmSession?[2];
        private readonly CellOutcome?[] outcomes = new CellOutcome?[2];
        private readonly TimeSpan[] taken = new TimeSpan[2];
        private long turned = time.GetTimestamp();

        /// <summary>The arm that was asked for something last: a failure is its.</summary>
        public Arm Busy { get; set; }

        public ArmSession Baseline => this[Arm.Baseline];

        public ArmSession Candidate => this[Arm.Candidate];

        public ArmSession this[Arm arm]
        {
            get => sessions[(int)arm] ?? throw new InvalidOperationException($"the {arm} arm has not started");
            set => sessions[(int)arm] = value;
        }

        /// <summary>Elapsed ns a call of the slower arm; null when an arm has finished none.</summary>
        public double? SlowerNsPerCall => Baseline.NsPerCall is { } baseline && Candidate.NsPerCall is { } candidate
            ? Math.Max(baseline, candidate)
            : null;

        /// <summary>Turns to an arm for its next slice, unless the run is to stop or both have been late too often; the one that took longer is to blame then.</summary>
        public ArmSession Turn(Arm arm, CancellationToken stop)
        {
            stop.ThrowIfCancellationRequested();
            var now = time.GetTimestamp();
            taken[(int)Busy] += time.GetElapsedTime(turned, now);
            turned = now;
            if (deadline is { } most && taken[0] + taken[1] > most.Span)
            {
                Busy = taken[(int)Arm.Candidate] > taken[(int)Arm.Baseline] ? Arm.Candidate : Arm.Baseline;
                throw new ChildFailedException(new CellOutcome.TimedOut("the slices of the pair", most, ""));
            }

            Busy = arm;
            return this[arm];
        }

        public bool NeedMoreCollections(int enough) =>
            sessions.Any(session => session is { Allocates: true } && session.Collections < enough);

        public void Complete(Arm arm, ArmMeasurement measurement) => outcomes[(int)arm] = new CellOutcome.Completed(measurement);

        public void Fail(CellOutcome outcome) => outcomes[(int)Busy] = outcome;

        public CellOutcome Outcome(Arm arm) => outcomes[(int)arm] ?? new CellOutcome.Stopped("its partner failed");

        public async ValueTask DisposeAsync()
        {
            foreach (var session in sessions)
            {
                if (session is not null) await session.DisposeAsync();
            }
        }
    }
}
