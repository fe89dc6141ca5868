using System.Diagnostics;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Execution;

/// <summary>
/// One group: a pair, or several pairs that share the process of their baseline. Each side has a process, and all are alive at once. They are measured in turn in
/// short slices (A B, B A, A B, …) while the others are held at their slice barriers. Each has its own heap, so none pays for another's garbage. All share one stretch
/// of time, so the machine's drift affects all. With <c>inTurn</c> each side is measured alone, and its process ends before the next one starts.
/// </summary>
/// <param name="comparisons">What is compared: their baselines are the same except for their names.</param>
/// <param name="plan">How it is measured.</param>
/// <param name="scope">What measured processes share.</param>
/// <param name="time">The clock.</param>
internal sealed class InterleavedGroup(IReadOnlyList<Comparison> comparisons, Plan plan, ChildScope scope, TimeProvider time)
{
    // Without heating, short slices come first. Code that runs once per slice must be called often enough to be fully optimised, 30 times for each
    // of two tiers. Longer ones follow, since opening and closing takes time too. Sides still take turns: with both at once, their tier-up workers
    // starve.
    private const int ShortWarmUps = 60 + WarmUpEvidence.CallsThatAgree;
    internal static readonly Duration ShortWarmUp = Duration.FromMilliseconds(1);
    private static readonly Duration LongWarmUp = Duration.FromMilliseconds(30);

    // With heating, slices without a length make those calls in two rounds, with time for the compiler between them.
    internal const int FirstHeat = WarmUpEvidence.CallsThatAgree;
    internal const int SecondHeat = FirstHeat + 5;
    internal static readonly Duration WarmUpSlice = Duration.FromMilliseconds(10);

    // A slice of a paced load waits for operations under way. With slow ones, warm-up ends after this many caps plus this time.
    private const int MostCaps = 3;
    private static readonly TimeSpan BeyondCaps = TimeSpan.FromSeconds(5);

    // Three pairs that agree settle what a slow call allocates.
    private const int PairsThatCountLongCalls = 3;

    // A variant against itself has the same bytes, so exact fractions are not needed.
    private static readonly Duration LongestCountOfOneVariant = Duration.FromMilliseconds(20);

    /// <summary>Measures the pairs. Failures are in the entries, not thrown.</summary>
    /// <param name="scheduled">Which pair of each comparison, and which side of it goes first; all have the same number.</param>
    /// <param name="attempt">1, or 2 after a failed first attempt.</param>
    /// <param name="known">How operations are timed, as earlier pairs of these comparisons found; null for the first, which is measured alone.</param>
    /// <param name="stop">Ends the group after the slice that is running.</param>
    /// <returns>An entry for each pair, in their order.</returns>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was asked for; the group is lost.</exception>
    public async Task<IReadOnlyList<JournalEntry.Pair>> RunAsync(IReadOnlyList<ScheduledPair> scheduled, int attempt, OperationPace? known, CancellationToken stop)
    {
        var (started, clock) = (time.GetUtcNow(), Stopwatch.GetTimestamp());
        var sides = new GroupSides([comparisons[0].Baseline, .. comparisons.Select(comparison => comparison.Candidate)], time, PairDeadline.For(plan.Measure, Load, comparisons.Count + 1));
        try
        {
            var (pace, control) = plan.Measure.InTurn
                ? await MeasureInTurnAsync(sides, Order(scheduled), known, scheduled[0].Index, stop)
                : await MeasureAliveAsync(sides, Order(scheduled), known, scheduled[0].Index, stop);
            return Entries(pace, control);
        }
        catch (ChildFailedException failure)
        {
            sides.Fail(failure.Outcome);
            return Entries(known ?? new OperationPace(1, Timed: false), control: null);
        }
        finally
        {
            await sides.DisposeAsync();
        }

        // Pairs share the time of their group equally.
        IReadOnlyList<JournalEntry.Pair> Entries(OperationPace pace, Latencies? control)
        {
            var took = Nanoseconds.From(Stopwatch.GetElapsedTime(clock) / scheduled.Count);
            return
            [
                .. scheduled.Select((pair, place) => new JournalEntry.Pair(
                    pair.Comparison,
                    pair.Index,
                    attempt,
                    pair.First,
                    pace.Batch,
                    started,
                    took,
                    sides.Outcome(GroupSides.Baseline),
                    sides.Outcome(place + 1),
                    pace.Timed,
                    control,
                    Sharing: scheduled.Count > 1 ? scheduled.Count : null)),
            ];
        }
    }

    // Candidates before their baseline, the baseline, then the others. The schedule shuffles comparisons in each round.
    private static int[] Order(IReadOnlyList<ScheduledPair> scheduled)
    {
        var candidates = scheduled.Select((pair, place) => (Side: place + 1, pair.First)).ToLookup(entry => entry.First, entry => entry.Side);
        return [.. candidates[Side.Candidate], GroupSides.Baseline, .. candidates[Side.Baseline]];
    }

