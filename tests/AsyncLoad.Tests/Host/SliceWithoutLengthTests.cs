using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Workloads;
using AsyncLoad.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Host;

/// <summary>Slices without a length make what runs once a slice be compiled: they end at once, and slices after them are like any other.</summary>
[Collection(nameof(WholeProcess))]
public sealed class SliceWithoutLengthTests
{
    public static TheoryData<LoadSettings> Loads => [new LoadSettings.Sequential(), new LoadSettings.ParallelFor(), new LoadSettings.ClosedLoop(1)];

    [Theory]
    [MemberData(nameof(Loads))]
    public void They_end_and_leave_the_slice_barrier_as_it_was(LoadSettings load)
    {
        using var host = new CountingHost();
        host.Prepare("call-chain", "await-task", new Arguments(new Dictionary<string, string> { ["deep"] = "true", ["result"] = "string" }), load);
        for (var slice = 0; slice < 70; slice++) Assert.InRange(Run(host, default).Slice.Operations, 0, 1_000_000);

        var whole = Run(host, Duration.FromMilliseconds(20)).Slice;
        Assert.InRange(whole.Elapsed.Value, 19_000_000, long.MaxValue);
        Assert.InRange(whole.Operations, 1, long.MaxValue);
    }

    private static HostReply.SliceDone Run(CountingHost host, Duration length) =>
        host.Ask<HostReply.SliceDone>(new HostRequest.RunSlice(0, length, 1, Marked: false, WarmUp: true, Whole: true));
}
