using AsyncLoad.Host.Latency;
using AsyncLoad.Host.Loads;
using AsyncLoad.Model.Plans;
using AsyncLoad.Workloads;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Host;

/// <summary>A injected slowdown is known exactly: so many operations more than are counted, over any batches.</summary>
public sealed class InjectedSlowdownTests
{
    private static readonly InjectedSlowdown FivePercent = new(Counted: 20, Run: 21);

    [Fact]
    public void Over_any_batches_exactly_so_many_are_run_for_those_that_are_counted() => AfterAnyBatches(FivePercent, (counted, run) =>
        Assert.Equal(counted + (counted / 20), run));

    [Fact]
    public void Single_operations_carry_until_they_make_a_whole_one()
    {
        var (slot, calls) = Slot(FivePercent);

        for (var batch = 0; batch < 19; batch++) slot.RunBatch(1, timed: false);
        Assert.Equal(19, calls());
        slot.RunBatch(1, timed: false);
        Assert.Equal(21, calls());
        Assert.Equal(20, slot.Operations);
    }

    [Fact]
    public void Operations_that_are_timed_alone_are_slowed_down_alike()
    {
        var (slot, calls) = Slot(FivePercent);

        slot.RunBatch(200, timed: true);

        Assert.Equal((200, 210), (slot.Operations, calls()));
    }

    [Fact]
    public void Nothing_is_planted_where_nothing_is_asked() => AfterAnyBatches(injected: null, (counted, run) => Assert.Equal(counted, run));

    [Fact]
    public void As_many_as_are_counted_slow_nothing_down() => AfterAnyBatches(FivePercent with { Run = FivePercent.Counted }, (counted, run) => Assert.Equal(counted, run));

    private static void AfterAnyBatches(InjectedSlowdown? injected, Action<long, long> assert)
    {
        var property = Prop.ForAll(Gen.Choose(0, 1_000).ListOf().ToArbitrary(), batches =>
        {
            var (slot, calls) = Slot(injected);
            foreach (var batch in batches) slot.RunBatch(batch, timed: false);
            Assert.Equal(batches.Sum(batch => (long)batch), slot.Operations);
            assert(slot.Operations, calls());
        });
        Check.One(Config.QuickThrowOnFailure.WithReplay(1, 3), property);
    }

    private static (WorkerSlot Slot, Func<long> Calls) Slot(InjectedSlowdown? injected)
    {
        var calls = 0L;
        var latency = new LatencyRecorder(1);
        latency.Allocate();
        var slot = new WorkerSlot(Operation.From(() => ++calls), latency.Of(0), masks: 0);
        if (injected is not null) slot.Inject(injected);
        return (slot, () => calls);
    }
}
