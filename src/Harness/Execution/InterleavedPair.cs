using System.Diagnostics;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Execution;

/// <summary>
/// One interleaved pair: two processes alive at once, one a side, measured in turn in short slices (A B, B A, A B, …) while the other is held
/// at its slice barrier. Two heaps, so neither pays for the other's garbage; one stretch of time, so the machine's drift falls on both.
/// Where the plan wants sides one after the other, each goes through all of it alone, and its process has ended before the other starts.
/// </summary>
internal sealed class InterleavedPair(Comparison comparison, Plan plan, ChildScope scope, TimeProvider time)
{
    // Short ones first where none are heated, so that there are many: what runs once a slice must be called often enough to be
    // compiled for good, 30 times for each of two tiers. Longer ones after that, since opening and closing takes its time too. In turn even so: with both sides at
    // once their tier-up workers starve.
    internal const int ShortWarmUps = 60 + WarmUpEvidence.CallsThatAgree;
    internal static readonly Duration ShortWarmUp = Duration.FromMilliseconds(1);
    internal static readonly Duration LongWarmUp = Duration.FromMilliseconds(30);

    // Otherwise slices without a length make those calls, in two rows with time for the compiler between them.
    private const int FirstHeat = WarmUpEvidence.CallsThatAgree;
    private const int SecondHeat = FirstHeat + 5;
    private static readonly Duration WarmUpSlice = Duration.FromMilliseconds(10);

    // Where operations come at a pace of their own and take long, each slice waits for those under way: warm-up ends after so many caps and this, in all.
    private const int MostCaps = 3;
    private static readonly TimeSpan BeyondCaps = TimeSpan.FromSeconds(5);

    // Three pairs that agree settle what a call allocates; where one takes long, more would only take time.
    private const int PairsThatCountLongCalls = 3;

    // A variant has the same bytes as itself: their fraction is not needed.
    private static readonly Duration LongestCountOfOneVariant = Duration.FromMilliseconds(20);

    /// <summary>Measures the pair. Failures are in the entry, not thrown.</summary>
    /// <param name="scheduled">Which pair of the comparison, and which side goes first.</param>
    /// <param name="attempt">1, or 2 after a failed first attempt.</param>
    /// <param name="known">How operations are timed, as an earlier pair of this comparison found; null for the first.</param>
    /// <param name="stop">Ends the pair after the slice that is running.</param>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was asked for; the pair is lost.</exception>
    public async Task<JournalEntry.Pair> RunAsync(ScheduledPair scheduled, int attempt, OperationPace? known, CancellationToken stop)
    {
        var (started, clock) = (time.GetUtcNow(), Stopwatch.GetTimestamp());
        var sides = new PairSides(time, PairDeadline.For(plan.Measure, Load));
        try
        {
            var ordered = InTurn([Side.Baseline, Side.Candidate], swap: scheduled.First == Side.Candidate);
            var (pace, control) = plan.Measure.InTurn ? await MeasureInTurnAsync(sides, ordered, known, scheduled.Index, stop) : await MeasureAliveAsync(sides, ordered, known, scheduled.Index, stop);
            return Entry(sides, pace, control);
        }
        catch (ChildFailedException failure)
        {
            sides.Fail(failure.Outcome);
            return Entry(sides, known ?? new OperationPace(1, Timed: false), control: null);
        }
        finally
        {
            await sides.DisposeAsync();
        }

        JournalEntry.Pair Entry(PairSides ended, OperationPace pace, Latencies? control) => new(
            comparison.Id,
            scheduled.Index,
            attempt,
            scheduled.First,
            pace.Batch,
            started,
            Nanoseconds.From(Stopwatch.GetElapsedTime(clock)),
            ended.Outcome(Side.Baseline),
            ended.Outcome(Side.Candidate),
            pace.Timed,
            control);
    }

    /// <summary>Takes sides that are alive together from their start to their end.</summary>
    /// <returns>How operations were timed, and how late an idle process woke.</returns>
    private async Task<(OperationPace Pace, Latencies? Control)> MeasureAliveAsync(PairSides sides, Side[] alive, OperationPace? known, int index, CancellationToken stop)
    {
        await StartAsync(sides, alive);
        var timed = await WarmUpAsync(sides, alive, known?.Timed, stop);
        var pace = new OperationPace(known?.Batch ?? alive.Min(side => BatchOf(sides[side])), timed);
        var control = await MeasureAsync(sides, alive, pace, stop);
        if (!sides.AreSlow(alive) || index <= PairsThatCountLongCalls) await CountAsync(sides, alive, stop);
        await FinishAsync(sides, alive);
        return (pace, control);
    }

