using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Workloads;
using AsyncLoad.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Host;

/// <summary>A cell on the simulated device in a measured process of its own, as a run has it.</summary>
[Collection(nameof(WholeProcess))]
public sealed class SimulatedIoCellTests
{
    private const int Slices = 10;

    // Processor time of a pause of 20 ms, in ns.
    private const long MostWhileHeld = 5_000_000;

    private static readonly Arguments OnDevice = Arguments.Of(("back-end", "device"), ("latency", "fixed"));

    public static TheoryData<string> Loads => ["sequential", "closedLoop"];

    [Theory]
    [MemberData(nameof(Loads))]
    public async Task Slices_tell_the_devices_processor_time_and_hold_it_still_in_between(string load)
    {
        using var host = new CountingHost();
        host.Prepare("simulated-io", "task", OnDevice, LoadOf(load));
        host.Count(200);
        for (var warmUp = 0; warmUp < 10; warmUp++) Run(host, 0, isWarmUp: true);
        var slices = new List<Slice>();
        for (var index = 0; index < Slices; index++)
        {
            await Task.Delay(20, TestContext.Current.CancellationToken);
            slices.Add(Run(host, index, isWarmUp: false));
        }

        host.Count(50);
        var report = Assert.IsType<DeviceReport>(host.Ask<HostReply.Finished>(new HostRequest.Finish()).Device);

        Assert.InRange(slices.Sum(slice => slice.Operations), 1, long.MaxValue);
        if (OperatingSystem.IsLinux()) Assert.InRange(slices.Sum(slice => slice.Process.DeviceCpu.Value), 1, long.MaxValue);
        // A spinning device would use every pause; late tier-up uses few of them.
        Assert.InRange(slices.Select(slice => slice.Held.Cpu.Value).Order().ElementAt(Slices / 2), 0, MostWhileHeld);
        Assert.Equal(slices.Sum(slice => slice.Process.CpuOperations), report.Accesses);
        Assert.True(report.DeliveredP50 >= report.AskedP50);
    }

    [Theory]
    [MemberData(nameof(Loads))]
    public void Count_slices_give_the_bytes_of_the_method_alone(string load)
    {
        using var host = new CountingHost();
        Assert.Equal(112, Bytes(host, "task", load), 0.5);
        Assert.Equal(120, Bytes(host, "value-task", load), 0.5);
        Assert.Equal(0, Bytes(host, "pooled", load), 0.5);
    }

    // The median: something else in the process may allocate during one or two of them.
    private static double Bytes(CountingHost host, string variant, string load)
    {
        host.Prepare("simulated-io", variant, OnDevice, LoadOf(load));
        host.Count(400);
        double[] counts = [.. Enumerable.Range(0, 5).Select(_ => host.Count(400)).Order()];
        return counts[2];
    }

    private static LoadSettings LoadOf(string kind) => kind == "sequential" ? new LoadSettings.Sequential() : new LoadSettings.ClosedLoop(1);

    private static Slice Run(CountingHost host, int index, bool isWarmUp) => host.Ask<HostReply.SliceDone>(
        new HostRequest.RunSlice(index, Duration.FromMilliseconds(50), 1, Marked: false, isWarmUp)).Slice;
}
