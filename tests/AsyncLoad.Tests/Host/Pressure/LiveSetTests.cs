using System.Runtime;
using AsyncLoad.Host.Pressure;
using AsyncLoad.Tests.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Host.Pressure;

/// <summary>A live set is as large as it says and stays that large. Alone: it is told by the size of the process's generations.</summary>
[Collection(nameof(WholeProcess))]
public sealed class LiveSetTests
{
    private const long Megabyte = 1 << 20;

    // Segments' list, places of fresh objects, the set itself: 128 KB of places and some KB.
    private const long Overhead = (LiveSet.MostFresh * 8) + 65_536;

    [Theory]
    [InlineData(1)]
    [InlineData(20)]
    public void Its_bytes_are_those_that_building_it_allocated(int megabytes)
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        var set = new LiveSet(megabytes * Megabyte, seed: 7);
        var allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        Assert.InRange(allocated - set.Bytes, 0, Overhead);
        Assert.InRange(set.Bytes / (double)(megabytes * Megabyte), 0.99, 1.01);
    }

    [Fact]
    public void A_write_says_exactly_what_it_allocated()
    {
        var set = new LiveSet(Megabyte, seed: 7);
        AllocatedBytes.AssertExact(() =>
        {
            var said = 0L;
            for (var write = 0; write < 500; write++) said += set.Write();
            return said;
        });
    }

    [Fact]
    public void Many_writes_leave_gen2_as_it_was()
    {
        var set = new LiveSet(20 * Megabyte, seed: 7);
        GC.Collect();
        GC.Collect();
        var (before, mode) = (Gen2Bytes(), GCSettings.LatencyMode);
        try
        {
            // Gen2 is left alone: what is promoted shows, and what is garbage there stays.
            GCSettings.LatencyMode = GCLatencyMode.LowLatency;
            // Replaced for good, they would be 12.8 MB of it.
            for (var write = 1; write <= 200_000; write++)
            {
                set.ClearCollected();
                set.Write();
                if (write % 1_000 == 0) GC.Collect(write % 5_000 == 0 ? 1 : 0, GCCollectionMode.Forced, blocking: true);
            }

            GC.Collect(1, GCCollectionMode.Forced, blocking: true);
            Assert.InRange(Gen2Bytes() - before, -Megabyte, Megabyte);
        }
        finally
        {
            GCSettings.LatencyMode = mode;
        }

        GC.KeepAlive(set);
    }

    [Fact]
    public void A_fresh_object_stays_until_a_collection_has_found_it()
    {
        var set = new LiveSet(Megabyte, seed: 7);
        for (var write = 0; write < 100; write++) set.Write();
        GC.Collect(0, GCCollectionMode.Forced, blocking: true);
        Assert.Equal(100, set.Fresh);
        for (var write = 0; write < 10; write++) set.Write();
        set.ClearCollected();
        Assert.InRange(set.Fresh, 0, 10);
    }

    [Fact]
    public void There_are_never_more_fresh_objects_than_the_bound()
    {
        var set = new LiveSet(Megabyte, seed: 7);
        for (var write = 0; write < 2 * LiveSet.MostFresh; write++)
        {
            set.Write();
            Assert.InRange(set.Fresh, 1, LiveSet.MostFresh);
        }

        Assert.Equal(LiveSet.MostFresh, set.Fresh);
    }

    private static long Gen2Bytes() => GC.GetGCMemoryInfo(GCKind.Any).GenerationInfo[2].SizeAfterBytes;
}