    private async Task<(OperationPace Pace, Latencies? Control)> MeasureInTurnAsync(PairSides sides, Side[] ordered, OperationPace? known, int index, CancellationToken stop)
    {
        var pace = known ?? await FindPaceAsync(sides, ordered, stop);
        var controls = new List<Latencies>();
        foreach (var side in ordered)
        {
            if ((await MeasureAliveAsync(sides, [side], pace, index, stop)).Control is { } control) controls.Add(control);
        }

        return (pace, controls.Count == 0 ? null : Latencies.Merge(controls));
    }

    /// <summary>Finds how operations are timed, by each side in a process that ends again: the side that is measured first cannot tell for the other.</summary>
    private async Task<OperationPace> FindPaceAsync(PairSides sides, Side[] ordered, CancellationToken stop)
    {
        var found = new List<SideSession>();
        foreach (var side in ordered)
        {
            sides.Busy = side;
            await using var session = await SideSession.StartAsync(comparison.CellOf(side), plan, scope);
            for (var slice = 0; slice < ShortWarmUps && !session.WarmUp.IsSlow; slice++)
            {
                stop.ThrowIfCancellationRequested();
                await session.WarmUpOnceAsync(ShortWarmUp, AlwaysTimed);
            }

            await session.FinishAsync();
            found.Add(session);
        }

        return new OperationPace(found.Min(BatchOf), AlwaysTimed || found.TrueForAll(session => session.CanBeTimed));
    }

    private async Task StartAsync(PairSides sides, Side[] alive)
    {
        // Together, in the order of the pair: setting up a live set takes its time. Each is awaited even when the other fails, so that none is left over.
        var starting = alive
            .Select(side => (Side: side, Session: SideSession.StartAsync(comparison.CellOf(side), plan, scope)))
            .ToList();
        await Task.WhenAll(starting.Select(side => (Task)side.Session)).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        foreach (var (side, session) in starting.OrderByDescending(side => side.Session.IsCompletedSuccessfully))
        {
            sides.Busy = side;
            sides[side] = await session;
        }

        // An operation without a value still did its job, and a variant that returns a new value in each process does its own in both.
        if (!comparison.IsOfOneVariant && sides.Values is ({ } baseline, { } candidate) && baseline != candidate)
            throw new ChildFailedException(new CellOutcome.Refused(
                $"the sides return different values: '{comparison.Baseline.Variant}' returned {baseline}, '{comparison.Candidate.Variant}' returned {candidate}{(plan.Plugins is null ? "" : "; --ignore-values compares benchmark methods all the same")}"));
    }

    /// <summary>
    /// Warms up until the sides that are alive are steady. What is fast enough to be timed alone shows then; if it is, the loop that times gets warm, too.
    /// </summary>
    /// <returns>Whether each operation is timed alone.</returns>
    private async Task<bool> WarmUpAsync(PairSides sides, Side[] alive, bool? known, CancellationToken stop)
    {
        var timed = known ?? AlwaysTimed;
        await SettleAsync(sides, alive, timed, stop);
        if (known is not null || timed || !Array.TrueForAll(alive, side => sides[side].CanBeTimed)) return timed;
        if (!sides.AreSlow(alive)) await SettleAsync(sides, alive, timed: true, stop);
        return true;
    }

    /// <summary>Runs slices until the sides that are alive are steady. A side whose calls take long is left alone once it is.</summary>
    private async Task SettleAsync(PairSides sides, Side[] alive, bool timed, CancellationToken stop)
    {
        var began = time.GetTimestamp();
        foreach (var side in alive) sides[side].WarmUp.Begin(timed || !Heats ? WarmUpEvidence.LongWindow : WarmUpEvidence.ShortWindow);
        for (var round = 0; Array.Exists(alive, side => Warms(sides[side])); round++)
        {
            if (Heats && (round is FirstHeat or SecondHeat))
            {
                foreach (var side in alive.Where(side => !sides[side].WarmUp.IsSlow)) await sides.Turn(side, stop).HeatAsync(timed);
            }

            foreach (var side in InTurn(alive, swap: round % 2 == 1).Where(side => !sides[side].WarmUp.IsSlow || Warms(sides[side])))
            {
                var length = sides[side].WarmUp.IsSlow ? LongWarmUp : WarmUpLength(round, timed);
                await sides.Turn(side, stop).WarmUpOnceAsync(length, timed);
                // A side alone is held as long as the other would be measured: what it still compiles shows only then.
                if (alive is [_]) await Task.Delay(length.Span, stop);
            }

            if (time.GetElapsedTime(began) > (MostCaps * plan.Measure.WarmUpCap.Span) + BeyondCaps) break;
        }

        bool Warms(SideSession side) => !side.WarmUp.IsSteady && side.WarmUp.Own.Value < plan.Measure.WarmUpCap.Nanoseconds;
    }

