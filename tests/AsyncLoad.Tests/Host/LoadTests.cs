using System.Collections.Concurrent;
using System.Diagnostics;
using AsyncLoad.Host.Loads;
using AsyncLoad.Host.Loads.Stages;
using AsyncLoad.Host.Measuring;
using AsyncLoad.Host.Platform;
using AsyncLoad.Host.Slices;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Workloads;
using AsyncLoad.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Host;

/// <summary>What every load promises, whatever its kind: the operations it is asked for, counted, each result consumed once.</summary>
// Loads bind the threads of this process's pool, and a process that is started from one of those is bound with it.
[Collection(nameof(WholeProcess))]
public sealed class LoadTests
{
    private const int Workers = 3;

    public static TheoryData<string> Kinds => ["sequential", "parallelFor", "parallelForAsync", "closedLoop", "wave", "openLoop", "simulations"];

    [Theory]
    [MemberData(nameof(Kinds))]
    public void A_count_slice_runs_exactly_what_it_says(string kind)
    {
        var probe = new Probe(suspends: false);
        using var bench = new Bench(kind, probe);
        var asked = Asked(kind);
        var counted = bench.Slices.Count(asked);
        Assert.InRange(counted.Operations, asked * 9 / 10, asked);
        Assert.Equal(counted.Operations, probe.Calls);
        Assert.Equal(0, counted.Suspensions);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void An_operation_may_return_nothing(string kind)
    {
        var calls = 0L;
        using var bench = new Bench(kind, () => Operation.From(() => { Interlocked.Increment(ref calls); }), perCall: 1);
        Assert.Equal(bench.Slices.Count(Asked(kind)).Operations, Interlocked.Read(ref calls));
        Assert.NotEqual(0, bench.Slices.Run(new HostRequest.RunSlice(0, Duration.FromMilliseconds(200), 1, Marked: false)).Operations);
    }

    /// <summary>The compiler may inline a loop into its caller, and there remove an allocation that the loop by itself keeps.</summary>
    [Theory]
    [InlineData("sequential")]
    [InlineData("parallelFor")]
    public void Bytes_are_counted_in_the_code_that_is_timed(string kind)
    {
        var places = new ConcurrentBag<bool>();
        using var bench = new Bench(kind, () => Operation.From(() => places.Add(IsInBatch(new StackTrace()))), perCall: 1);
        bench.Slices.Run(new HostRequest.RunSlice(0, Duration.FromMilliseconds(1), 1, Marked: false));
        bench.Slices.Count(10);
        Assert.NotEmpty(places);
        Assert.DoesNotContain(false, places);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void A_call_of_several_operations_counts_them_all(string kind)
    {
        const int PerCall = 100;
        var probe = new Probe(suspends: false);
        using var bench = new Bench(kind, () => Operation.FromTask(probe.CallAsync), PerCall);
        var counted = bench.Slices.Count(90_000);
        Assert.InRange(counted.Operations, 80_000, 90_000);
        Assert.Equal(counted.Operations, probe.Calls * PerCall);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Suspensions_are_counted(string kind)
    {
        using var bench = new Bench(kind, new Probe(suspends: true));
        var counted = bench.Slices.Count(1_000);
        // An operation that is fast enough may be complete again before anybody looks.
        Assert.InRange(counted.Suspensions, counted.Operations / 2, counted.Operations);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void A_timed_slice_counts_the_operations_between_its_edges(string kind)
    {
        var probe = new Probe(suspends: false);
        using var bench = new Bench(kind, probe);
        // Long, with single operations: on a machine that is busy elsewhere a worker may get no time for a while.
        var slice = bench.Slices.Run(new HostRequest.RunSlice(7, Duration.FromMilliseconds(200), 1, Marked: false));
        Assert.Equal(7, slice.Index);
        Assert.InRange(slice.Operations, 1, probe.Calls);
        Assert.InRange(slice.Process.CpuOperations, slice.Operations, probe.Calls);
        Assert.NotEqual(0, slice.Cores);
    }

    [Theory]
    [InlineData("sequential")]
    [InlineData("parallelFor")]
    [InlineData("parallelForAsync")]
    [InlineData("closedLoop")]
    [InlineData("wave")]
    public void A_slice_of_whole_calls_leaves_none_of_them_out(string kind)
    {
        var calls = 0L;
        using var bench = new Bench(kind, async () =>
        {
            await Task.Delay(100, TestContext.Current.CancellationToken);
            return Interlocked.Increment(ref calls);
        });
        var slice = bench.Slices.Run(new HostRequest.RunSlice(0, Duration.FromMilliseconds(30), 1, Marked: false, WarmUp: true, Timed: false, Whole: true));
        Assert.InRange(slice.Operations, 1, Workers);
        Assert.Equal(Interlocked.Read(ref calls), slice.Operations);
        Assert.Equal(slice.Operations, slice.Process.CpuOperations);
    }

    [Theory]
    [InlineData("sequential", 1)]
    [InlineData("parallelFor", Workers)]
    [InlineData("parallelForAsync", Workers)]
    [InlineData("closedLoop", Workers)]
    [InlineData("wave", Workers)]
    [InlineData("openLoop", Workers)]
    [InlineData("simulations", Workers)]
    public void No_more_operations_are_in_flight_than_there_are_workers_or_places(string kind, int most)
    {
        var probe = new Probe(suspends: true);
        using var bench = new Bench(kind, probe);
        bench.Slices.Count(1_000);
        Assert.InRange(probe.MostInFlight, 1, most);
    }

    [Fact]
    public void A_wave_has_all_its_places_in_flight_together()
    {
        var meeting = new Meeting();
        using var bench = new Bench("wave", meeting.CallAsync);
        var counted = bench.Slices.Count(Workers * 20);
        Assert.Equal(20, meeting.Held);
        Assert.Equal(Workers * 20, counted.Operations);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void What_an_operation_throws_reaches_the_control_thread(string kind)
    {
        using var bench = new Bench(kind, new Probe(suspends: false) { Fails = true });
        var failure = Assert.Throws<WorkloadFailedException>(() => bench.Slices.Count(100));
        Assert.Contains("on purpose", failure.Message, StringComparison.Ordinal);
    }

    // The loop has no frame where it is inlined. What is timed is never inlined itself.
    private static bool IsInBatch(StackTrace stack) =>
        stack.GetFrames().Any(frame => frame.GetMethod() is { Name: nameof(WorkerSlot.RunBatch) } method && method.DeclaringType == typeof(WorkerSlot));

    // Ten thousand arrivals take seconds, and what is counted for each is the same.
    private static long Asked(string kind) => kind == "openLoop" ? 1_000 : 10_000;

    /// <summary>A load over operations that a test can watch.</summary>
    private sealed class Bench : IDisposable
    {
        private readonly SliceBarrier barrier = new();
        private readonly FailureSignal failure = new();

        public Bench(string kind, Probe probe)
            : this(kind, probe.CallAsync)
        {
        }

        public Bench(string kind, Func<Task<long>> call)
            : this(kind, () => Operation.FromTask(call), perCall: 1)
        {
        }

        public Bench(string kind, Func<Operation> makeOperation, int perCall)
        {
            Operation[] operations = [.. Enumerable.Range(0, Workers).Select(_ => makeOperation())];
            Load load = kind switch
            {
                "sequential" => new SequentialLoad(operations[0], barrier, failure),
                "parallelFor" => new ParallelForLoad(operations, null, barrier, failure),
                "parallelForAsync" => new ParallelForAsyncLoad(operations, null, barrier, failure),
                "closedLoop" => new ClosedLoopLoad(operations, null, barrier, failure),
                "openLoop" => new OpenLoopLoad(new LoadSettings.OpenLoop(50_000, null, ArrivalSpacing.Constant), operations, barrier, failure),
                "simulations" => new SimulationsLoad([new Stage.Copying(Workers, Workers, 60_000_000_000)], operations, barrier, failure),
                "wave" => new WaveLoad(operations, barrier, failure),
                _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, "no such load"),
            };
            load.OperationsPerCall = perCall;
            Slices = new SliceRunner(load, null, new BarrierDevice(null), barrier, failure);
            load.Start();
        }

        public SliceRunner Slices { get; }

        public void Dispose()
        {
            barrier.Shut();
            failure.Dispose();
            PoolThreadPlacement.Anywhere(flows: 1).Refresh();
        }
    }

    /// <summary>Operations that complete only once all places have begun: a wave that waits for one before the next would never end.</summary>
    private sealed class Meeting
    {
        private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(10);

        private readonly Lock guard = new();
        private TaskCompletionSource all = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private int present;

        public int Held { get; private set; }

        public async Task<long> CallAsync()
        {
            Task met;
            lock (guard)
            {
                met = all.Task;
                if (++present == Workers)
                {
                    Held++;
                    present = 0;
                    all.SetResult();
                    all = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
                }
            }

            await met.WaitAsync(Deadline);
            return Held;
        }
    }

    private sealed class Probe(bool suspends)
    {
        private long calls;
        private int inFlight;
        private int mostInFlight;

        public bool Fails { get; init; }

        public long Calls => Volatile.Read(ref calls);

        public int MostInFlight => Volatile.Read(ref mostInFlight);

        public async Task<long> CallAsync()
        {
            if (Fails) throw new InvalidOperationException("on purpose");
            var now = Interlocked.Increment(ref inFlight);
            for (var seen = MostInFlight; now > seen && Interlocked.CompareExchange(ref mostInFlight, now, seen) != seen;) seen = MostInFlight;
            if (suspends) await Task.Yield();
            Interlocked.Decrement(ref inFlight);
            return Interlocked.Increment(ref calls);
        }
    }
}
