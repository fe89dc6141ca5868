using AsyncLoad.Host.Loads;
using AsyncLoad.Host.Loads.Stages;
using AsyncLoad.Host.Measuring;
using AsyncLoad.Host.Platform;
using AsyncLoad.Host.Slices;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Workloads;
using AsyncLoad.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Host;

/// <summary>Loads with a course of their own in wall time: counts are exact, times only have bounds that no machine can break.</summary>
// Loads bind the threads of this process's pool, and a process that is started from one of those is bound with it.
[Collection(nameof(WholeProcess))]
public sealed class StagedLoadTests
{
    private static readonly Duration Interval = Duration.FromSeconds(1);

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public void Iterations_of_copies_are_run_to_the_last_and_no_further(int copies)
    {
        var probe = new Probe();
        using var bench = Bench.Simulating(probe, new Simulation.IterationsForConstant(copies, 1_000));
        var slices = bench.RunToEnd(Duration.FromMilliseconds(50));
        Assert.Equal(1_000, probe.Calls);
        Assert.InRange(probe.MostInFlight, 1, copies);
        Assert.InRange(slices, 1, 100);
        Assert.Equal(1_000, bench.Slices.ConcludeLatency()!.Service.Count);
    }

    [Fact]
    public void Iterations_that_arrive_are_all_due_and_all_run()
    {
        var probe = new Probe();
        using var bench = Bench.Simulating(probe, new Simulation.IterationsForInject(2_000, Interval, 500));
        bench.RunToEnd(Duration.FromMilliseconds(100));
        Assert.Equal(500, probe.Calls);
        var latency = bench.Slices.ConcludeLatency()!;
        Assert.Equal((500, 0), (latency.Arrivals!.Due, latency.Arrivals.Dropped));
        Assert.Equal(500, latency.Response!.Count);
    }

    [Fact]
    public void Stages_of_both_kinds_follow_one_another_and_time_passes_only_while_the_gate_is_open()
    {
        var probe = new Probe();
        using var bench = Bench.Simulating(
            probe,
            new Simulation.KeepConstant(2, Duration.FromMilliseconds(150)),
            new Simulation.Pause(Duration.FromMilliseconds(100)),
            new Simulation.Inject(1_000, Interval, Duration.FromMilliseconds(150)));
        var slices = bench.RunToEnd(Duration.FromMilliseconds(50), between: () => Thread.SpinWait(2_000_000));
        Assert.InRange(slices, 2, 1_000);
        var latency = bench.Slices.ConcludeLatency()!;
        Assert.Equal(150, latency.Arrivals!.Due);
        Assert.Equal(probe.Calls, latency.Service.Count);
        Assert.True(latency.Service.Count > 150);
        Assert.Equal(latency.Service.Count, latency.Response!.Count);
    }

    [Fact]
    public void An_arrival_beyond_the_limit_is_dropped_and_counted()
    {
        var probe = new Probe { Takes = TimeSpan.FromMilliseconds(30) };
        using var bench = Bench.Arriving(new LoadSettings.OpenLoop(500, null, ArrivalSpacing.Constant, MaxInFlight: 2), probe);
        bench.Measure(Duration.FromMilliseconds(300));
        var arrivals = bench.Slices.ConcludeLatency()!;
        Assert.True(arrivals.Arrivals!.Dropped > 0);
        Assert.Equal(arrivals.Arrivals.Due - arrivals.Arrivals.Dropped, probe.Calls);
        Assert.Equal(probe.Calls, arrivals.Response!.Count);
        Assert.InRange(probe.MostInFlight, 1, 2);
    }

    [Fact]
    public void What_is_felt_is_the_service_time_and_the_waiting_before_it()
    {
        using var bench = Bench.Arriving(new LoadSettings.OpenLoop(2_000, null, ArrivalSpacing.Poisson), new Probe());
        var slice = bench.Measure(Duration.FromMilliseconds(300));
        var latency = bench.Slices.ConcludeLatency()!;
        Assert.True(latency.Response!.Sum.Value >= latency.Service.Sum.Value + latency.Arrivals!.Lateness.Sum.Value);
        Assert.Equal(latency.Service.Count, latency.Response.Count);
        Assert.NotNull(slice.ResponseTime);
        Assert.InRange(slice.ResponseTime.Value.Value, 1, latency.Response.Sum.Value);
        Assert.True(latency.Hiccups.Count > 0);
    }