    /// <summary>Takes sides that are alive together from their start to their end.</summary>
    /// <returns>How operations were timed, and how late an idle process woke.</returns>
    private async Task<(OperationPace Pace, Latencies? Control)> MeasureAliveAsync(GroupSides sides, int[] order, OperationPace? known, int index, CancellationToken stop)
    {
        await using var idle = known?.Timed ?? AlwaysTimed ? IdleProcess.Start(scope) : null;
        await sides.StartAsync(order, cell => SideSession.StartAsync(cell, plan, scope with { Alive = order.Length }));
        await RefuseOtherValuesAsync(sides);
        var timed = await WarmUpAsync(sides, known?.Timed, stop);
        var pace = (known ?? new OperationPace(sides.Alive.Min(side => BatchOf(sides[side])), timed)) with { Timed = timed };
        var control = await MeasureAsync(sides, pace, idle, stop);
        if (!sides.AreSlow || index <= PairsThatCountLongCalls) await CountAsync(sides, pace, stop);
        await FinishAsync(sides);
        return (pace, control);
    }

    private async Task<(OperationPace Pace, Latencies? Control)> MeasureInTurnAsync(GroupSides sides, int[] ordered, OperationPace? known, int index, CancellationToken stop)
    {
        var pace = known ?? await FindPaceAsync(sides, ordered, stop);
        var controls = new List<Latencies>();
        foreach (var side in ordered)
        {
            if ((await MeasureAliveAsync(sides, [side], pace, index, stop)).Control is { } control) controls.Add(control);
        }

        return (pace, controls.Count == 0 ? null : Latencies.Merge(controls));
    }

