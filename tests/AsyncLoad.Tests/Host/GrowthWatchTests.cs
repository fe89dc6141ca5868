using AsyncLoad.Host.Measuring;
using AsyncLoad.Host.Platform;
using Xunit;

namespace AsyncLoad.Tests.Host;

/// <summary>What a process keeps is told from what only waits for a collection.</summary>
public sealed class GrowthWatchTests
{
    private const long Megabyte = 1 << 20;

    private long live = 50 * Megabyte;
    private long garbage;
    private int collections;

    private GrowthWatch Watch() => new(
        new MemoryRoom(100 * Megabyte, "35 % of the memory that is free"),
        () => (1_000_000, TimeSpan.FromSeconds(2)),
        () => live + garbage,
        () =>
        {
            (collections, garbage) = (collections + 1, 0);
            return live;
        });

    [Fact]
    public void What_is_kept_is_told_with_its_pace_once_it_fills_the_room()
    {
        var watch = Watch();
        live += 100 * Megabyte - 1;
        Assert.Null(watch.Find());
        live++;

        Assert.Equal(
            "memory grows with every operation: 105 MB more after 1,000,000 operations, which is 105 B per operation and 52.4 MB per second; it may take 105 MB more (35 % of the memory that is free). Something keeps what each operation makes, such as a static list, a cache without a limit or an event handler: remove it in the operation, or limit it",
            watch.Find());
    }

    [Fact]
    public void A_heap_that_waits_for_its_next_collection_is_collected_once_and_goes_on()
    {
        var watch = Watch();
        for (var round = 0; round < 50; round++)
        {
            garbage = 120 * Megabyte;
            Assert.Null(watch.Find());
        }

        Assert.Equal(1, collections);
    }

    [Fact]
    public void Garbage_does_not_hide_what_is_kept()
    {
        var watch = Watch();
        garbage = 120 * Megabyte;
        Assert.Null(watch.Find());
        (live, garbage) = (live + (101 * Megabyte), 150 * Megabyte);

        Assert.StartsWith("memory grows with every operation: 106 MB more", watch.Find(), StringComparison.Ordinal);
    }

    [Fact]
    public void What_a_cell_holds_before_its_first_slice_does_not_count()
    {
        live = 1_000 * Megabyte;

        Assert.Null(Watch().Find());
        Assert.Equal(0, collections);
    }
}
