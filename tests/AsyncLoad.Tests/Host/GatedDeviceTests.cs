using AsyncLoad.Host.Loads;
using AsyncLoad.Host.Measuring;
using AsyncLoad.Host.Slices;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Workloads;
using AsyncLoad.Workloads;
using AsyncLoad.Workloads.IoSimulator;
using Xunit;

namespace AsyncLoad.Tests.Host;

/// <summary>A simulated device runs while the slice barrier is open, stands while it is closed, and is judged by the measured slices alone.</summary>
[Collection(nameof(WholeProcess))]
public sealed class GatedDeviceTests
{
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(10);

    [Fact]
    public async Task A_closed_gate_stops_the_processor_time_of_a_device_with_an_access_pending()
    {
        using var device = new SimulatedDevice(new DeviceSettings(new LatencyDistribution.Fixed(TimeSpan.FromHours(1))));
        var gated = new BarrierDevice(device);
        var pending = device.AccessAsync().AsTask();
        await UntilItGrows(gated, gated.ProcessorTime);

        gated.Park();
        await UntilItStandsStill(gated);

        gated.Resume();
        await UntilItGrows(gated, gated.ProcessorTime);
        Assert.False(pending.IsCompleted);
    }

    [Theory]
    [InlineData("timed")]
    [InlineData("marked")]
    [InlineData("counted")]
    public async Task After_every_kind_of_slice_the_device_stands_whatever_is_still_pending(string kind)
    {
        using var bench = new Bench(DeviceSettings.Fixed(1_000));
        var chatter = bench.ChatAsync();
        if (kind == "counted") bench.Slices.Count(10);
        else bench.Slices.Run(Slice(0) with { Marked = kind == "marked" });

        await UntilItStandsStill(bench.Device);
        Assert.False(chatter.IsCompleted);
    }

    [Fact]
    public void Processor_time_of_a_slice_names_the_devices_part_of_it()
    {
        using var bench = new Bench(DeviceSettings.Fixed(100));
        var slice = bench.Slices.Run(Slice(0));
        if (OperatingSystem.IsLinux()) Assert.InRange(slice.Process.DeviceCpu.Value, 1, long.MaxValue);
        // The process's clock counts µs.
        Assert.InRange(slice.Process.DeviceCpu.Value, 0, (slice.Process.UserCpu + slice.Process.SystemCpu).Value + 1_000);
    }

    [Fact]
    public async Task An_operation_that_is_pending_as_the_gate_closes_still_completes()
    {
        using var bench = new Bench(new DeviceSettings(new LatencyDistribution.Fixed(TimeSpan.FromMilliseconds(50))));
        var finished = await Task.Run(() => FirstOperations(bench.Slices), TestContext.Current.CancellationToken)
            .WaitAsync(Deadline, TestContext.Current.CancellationToken);
        Assert.InRange(finished, 1, long.MaxValue);
    }

    [Fact]
    public void Accuracy_is_that_of_the_measured_slices_alone()
    {
        using var bench = new Bench(DeviceSettings.Fixed(100));
        bench.Slices.Run(Slice(0) with { WarmUp = true });
        long[] operations = [.. Enumerable.Range(0, 3).Select(index => bench.Slices.Run(Slice(index)).Process.CpuOperations)];
        bench.Slices.Count(50);

        var report = Assert.IsType<DeviceReport>(bench.Device.Conclude());
        Assert.Equal(operations.Sum(), report.Accesses);
        Assert.InRange(report.AskedP50.Value, 99_000, 101_000);
        Assert.True(report.DeliveredP50 >= report.AskedP50);
        Assert.True(report.DeliveredP99 >= report.DeliveredP50);
    }

    [Fact]
    public void What_was_never_measured_has_no_accuracy()
    {
        using var bench = new Bench(DeviceSettings.Fixed(100));
        bench.Slices.Run(Slice(0) with { WarmUp = true });
        bench.Slices.Count(10);
        Assert.Null(bench.Device.Conclude());
    }

    [Fact]
    public void Without_a_device_there_is_neither_processor_time_nor_accuracy()
    {
        var none = new BarrierDevice(null);
        none.BeginMeasuring();
        none.Resume();
        none.Park();
        Assert.Equal(0, none.ProcessorTime.Value);
        Assert.Null(none.Conclude());
    }

    private static HostRequest.RunSlice Slice(int index, int milliseconds = 100) =>
        new(index, Duration.FromMilliseconds(milliseconds), 1, Marked: false);

    // The slice barrier is open for some ms: on a machine that is busy elsewhere the worker may come too late for one.
    private static long FirstOperations(SliceRunner slices)
    {
        var finished = 0L;
        for (var index = 0; index < 100 && finished == 0; index++) finished = slices.Run(Slice(index, milliseconds: 1)).Process.CpuOperations;
        return finished;
    }

    // A device that stands never gets there, and the test runs into its deadline.
    private static async Task UntilItGrows(BarrierDevice device, Nanoseconds from)
    {
        if (!OperatingSystem.IsLinux()) return;
        using var deadline = new CancellationTokenSource(Deadline);
        while (device.ProcessorTime <= from) await Task.Delay(1, deadline.Token);
    }

    // A device that goes on never does, and the test runs into its deadline. The thread may still be on its way to its wait when it is looked at first.
    private static async Task UntilItStandsStill(BarrierDevice device)
    {
        using var deadline = new CancellationTokenSource(Deadline);
        for (var before = new Nanoseconds(-1); before != device.ProcessorTime;)
        {
            before = device.ProcessorTime;
            await Task.Delay(100, deadline.Token);
        }
    }

    /// <summary>A sequential load whose operation is one access.</summary>
    private sealed class Bench : IDisposable
    {
        private readonly SliceBarrier barrier = new();
        private readonly FailureSignal failure = new();
        private readonly SimulatedDevice simulated;

        public Bench(DeviceSettings settings)
        {
            simulated = new SimulatedDevice(settings);
            Device = new BarrierDevice(simulated);
            Device.Park();
            var load = new SequentialLoad(Operation.FromValueTask(simulated.AccessAsync), barrier, failure);
            Slices = new SliceRunner(load, null, Device, barrier, failure);
            load.Start();
        }

        public BarrierDevice Device { get; }

        public SliceRunner Slices { get; }

        /// <summary>Keeps an access pending as long as the device is there.</summary>
        public async Task ChatAsync()
        {
            try
            {
                while (true) await simulated.AccessAsync();
            }
            catch (ObjectDisposedException)
            {
                // The device is gone: nothing more to say.
            }
        }

        public void Dispose()
        {
            barrier.Shut();
            simulated.Dispose();
            failure.Dispose();
        }
    }
}
