using AsyncLoad.Host;
using AsyncLoad.Host.Loads;
using AsyncLoad.Host.Measuring;
using AsyncLoad.Host.Slices;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Units;
using AsyncLoad.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Host;

/// <summary>Slices that are whole runs of an engine which can be neither gated nor hurried.</summary>
public sealed class WholeRunTests : IDisposable
{
    // Far above what is counted one by one between the edges.
    private const long Outside = 1L << 40;

    // On a machine that is busy elsewhere a thread may get no time for a while.
    private static readonly Duration Length = Duration.FromMilliseconds(240);
    private static readonly TimeSpan Ramp = TimeSpan.FromMilliseconds(40);

    private readonly SliceBarrier barrier = new();
    private readonly FailureSignal failure = new();

    public void Dispose()
    {
        barrier.Shut();
        failure.Dispose();
    }

    [Fact]
    public void What_the_engine_does_before_its_edges_and_after_them_is_not_counted()
    {
        var engine = new Engine(this);
        var slice = Runner(engine).Run(new HostRequest.RunSlice(0, Length, 1, Marked: false));

        Assert.InRange(slice.Operations, 1, Outside - 1);
        Assert.InRange(slice.Process.CpuOperations, slice.Operations, Outside - 1);
        Assert.InRange(slice.ResponseTime!.Value.Value, 7, (7 * Outside) - 1);
        Assert.Equal(["begin", "first edge", "second edge", "end"], engine.Events);
    }

    [Fact]
    public void Warm_up_and_traced_windows_go_without_the_engine()
    {
        var engine = new Engine(this);
        var runner = Runner(engine);

        runner.Run(new HostRequest.RunSlice(0, Duration.FromMilliseconds(5), 1, Marked: false, WarmUp: true));
        runner.Run(new HostRequest.RunSlice(0, Duration.FromMilliseconds(5), 1, Marked: true));

        Assert.Equal(["own", "own"], engine.Events);
    }

    [Fact]
    public void An_engine_that_will_not_run_is_a_refusal_with_its_own_words()
    {
        var engine = new Engine(this) { Objection = "no simulation of that length" };

        var refused = Assert.Throws<RequestRefusedException>(() => Runner(engine).Run(new HostRequest.RunSlice(0, Length, 1, Marked: false)));

        Assert.Contains("no simulation of that length", refused.Message, StringComparison.Ordinal);
        Assert.Equal(FailureReason.Request, refused.Reason);
    }

    private SliceRunner Runner(Engine engine)
    {
        engine.Start();
        return new SliceRunner(engine, null, new BarrierDevice(null), barrier, failure);
    }

    /// <summary>Counts a large number of operations before its first edge and after its second, and one by one in between.</summary>
    private sealed class Engine(WholeRunTests test) : Load([Operation.From(static () => 0)], test.barrier, test.failure)
    {
        private volatile bool begun;
        private volatile bool measured;
        private volatile bool ended;
        private readonly List<string> events = [];

        public string? Objection { get; init; }

        public IReadOnlyList<string> Events
        {
            get
            {
                lock (events) return [.. events];
            }
        }

        public override TimeSpan? WholeRunRamp => Ramp;

        public override bool IsPaced => true;

        public override long? ResponseTimeSum => 7 * Operations;

        public override void AwaitWholeRun() => SpinWait.SpinUntil(() => begun);

        public override void MarkEdge(bool isFirst)
        {
            Note(isFirst ? "first edge" : "second edge");
            if (isFirst) measured = true;
            else ended = true;
        }

        private protected override void RunUntilClosed(WorkOrder order)
        {
            if (order.WarmUp)
            {
                Note("own");
                while (SliceBarrier.IsOpen) Slots[0].RunBatch(order.Batch, timed: false);
                return;
            }

            try
            {
                if (Objection is { } objection) throw new RequestRefusedException(FailureReason.Request, objection);
                Note("begin");
                Slots[0].Count(Outside);
                begun = true;
                SpinWait.SpinUntil(() => measured);
                while (!ended) Slots[0].Count(1);
                Slots[0].Count(Outside);
                Note("end");
            }
            finally
            {
                begun = true;
            }
        }

        private protected override void RunCounted(long operations, bool twin)
        {
        }

        private void Note(string what)
        {
            lock (events) events.Add(what);
        }
    }
}
