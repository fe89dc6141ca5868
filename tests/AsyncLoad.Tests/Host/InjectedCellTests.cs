using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Host;

/// <summary>A slowdown that is asked for in the message that sets a cell up is injected in its slices: seen in bytes, which are exact where times are not.</summary>
[Collection(nameof(WholeProcess))]
public sealed class InjectedCellTests
{
    private const double BytesOfOneTask = 72;

    public static TheoryData<string> Kinds => ["sequential", "parallelFor"];

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Timed_slices_run_21_operations_for_every_20_they_count(string load)
    {
        using var host = new CountingHost();
        Prepare(host, load, new InjectedSlowdown(Counted: 20, Run: 21));
        AssertBytes(BytesOfOneTask * 21 / 20, host);
        // What is counted exactly is what an operation allocates, whatever is injected.
        Assert.Equal(BytesOfOneTask, host.Count(100_000), tolerance: 0.05);
    }

    [Fact]
    public void Each_process_draws_its_level()
    {
        // Forty processes at one level would be chance once in a million million times.
        var seen = new HashSet<bool>();
        for (var process = 0; process < 40 && seen.Count < 2; process++)
        {
            using var host = new CountingHost();
            Prepare(host, "sequential", new InjectedSlowdown(Counted: 50, Run: 69, Drawn: true));
            var bytes = MedianBytes(host);
            seen.Add(bytes > BytesOfOneTask * 1.19);
            Assert.Equal(bytes > BytesOfOneTask * 1.19 ? BytesOfOneTask * 1.38 : BytesOfOneTask, bytes, tolerance: 2);
        }

        Assert.Equal(2, seen.Count);
    }

    [Fact]
    public void Nothing_is_planted_where_nothing_is_asked()
    {
        using var host = new CountingHost();
        Prepare(host, "sequential", injected: null);
        AssertBytes(BytesOfOneTask, host);
    }

    [Fact]
    public void A_load_that_counts_where_it_stands_refuses()
    {
        using var host = new CountingHost();
        var refused = Assert.Throws<InvalidOperationException>(() => Prepare(host, "closedLoop", new InjectedSlowdown(20, 21)));
        Assert.Contains("no slowdown can be injected under closedLoop", refused.Message, StringComparison.Ordinal);
    }

    // The counter of all allocated bytes is off by what threads hold of 8 KB each: nothing against megabytes. Bytes and operations of a slice are read
    // one after the other, and a thread that loses its core in between reads what does not belong together: the median of slices says what most hold.
    private static void AssertBytes(double expected, CountingHost host) => Assert.InRange(MedianBytes(host), expected * 0.99, expected * 1.01);

    private static double MedianBytes(CountingHost host) => Enumerable.Range(0, 7)
        .Select(index => host.Ask<HostReply.SliceDone>(new HostRequest.RunSlice(index, Duration.FromMilliseconds(50), Batch: 137, Marked: false)).Slice)
        .Select(slice => slice.Gc.AllocatedBytes / (double)slice.Operations)
        .Order()
        .ElementAt(3);

    private static void Prepare(CountingHost host, string load, InjectedSlowdown? injected)
    {
        LoadSettings settings = load switch
        {
            "sequential" => new LoadSettings.Sequential(),
            "parallelFor" => new LoadSettings.ParallelFor(),
            _ => new LoadSettings.ClosedLoop(),
        };
        var parameters = new Dictionary<string, string> { ["deep"] = "true", ["result"] = "string" };
        host.Ask<HostReply.Prepared>(new HostRequest.Prepare(
            new Cell("c", "call-chain", "direct-task", parameters, settings, PressureSettings.Calm, GcSettings.Default, injected)));
    }
}