    [Fact]
    public void What_was_recorded_in_warm_up_and_in_count_slices_is_not_reported()
    {
        var probe = new Probe();
        using var bench = Bench.Arriving(new LoadSettings.OpenLoop(3_000, null, ArrivalSpacing.Constant), probe);
        bench.WarmUp(Duration.FromMilliseconds(100));
        var before = probe.Calls;
        bench.Measure(Duration.FromMilliseconds(100));
        var measured = probe.Calls - before;
        bench.Slices.Count(200);
        Assert.Equal(measured, bench.Slices.ConcludeLatency()!.Service.Count);
    }

    [Fact]
    public void A_failing_operation_is_told_and_nobody_waits_for_it()
    {
        using var bench = Bench.Arriving(new LoadSettings.OpenLoop(1_000, null, ArrivalSpacing.Constant), new Probe { Fails = true });
        Assert.Throws<WorkloadFailedException>(() => bench.Measure(Duration.FromSeconds(5)));
    }

    [Fact]
    public void A_caller_that_thinks_asks_no_more_often_than_its_pauses_allow()
    {
        var probe = new Probe();
        using var bench = Bench.Thinking(probe, workers: 3, TimeSpan.FromMilliseconds(20));
        bench.Measure(Duration.FromMilliseconds(100));
        bench.Measure(Duration.FromMilliseconds(100));
        // A pause for each 20 ms that the slice barrier was open, and in each of both slices the operation before the first and the one that the closing barrier let through.
        Assert.InRange(probe.Calls, 3, 3 * ((bench.OpenMilliseconds / 20) + 4));
        Assert.Equal(probe.Calls, bench.Slices.ConcludeLatency()!.Service.Count);
    }

    private sealed class Bench : IDisposable
    {
        private readonly SliceBarrier barrier = new();
        private readonly FailureSignal failure = new();
        private int measured;

        private Bench(Func<SliceBarrier, FailureSignal, Load> create)
        {
            var load = create(barrier, failure);
            Slices = new SliceRunner(load, null, new BarrierDevice(null), barrier, failure);
            load.Start();
        }

        public SliceRunner Slices { get; }

        public double OpenMilliseconds => barrier.OpenBefore.TotalMilliseconds;

        public static Bench Simulating(Probe probe, params Simulation[] simulations)
        {
            var stages = Stage.Of(simulations);
            return new Bench((barrier, failure) => new SimulationsLoad(stages, probe.Operations(SimulationsLoad.OperationsOf(stages)), barrier, failure));
        }

        public static Bench Arriving(LoadSettings.OpenLoop settings, Probe probe) =>
            new((barrier, failure) => new OpenLoopLoad(settings, probe.Operations(settings.MaxInFlight), barrier, failure));

        public static Bench Thinking(Probe probe, int workers, TimeSpan pause) =>
            new((barrier, failure) => new ClosedLoopLoad(probe.Operations(workers), pause, barrier, failure));

        public Slice Measure(Duration length) => Slices.Run(new HostRequest.RunSlice(measured++, length, 1, Marked: false, WarmUp: false, Timed: true));

        public void WarmUp(Duration length) => Slices.Run(new HostRequest.RunSlice(0, length, 1, Marked: false, WarmUp: true, Timed: true));

        public int RunToEnd(Duration length, Action? between = null)
        {
            for (var slices = 1; slices < 1_000; slices++)
            {
                Measure(length);
                if (Slices.HasEnded) return slices;
                between?.Invoke();
            }

            throw new InvalidOperationException("the stages did not end");
        }

        public void Dispose()
        {
            barrier.Shut();
            failure.Dispose();
            PoolThreadPlacement.Anywhere(flows: 1).Refresh();
        }
    }

    /// <summary>Operations that are counted, and may take their time or fail.</summary>
    private sealed class Probe
    {
        private long calls;
        private int inFlight;
        private int mostInFlight;

        public TimeSpan Takes { get; init; }

        public bool Fails { get; init; }

        public long Calls => Volatile.Read(ref calls);

        public int MostInFlight => Volatile.Read(ref mostInFlight);

        public IReadOnlyList<Operation> Operations(int count) => [.. Enumerable.Range(0, count).Select(_ => Operation.FromTask(CallAsync))];

        private async Task<long> CallAsync()
        {
            if (Fails) throw new InvalidOperationException("on purpose");
            var now = Interlocked.Increment(ref inFlight);
            for (var most = MostInFlight; now > most && Interlocked.CompareExchange(ref mostInFlight, now, most) != most; most = MostInFlight)
            {
            }

            await (Takes > TimeSpan.Zero ? Task.Delay(Takes) : Task.CompletedTask);
            Interlocked.Decrement(ref inFlight);
            return Interlocked.Increment(ref calls);
        }
    }
}
