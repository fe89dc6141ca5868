using System.Diagnostics;
using AsyncLoad.Host.Latency;
using AsyncLoad.Host.Loads.Arrivals;
using AsyncLoad.Host.Loads.Stages;
using AsyncLoad.Host.Platform;
using AsyncLoad.Host.Slices;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>
/// A load with stages in wall time: arrivals that do not wait for earlier ones, or copies whose number changes. Every operation is
/// timed; an arrival is timed from when it was due. Warm-up and traced runs stay at the busiest point of the stages.
/// </summary>
internal abstract class StagedLoad : Load
{
    // 2,000 arrivals per second at least in warm-up and count slices: at a few per second, code would never be optimised.
    private const double LeastPerNanosecond = 2_000 / 1e9;

    private const double LongestCountNanoseconds = 300_000_000;
    private const long FewestCounted = 100;

    // How often the number of copies is set.
    private const long CopyIntervalNanoseconds = 5_000_000;

    private readonly StageProgress progress;
    private readonly CopyPool? copies;
    private readonly ArrivalFlows? flows;
    private readonly ArrivalFlows? twins;
    private readonly ArrivalFlows.Books? books;
    private readonly ArrivalPacer? pacer;
    private readonly LatencyRecorder response;
    private readonly LatencyRecorder copyLatency;
    private readonly (int Copies, double Rate) busiest;
    private long pacerCpu;
    private long pacerCpuBefore;
    private long lateBefore;
    private bool warmsCopies;

    /// <param name="stages">What it does; one that never ends stands last.</param>
    /// <param name="operations">One for each copy of the busiest stage, then one for each arrival that may be under way at once.</param>
    /// <param name="failure">Receives what an operation throws, and the end of the last stage.</param>
    private protected StagedLoad(IReadOnlyList<Stage> stages, IReadOnlyList<Operation> operations, SliceBarrier barrier, FailureSignal failure)
        : base(operations, barrier, failure)
    {
        progress = new StageProgress(stages);
        busiest = (CopiesOf(stages), stages.OfType<Stage.Arriving>().Select(stage => stage.Busiest).DefaultIfEmpty().Max());
        var slots = Slots.ToArray();
        copyLatency = new LatencyRecorder(busiest.Copies);
        response = new LatencyRecorder(operations.Count - busiest.Copies);
        copyLatency.Allocate();
        if (busiest.Copies > 0)
        {
            copies = new CopyPool(
                [.. operations.Take(busiest.Copies)],
                slots[..busiest.Copies],
                copy => AwaitingLoop.For(operations[copy], new LatencyClock(copyLatency.Of(copy))),
                barrier,
                failure);
        }

        if (busiest.Rate <= 0) return;
        Operation[] arriving = [.. operations.Skip(busiest.Copies)];
        books = new ArrivalFlows.Books(slots[busiest.Copies..], Latency, response, failure);
        flows = new ArrivalFlows(arriving, books);
        twins = new ArrivalFlows([.. arriving.Select(NoOpTwin.Of)], books);
        pacer = new ArrivalPacer(flows, barrier);
        Latency.Allocate();
        response.Allocate();
        pacer.Lateness.Allocate();
    }

    public static int CopiesOf(IEnumerable<Stage> stages) =>
        stages.OfType<Stage.Copying>().Select(stage => Math.Max(stage.From, stage.To)).DefaultIfEmpty().Max();

    public override bool RunsOnPool => true;

    public override bool IsPaced => true;

    public override bool HasEnded => progress.Current is null;

    public override Nanoseconds DriverCpu => new(Volatile.Read(ref pacerCpu));

    public override long? ResponseTimeSum => response.Sum + copyLatency.Sum;

    public override long Suspensions => (copies?.Suspensions ?? 0) + (flows?.Suspensions ?? 0);

    public override long CountedOperations(long asked) => copies is not null ? busiest.Copies * Math.Max(1, asked / busiest.Copies)
        : CountsAtPace ? Math.Clamp(asked, 1, Math.Max(FewestCounted, (long)(LongestCountNanoseconds * BusiestRate)))
        : asked;

    // The rate of warm-up and count slices.
    private double BusiestRate => Math.Max(busiest.Rate, LeastPerNanosecond);

    // Operations that suspend are counted at their arrival rate, for about 0.3 s. How many are under way decides whether pools find boxes again.
    // Operations that complete at once allocate the same at any rate. A faster count spreads the allocations of the pool's queue over more of them.
    private bool CountsAtPace => flows!.Suspensions > 0;

    /// <summary>Does nothing: counts are allocated by the constructor.</summary>
    public override void PrepareTiming()
    {
    }

    public override void BeginMeasuring()
    {
        Latency.Clear();
        response.Clear();
        copyLatency.Clear();
        pacer?.Clear();
        (lateBefore, pacerCpuBefore) = (books?.Late ?? 0, pacerCpu);
        progress.Restart();
    }