    // The platform counts no calls while new code turns up, and then a tenth of a second later: heated or not.
    private bool Heats => !Load.IsPaced && !plan.Measure.PlatformTiering;

    private Duration WarmUpLength(int round, bool timed) => Heats
        ? round < WarmUpEvidence.CallsThatAgree ? ShortWarmUp : timed ? LongWarmUp : WarmUpSlice
        : round < ShortWarmUps ? ShortWarmUp : LongWarmUp;

    /// <summary>Measures, with an idle process beside where latencies are taken.</summary>
    /// <returns>How late that process woke.</returns>
    private async Task<Latencies?> MeasureAsync(PairSides sides, Side[] alive, OperationPace pace, CancellationToken stop)
    {
        if (!pace.Timed)
        {
            await SliceAsync(sides, alive, pace, stop);
            return null;
        }

        await using var idle = await IdleProcess.StartAsync(scope);
        await SliceAsync(sides, alive, pace, stop);
        return await idle.FinishAsync();
    }

    private async Task SliceAsync(PairSides sides, Side[] alive, OperationPace pace, CancellationToken stop)
    {
        if (Load.WholeRun is { } length)
        {
            await RunWholeAsync(sides, alive, (length, pace), stop);
            return;
        }

        var whole = sides.AreSlow(alive);
        var budget = whole ? SliceBudget.OfCalls(plan.Measure, sides.Longest(alive)) : SliceBudget.For(plan.Measure, Load, sides.SlowestNsPerCall(alive));
        // Where nothing is judged, or a variant against itself, few collections mislead no reader; where stages say when to stop, there is nothing to add,
        // and where a call takes long, more of them would take minutes.
        var extends = !whole && plan.Measure.Verdicts && Load.Timeline is null && !comparison.IsOfOneVariant;
        var most = extends ? (long)budget.Count * SliceBudget.MostExtension : budget.Count;
        var level = pace.Timed || budget.Length != WarmUpSlice ? 0 : Math.Min(budget.Count / 2, alive.Min(side => sides[side].WarmUp.LevelSlices));
        foreach (var side in alive) sides[side].Keep(level);
        for (var round = level; round < budget.Count || (round < most && Array.Exists(alive, side => sides[side].LacksCollections)); round++)
        {
            foreach (var side in InTurn(alive, swap: round % 2 == 1).Where(side => !sides[side].HasEnded))
            {
                await sides.Turn(side, stop).MeasureOnceAsync(budget.Length, pace, whole);
            }

            if (Array.TrueForAll(alive, side => sides[side].HasEnded)) return;
        }
    }

    /// <summary>Each side once, from beginning to end, while the other is held.</summary>
    private static async Task RunWholeAsync(PairSides sides, Side[] alive, (Duration Length, OperationPace Pace) run, CancellationToken stop)
    {
        foreach (var side in alive)
        {
            await sides.Turn(side, stop).MeasureOnceAsync(run.Length, run.Pace);
        }
    }

    // Both sides have the same.
    private LoadSettings Load => comparison.Baseline.Load;

    private bool AlwaysTimed => Load.IsPaced && WholeRun.TimesEach(Load);

    private long BatchOf(SideSession side) => Load.WholeRun is null ? side.Batch : side.WholeRunBatch;

    private async Task CountAsync(PairSides sides, Side[] alive, CancellationToken stop)
    {
        var longest = comparison.IsOfOneVariant ? LongestCountOfOneVariant : SideSession.LongestCount;
        foreach (var side in alive.Order())
        {
            stop.ThrowIfCancellationRequested();
            sides.Busy = side;
            await sides[side].CountAsync(longest);
        }
    }

    private static async Task FinishAsync(PairSides sides, Side[] alive)
    {
        foreach (var side in alive.Order())
        {
            sides.Busy = side;
            sides.Complete(side, await sides[side].FinishAsync());
        }
    }

    private static Side[] InTurn(Side[] sides, bool swap) => swap ? [.. Enumerable.Reverse(sides)] : sides;
}
