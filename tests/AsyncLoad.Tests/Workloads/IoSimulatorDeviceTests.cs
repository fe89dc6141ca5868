using AsyncLoad.Workloads.IoSimulator;
using Xunit;

namespace AsyncLoad.Tests.Workloads;

/// <summary>The simulated device as a whole. How exact it is depends on the machine: it is reported, never asserted.</summary>
[Collection(nameof(WholeProcess))]
public class IoSimulatorDeviceTests
{
    private static readonly TimeSpan Millisecond = TimeSpan.FromMilliseconds(1);

    [Fact]
    public async Task A_million_pending_accesses_all_complete()
    {
        const int accesses = 1_000_000;
        using var device = new SimulatedDevice(new DeviceSettings(new LatencyDistribution.Uniform(Millisecond, 100 * Millisecond)));
        device.Park();
        var pending = new Task[accesses];
        for (var index = 0; index < accesses; index++) pending[index] = device.AccessAsync().AsTask();
        device.Resume();
        await Task.WhenAll(pending);

        Assert.Equal(accesses, device.Accuracy?.Accesses);
        Assert.Equal(0, device.Pending);
    }

    [Fact]
    public async Task Accesses_allocate_nothing_in_steady_state()
    {
        const int loops = 64;
        const int accesses = 2_000;
        using var device = new SimulatedDevice(DeviceSettings.Fixed(100));
        await Run();
        await Run();
        var before = GC.GetTotalAllocatedBytes(true);
        await Run();
        var bytes = GC.GetTotalAllocatedBytes(true) - before;

        // Tasks and boxes of the loops themselves, and some of the pool's own, come to some 20 KB; a single byte an access would be 128 KB.
        Assert.InRange(bytes, 0, loops * accesses / 4);

        Task Run() => Task.WhenAll(Enumerable.Range(0, loops).Select(_ => Loop()));

        async Task Loop()
        {
            for (var access = 0; access < accesses; access++) await device.AccessAsync();
        }
    }

    [Fact]
    public async Task Equal_latencies_complete_in_the_order_of_their_beginning()
    {
        const int accesses = 2_000;
        var order = new List<int>();
        using var device = new SimulatedDevice(DeviceSettings.Fixed(300) with { Completion = CompletionThread.Device });
        device.Park();
        var running = Enumerable.Range(0, accesses).Select(Note).ToArray();
        device.Resume();
        await Task.WhenAll(running);

        Assert.Equal(Enumerable.Range(0, accesses), order);

        async Task Note(int index)
        {
            await device.AccessAsync();
            order.Add(index);
        }
    }

    [Fact]
    public async Task One_server_serves_one_access_after_another()
    {
        const int accesses = 100;
        using var device = new SimulatedDevice(new DeviceSettings(new LatencyDistribution.Fixed(Millisecond), Servers: 1));
        device.Park();
        var running = Enumerable.Range(0, accesses).Select(_ => device.AccessAsync().AsTask()).ToArray();
        device.Resume();
        await Task.WhenAll(running);

        // The first waits for one service, the last for a hundred; those begun before the device stood still waited a little less.
        var asked = Assert.IsType<DeviceAccuracy>(device.Accuracy).Asked;
        Assert.InRange(asked.P50, 48 * Millisecond, 51 * Millisecond);
        Assert.InRange(asked.P99, 96 * Millisecond, 100 * Millisecond);
    }

    [Fact]
    public async Task Delivered_latencies_are_recorded_and_never_early()
    {
        using var device = new SimulatedDevice(DeviceSettings.Fixed(100));
        for (var access = 0; access < 500; access++) await device.AccessAsync();

        var accuracy = Assert.IsType<DeviceAccuracy>(device.Accuracy);
        TestContext.Current.TestOutputHelper?.WriteLine($"asked {accuracy.Asked}, delivered {accuracy.Delivered}, processor time {device.ProcessorTime}");
        Assert.Equal(500, accuracy.Accesses);
        Assert.True(accuracy.Delivered.P50 >= accuracy.Asked.P50);
        Assert.True(accuracy.Delivered.P99 >= accuracy.Delivered.P50);
        if (OperatingSystem.IsLinux()) Assert.True(device.ProcessorTime > TimeSpan.Zero);

        device.ForgetAccuracy();
        Assert.Null(device.Accuracy);
    }

    [Fact]
    public async Task A_parked_device_completes_nothing_and_goes_on_when_resumed()
    {
        using var device = new SimulatedDevice(DeviceSettings.Fixed(1));
        await device.AccessAsync();
        device.Park();
        await Task.Delay(5, TestContext.Current.CancellationToken);
        var parked = device.AccessAsync();
        await Task.Delay(30, TestContext.Current.CancellationToken);
        Assert.False(parked.IsCompleted);

        device.Resume();
        await parked;
    }

    [Fact]
    public async Task Parking_and_resuming_again_and_again_loses_no_access()
    {
        const int rounds = 500;
        using var device = new SimulatedDevice(DeviceSettings.Fixed(20));
        var loops = Enumerable.Range(0, 4).Select(_ => Loop()).ToArray();
        for (var round = 0; round < rounds; round++)
        {
            device.Park();
            device.Resume();
        }

        await Task.WhenAll(loops);
        Assert.Equal(4 * rounds, device.Accuracy?.Accesses);

        async Task Loop()
        {
            for (var access = 0; access < rounds; access++) await device.AccessAsync();
        }
    }

    [Fact]
    public async Task A_device_may_be_parked_on_its_own_thread()
    {
        using var device = new SimulatedDevice(DeviceSettings.Fixed(1) with { Completion = CompletionThread.Device });
        await ParkAfterAnAccess().WaitAsync(TimeSpan.FromMinutes(10), TestContext.Current.CancellationToken);

        device.Resume();
        await device.AccessAsync();

        async Task ParkAfterAnAccess()
        {
            await device.AccessAsync();
            device.Park();
        }
    }

    [Fact]
    public void A_device_that_is_gone_may_be_parked()
    {
        var device = new SimulatedDevice(DeviceSettings.Fixed(1));
        device.Dispose();
        device.Park();
        device.Resume();
        Assert.Equal(0, device.Pending);
    }

    [Fact]
    public async Task What_is_pending_when_the_device_goes_fails_and_nothing_new_begins()
    {
        var device = new SimulatedDevice(new DeviceSettings(new LatencyDistribution.Fixed(TimeSpan.FromHours(1))));
        var pending = Enumerable.Range(0, 1_000).Select(_ => device.AccessAsync().AsTask()).ToArray();
        device.Dispose();
        device.Dispose();

        foreach (var access in pending) await Assert.ThrowsAsync<ObjectDisposedException>(() => access);
        Assert.Throws<ObjectDisposedException>(() => { _ = device.AccessAsync().AsTask(); });
    }

    [Theory]
    [InlineData(100, 100, true)]
    [InlineData(100, 120, true)]
    [InlineData(100, 121, false)]
    [InlineData(1000, 1100, true)]
    [InlineData(1000, 1101, false)]
    public void A_median_is_kept_within_a_tenth_or_20_microseconds(int asked, int delivered, bool kept)
    {
        var accuracy = new DeviceAccuracy(1, Quantiles(asked), Quantiles(delivered));

        Assert.Equal(kept, accuracy.IsMedianKept);

        static LatencyQuantiles Quantiles(int microseconds) => new(TimeSpan.FromMicroseconds(microseconds), TimeSpan.FromMicroseconds(microseconds));
    }

    [Fact]
    public void A_device_has_at_least_one_server() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new SimulatedDevice(DeviceSettings.Fixed(1) with { Servers = 0 }));
}
