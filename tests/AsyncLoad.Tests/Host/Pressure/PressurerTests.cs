using AsyncLoad.Host.Loads;
using AsyncLoad.Host.Measuring;
using AsyncLoad.Host.Pressure;
using AsyncLoad.Host.Slices;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Units;
using AsyncLoad.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Host.Pressure;

/// <summary>A pressurer beside a load, slice by slice.</summary>
public sealed class PressurerTests
{
    private static readonly PressureSettings Small = new(
        "small", ByteSize.FromMegabytes(1), 20, null, ByteSize.FromMegabytes(50), SurvivePercent: 10, LohPerMille: 100, PinnedPercent: 5, FinalizablePercent: 10);

    [Fact]
    public void Calm_needs_no_pressurer_and_a_gen0_size_alone_neither()
    {
        Assert.Null(Pressurer.For(PressureSettings.Calm, new SliceBarrier()));
        Assert.Null(Pressurer.For(PressureSettings.Calm with { Gen0Size = ByteSize.FromMegabytes(4) }, new SliceBarrier()));
    }

    [Theory]
    [InlineData(0, 0, 0)]
    [InlineData(20, 0, 1)]
    [InlineData(0, 10, 1)]
    [InlineData(20, 10, 2)]
    public void Each_kind_of_work_has_a_thread_of_its_own(int writes, int megabytes, int threads)
    {
        var settings = Small with { OldToYoungWritesPerMs = writes, AllocatePerSecond = ByteSize.FromMegabytes(megabytes) };
        Assert.Equal(threads, Pressurer.For(settings, new SliceBarrier())!.Threads);
    }

    [Fact]
    public void Slices_tell_what_was_due_and_what_was_done()
    {
        using var bench = new Bench(Small);
        var slices = Enumerable.Range(0, 10).Select(bench.Run).Select(slice => slice.Pressure).ToList();
        var open = slices.Sum(pressure => pressure.Open.Seconds);
        Assert.Equal(20_000 * open, slices.Sum(pressure => pressure.AskedWrites), 1e-6 * 20_000 * open);
        Assert.Equal((50 << 20) * open, slices.Sum(pressure => pressure.Allocation!.AskedBytes), 1e-6 * (50 << 20) * open);
        Assert.All(slices, pressure => Assert.True(pressure.Open.Value > 0));
        AllocationCounters[] counters = [.. slices.Select(pressure => pressure.Allocation!)];
        // Never ahead of the pace by more than an object.
        Assert.InRange(counters.Sum(counter => counter.Bytes), 1, counters.Sum(counter => counter.AskedBytes) + PressureSettings.LargestObject);
        Assert.InRange(slices.Sum(pressure => pressure.Writes), 1, slices.Sum(pressure => pressure.AskedWrites) + 1);
        Assert.InRange(counters.Sum(counter => counter.LargeBytes), 1, counters.Sum(counter => counter.Bytes));
        Assert.InRange(counters.Sum(counter => counter.PinnedObjects), 1, counters.Sum(counter => counter.SmallObjects));
        Assert.InRange(counters.Sum(counter => counter.FinalizableObjects), 1, counters.Sum(counter => counter.SmallObjects));
    }

    [Fact]
    public void Count_slices_run_without_it()
    {
        using var bench = new Bench(Small);
        bench.Run(0);
        var before = bench.Pressure.Read();
        bench.Slices.Count(10_000);
        Assert.Equal(before, bench.Pressure.Read());
    }

    [Fact]
    public void A_live_set_alone_is_said_to_do_nothing()
    {
        using var bench = new Bench(Small with { OldToYoungWritesPerMs = 0, AllocatePerSecond = default });
        var pressure = bench.Run(0).Pressure;
        Assert.Equal((0, 0L, 0L, null), (pressure.AskedWrites, pressure.Writes, pressure.AllocatedBytes, pressure.Allocation));
        Assert.InRange(bench.Pressure.LiveSetBytes / (double)(1 << 20), 0.99, 1.01);
    }

    private sealed class Bench : IDisposable
    {
        private readonly SliceBarrier barrier = new();
        private readonly FailureSignal failure = new();

        public Bench(PressureSettings settings)
        {
            var load = new SequentialLoad(Operation.FromTask(() => Task.FromResult(1L)), barrier, failure);
            Pressure = Pressurer.For(settings, barrier)!;
            Slices = new SliceRunner(load, Pressure, new BarrierDevice(null), barrier, failure);
            load.Start();
            Pressure.Start();
        }

        public SliceRunner Slices { get; }

        public Pressurer Pressure { get; }

        public Slice Run(int index) => Slices.Run(new HostRequest.RunSlice(index, Duration.FromMilliseconds(20), 10, Marked: false));

        public void Dispose()
        {
            barrier.Shut();
            failure.Dispose();
        }
    }
}