    public override LatencyReport ReportLatency(Latencies hiccups)
    {
        var copied = copyLatency.ToLatencies();
        if (pacer is null) return new LatencyReport(copied, null, hiccups, null);
        return new LatencyReport(
            Latencies.Merge([Latency.ToLatencies(), copied]),
            Latencies.Merge([response.ToLatencies(), copied]),
            hiccups,
            new ArrivalReport(
                pacer.Due,
                books!.Late - lateBefore,
                pacer.Dropped,
                pacer.Lateness.ToLatencies(),
                new Nanoseconds(pacerCpu - pacerCpuBefore)));
    }

    private protected override void OnDriverStarted() => ThisSystem.Waiting.Prepare();

    private protected override void RunUntilClosed(WorkOrder order)
    {
        if (order.WarmUp) RunBusiest(order);
        else RunStages(order);
        copies?.Join();
        flows?.Drain();
        Volatile.Write(ref pacerCpu, ThreadCpuClock.Read().Value);
    }

    private protected override void RunCounted(long operations, bool twin)
    {
        if (copies is not null)
        {
            copies.Begin(1, null);
            copies.RunCounted(operations, twin);
            return;
        }

        var asked = twin ? twins! : flows!;
        new ArrivalPacer(asked, SliceBarrier).RunAll(operations, CountsAtPace ? BusiestRate : null);
        asked.Drain();
    }

    // Copies and arrivals take turns where there are both.
    private void RunBusiest(WorkOrder order)
    {
        warmsCopies = copies is not null && (pacer is null || !warmsCopies);
        if (warmsCopies)
        {
            copies!.Begin(order.Batch, null);
            while (SliceBarrier.IsOpen) RunCopies(busiest.Copies, long.MaxValue);
            return;
        }

        var schedule = ArrivalSchedule.Even(BusiestRate);
        pacer!.Run(schedule, Stopwatch.GetTimestamp(), long.MaxValue, long.MaxValue);
    }

    private void RunStages(WorkOrder order)
    {
        progress.Resume();
        while (SliceBarrier.IsOpen && progress.Current is { } stage)
        {
            // Copies continue into another stage of copies; any other stage ends them.
            if (stage is not Stage.Copying) copies?.Join();
            if (Run(stage, order)) progress.Next();
        }

        progress.Pause();
        if (progress.Current is null) Failure.EndWaits();
    }

    /// <summary>Runs a part of a stage.</summary>
    /// <returns>Whether it is over.</returns>
    private bool Run(Stage stage, WorkOrder order) => stage switch
    {
        Stage.Arriving arriving => RunArrivals(arriving),
        Stage.Copying copying => RunCopies(copying, order.Batch),
        _ => SliceBarrier.SleepUntil(progress.End),
    };

    private bool RunArrivals(Stage.Arriving stage)
    {
        var most = (stage.Iterations ?? long.MaxValue) - progress.Done;
        progress.Done += pacer!.Run(progress.ScheduleOf(stage), progress.Origin, progress.End, most);
        return SliceBarrier.IsOpen;
    }

    private bool RunCopies(Stage.Copying stage, long batch)
    {
        copies!.Begin(batch, stage.Iterations - progress.Done);
        while (SliceBarrier.IsOpen && !copies.IsDone && progress.Elapsed < (stage.Length ?? long.MaxValue)) RunCopies(stage.CopiesAt(progress.Elapsed), progress.End);
        if (stage.Iterations is { } iterations)
        {
            copies.Join();
            progress.Done = iterations - copies.Left;
        }

        return stage.Iterations is null ? progress.Elapsed >= stage.Length : copies.IsDone;
    }

    private void RunCopies(int wanted, long end)
    {
        copies!.Want(wanted);
        SliceBarrier.SleepUntil(Math.Min(Stopwatch.GetTimestamp() + Ticks.Of(CopyIntervalNanoseconds), end));
    }
}

/// <summary>Stages in NBomber's words and meaning, run by this program: a copy starts at once, not within a second, and rates divide by the actual time.</summary>
/// <param name="operations">One for each copy of the busiest stage, then one for each arrival that may be under way at once.</param>
/// <param name="failure">Receives what an operation throws, and the end of the last stage.</param>
internal sealed class SimulationsLoad(IReadOnlyList<Stage> stages, IReadOnlyList<Operation> operations, SliceBarrier barrier, FailureSignal failure)
    : StagedLoad(stages, operations, barrier, failure)
{
    /// <summary>Operations that a list of stages needs: NBomber has no limit on arrivals under way; this program stops at 1,000.</summary>
    public static int OperationsOf(IReadOnlyList<Stage> stages) =>
        CopiesOf(stages) + (stages.Any(stage => stage is Stage.Arriving) ? LoadSettings.OpenLoop.DefaultMaxInFlight : 0);
}