    /// <summary>Finds how operations are timed, with a short process for each side. The first side to be measured does not know the speed of the other.</summary>
    private async Task<OperationPace> FindPaceAsync(GroupSides sides, int[] ordered, CancellationToken stop)
    {
        var found = new List<SideSession>();
        foreach (var side in ordered)
        {
            sides.Busy = side;
            await using var session = await SideSession.StartAsync(sides.CellOf(side), plan, scope);
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

    // An operation without a value cannot be compared. A variant against itself may return a new value in each process.
    private async Task RefuseOtherValuesAsync(GroupSides sides)
    {
        if (comparisons[0].IsOfOneSide || sides.ValueOf(GroupSides.Baseline) is not { } baseline) return;
        foreach (var side in sides.Candidates)
        {
            if (sides.ValueOf(side) is not { } candidate || candidate == baseline) continue;
            await sides.DropAsync(side, new ChildFailedException(new CellOutcome.Refused(
                $"the sides return different values: '{comparisons[side - 1].Baseline.Label}' returned {baseline}, '{sides.CellOf(side).Label}' returned {candidate}{(plan.PluginsOf(sides.CellOf(side)) is null ? "" : "; use --ignore-values to compare benchmark methods anyway")}")));
        }
    }

    /// <summary>
    /// Warms up until the sides that are alive are steady. Only then is it known whether operations are slow enough to be timed one by one. If so, the timing loop is warmed up too.
    /// </summary>
    /// <returns>Whether operations are timed one by one.</returns>
    private async Task<bool> WarmUpAsync(GroupSides sides, bool? known, CancellationToken stop)
    {
        var timed = known ?? AlwaysTimed;
        await SettleAsync(sides, timed, stop);
        if (known is not null || timed || !sides.Alive.All(side => sides[side].CanBeTimed)) return timed;
        if (!sides.AreSlow) await SettleAsync(sides, timed: true, stop);
        return true;
    }

    /// <summary>Runs slices until the sides that are alive are steady. A side whose calls take long is left alone once it is.</summary>
    private async Task SettleAsync(GroupSides sides, bool timed, CancellationToken stop)
    {
        var began = time.GetTimestamp();
        foreach (var side in sides.Alive) sides[side].WarmUp.Begin(Heats ? WarmUpEvidence.ShortWindow : WarmUpEvidence.LongWindow);
        for (var round = 0; sides.Alive.Any(side => Warms(sides[side])); round++)
        {
            if (Heats && (round is FirstHeat or SecondHeat))
            {
                foreach (var side in sides.InOrder(round).Where(side => sides[side].WarmUp is { IsSlow: false, ExceedSlices: false })) await sides.TurnAsync(side, session => session.HeatAsync(timed), stop);
            }

            foreach (var side in sides.InOrder(round).Where(side => !sides[side].WarmUp.IsSlow || Warms(sides[side])))
            {
                var length = sides[side].WarmUp.IsSlow ? LongWarmUp : WarmUpLength(round);
                await sides.TurnAsync(side, session => session.WarmUpOnceAsync(length, timed), stop);
                // A single side is held as long as the other would be measured: only while held does it show whether it still compiles.
                if (sides.Alive is [_]) await Task.Delay(length.Span, stop);
            }

            if (time.GetElapsedTime(began) > (MostCaps * Math.Max(1, sides.Alive.Count / 2.0) * plan.Measure.WarmUpCap.Span) + BeyondCaps) break;
        }

        bool Warms(SideSession side) => !side.WarmUp.IsSteady && side.WarmUp.Own.Value < plan.Measure.WarmUpCap.Nanoseconds;
    }

    // With the platform's tier-up delay, calls are not counted until 100 ms after the last new code, so heating does not help.
    private bool Heats => !Load.IsPaced && !plan.Measure.PlatformTiering;

    private Duration WarmUpLength(int round) => Heats
        ? round < WarmUpEvidence.CallsThatAgree ? ShortWarmUp : WarmUpSlice
        : round < ShortWarmUps ? ShortWarmUp : LongWarmUp;

    /// <summary>Measures. An idle process runs beside the sides where latencies are taken.</summary>
    /// <returns>How late that process woke.</returns>
    private async Task<Latencies?> MeasureAsync(GroupSides sides, OperationPace pace, IdleProcess? started, CancellationToken stop)
    {
        if (!pace.Timed)
        {
            await SliceAsync(sides, pace, stop);
            return null;
        }

        await using var late = started is null ? IdleProcess.Start(scope) : null;
        var idle = started ?? late!;
        await idle.WatchAsync();
        await SliceAsync(sides, pace, stop);
        return await idle.FinishAsync();
    }

    private async Task SliceAsync(GroupSides sides, OperationPace pace, CancellationToken stop)
    {
        if (Load.WholeRun is { } length)
        {
            await RunWholeAsync(sides, length, pace, stop);
            return;
        }

        var whole = sides.AreSlow;
        var budget = whole ? SliceBudget.OfCalls(plan.Measure, sides.Longest) : SliceBudget.For(plan.Measure, Load, sides.SlowestNsPerCall);
        // Few collections do no harm when nothing is judged, or a variant is compared with itself. Stages have a fixed end,
        // and more slow calls would take minutes.
        var extends = !whole && plan.Measure.Verdicts && Load.Timeline is null && !comparisons[0].IsOfOneSide;
        var level = pace.Timed || budget.Length != WarmUpSlice ? 0 : Math.Min(budget.Count / 2, sides.Alive.Min(side => sides[side].WarmUp.LevelSlices));
        foreach (var side in sides.Alive) sides[side].Keep(level);
        // Where others take the processors, or operations became slow after the warm-up, slices may end before any operation does.
        for (var round = level; budget.Next(round, sides.Alive.Any(side => !sides[side].HasOperations), extends && sides.Alive.Any(Waits)) is { } open; round++)
        {
            foreach (var side in sides.InOrder(round).Where(side => !sides[side].HasEnded))
            {
                await sides.TurnAsync(side, session => session.MeasureOnceAsync(open, pace, whole), stop);
            }

            if (sides.Alive.All(side => sides[side].HasEnded)) return;
        }

        bool Waits(int side) => sides[side].LacksCollections && pace.Sides.ElementAtOrDefault(side) is not { WaitsForCollections: false };
    }

    /// <summary>Runs each side once, from beginning to end, while the others are held.</summary>
    private static async Task RunWholeAsync(GroupSides sides, Duration length, OperationPace pace, CancellationToken stop)
    {
        foreach (var side in sides.Alive)
        {
            await sides.TurnAsync(side, session => session.MeasureOnceAsync(length, pace), stop);
        }
    }

    // All sides have the same load.
    private LoadSettings Load => comparisons[0].Baseline.Load;

    private bool AlwaysTimed => Load.IsPaced && WholeRun.TimesEach(Load);

    private long BatchOf(SideSession side) => Load.WholeRun is null ? side.Batch : side.WholeRunBatch;

    private async Task CountAsync(GroupSides sides, OperationPace pace, CancellationToken stop)
    {
        var longest = comparisons[0].IsOfOneSide ? LongestCountOfOneVariant : SideSession.LongestCount;
        foreach (var side in sides.Alive.Order())
        {
            stop.ThrowIfCancellationRequested();
            await sides.AskAsync(side, session => session.CountAsync(longest, pace.Sides.ElementAtOrDefault(side)?.Bytes));
        }
    }

    private static async Task FinishAsync(GroupSides sides)
    {
        foreach (var side in sides.Alive.Order()) await sides.AskAsync(side, async session => sides.Complete(side, await session.FinishAsync(memory: true)));
    }
}
