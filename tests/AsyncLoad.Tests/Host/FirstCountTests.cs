using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Workloads;
using AsyncLoad.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Host;

/// <summary>
/// Where operations are slow, a process has a single count slice of few operations. What the runtime allocates once, for code that runs for the first time, would be
/// taken for theirs: 160 B were counted in each slice.
/// </summary>
public sealed class FirstCountTests
{
    private const int Processes = 6;

    public static TheoryData<LoadSettings> Loads =>
    [
        new LoadSettings.Sequential(),
        new LoadSettings.ParallelFor(),
        new LoadSettings.ClosedLoop(1),
        new LoadSettings.Wave(4),
    ];

    [Theory]
    [MemberData(nameof(Loads))]
    public void The_first_count_of_a_process_holds_what_operations_allocate_and_nothing_else(LoadSettings load) =>
        // For a new thread of its pool the runtime allocates 1.1 KB, in some processes within the count.
        Assert.Contains(0, Enumerable.Range(0, Processes).Select(_ => FirstCount(load)));

    private static long FirstCount(LoadSettings load)
    {
        using var host = new CountingHost();
        host.Prepare("call-chain", "await-value-task", Arguments.Of(("deep", "false"), ("result", "bool")), load);
        for (var slice = 0; slice < 5; slice++) host.Ask<HostReply.SliceDone>(new HostRequest.RunSlice(slice, Duration.FromMilliseconds(4), Batch: 1, Marked: false, WarmUp: true, Timed: true));
        var count = host.Ask<HostReply.BytesCounted>(new HostRequest.CountBytes(4)).Count;
        return count.Bytes - count.DriverBytes;
    }
}
