using AsyncLoad.Tests.Tracing.Events;
using AsyncLoad.Tests.Tracing.Nettrace;
using AsyncLoad.Tracing.Collections;
using AsyncLoad.Tracing.Events;
using AsyncLoad.Tracing.Nettrace;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Runs;

public class CollectionLogTests
{
    private static readonly int[] Ids =
    [
        SuspensionStarted.Id, SuspensionStarted.EndId, SuspensionStarted.RestartId, CollectionStarted.Id, CollectionEnded.Id, HeapMeasured.Id,
    ];

    private readonly List<WrittenEvent> events = [];
    private bool inside = true;

    [Fact]
    public void A_pause_runs_from_the_suspension_to_the_restart()
    {
        Suspend(10).Stand(12).Start(13, number: 1).End(17, number: 1).Heap(17, 1_000_000, 400_000).Restart(20);
        var log = Read();

        Assert.Equal([10.0], log.Pauses.Kept);
        Assert.Equal([2.0], log.Suspensions.Kept);
        Assert.Equal([new TracedGc(1, 0, "AllocSmall", "blocking", 10, 10, 1, 0.4)], log.InOrder());
        Assert.Equal([new GcCount(0, "AllocSmall", "blocking", 1, 10)], log.Sums.MostFirst());
        Assert.Equal((1, 0.4), (log.Sums.PeakHeapMb, log.Sums.PromotedMb));
    }

    [Fact]
    public void Another_thread_that_stops_them_for_another_end_does_not_end_the_pause()
    {
        // Thread 2 was first; thread 1 waits until it has let the others go.
        Suspend(10, thread: 2, reason: 0).Suspend(11).Stand(12, thread: 2).Restart(13, thread: 2).Stand(14).Start(15, number: 1).End(16, number: 1).Restart(18);
        var log = Read();

        Assert.Equal([7.0], log.Pauses.Kept);
        Assert.Equal([3.0], log.Suspensions.Kept);
        Assert.Equal(7, Assert.Single(log.InOrder()).PauseMs);
    }

    [Fact]
    public void A_background_collection_that_waits_for_another_keeps_its_own_pause()
    {
        Suspend(10).Stand(11).Start(12, number: 1, kind: 1).Restart(14);
        // Its second pause must wait for a collection inside it.
        Suspend(20).Suspend(21, thread: 2).Stand(22).Start(23, number: 2, kind: 2).End(24, number: 2).Restart(25).Stand(26, thread: 2).Restart(28, thread: 2).End(40, number: 1, thread: 2);
        var log = Read();

        Assert.Equal([4.0, 5.0, 7.0], log.Pauses.Kept);
        Assert.Equal([(1, 11.0), (2, 5.0)], log.InOrder().Select(gc => (gc.Number, gc.PauseMs)));
    }

    [Fact]
    public void A_collection_inside_the_pause_of_another_is_charged_with_its_own_part()
    {
        Suspend(10).Stand(11).Start(12, number: 1, kind: 1).Start(14, number: 2, kind: 2).End(17, number: 2).Heap(17, 5, 5).Restart(20);
        var log = Read();

        // From 14 to 17, and what follows while nothing else runs inside is the outer one's.
        Assert.Equal([(1, 7.0), (2, 3.0)], log.InOrder().Select(gc => (gc.Number, gc.PauseMs)));
        Assert.Null(log.InOrder()[0].HeapAfterMb);
        Assert.NotNull(log.InOrder()[1].HeapAfterMb);
    }

    [Fact]
    public void What_begins_outside_does_not_count()
    {
        inside = false;
        Suspend(10).Stand(11).Start(12, number: 1).End(13, number: 1).Heap(13, 5, 5).Restart(14);
        var log = Read();

        Assert.True(log.SawAny);
        Assert.Empty(log.Pauses.Kept);
        Assert.Empty(log.InOrder());
        Assert.Empty(log.Sums.MostFirst());
        Assert.Null(log.Sums.PeakHeapMb);
    }

    [Fact]
    public void A_collection_that_was_under_way_when_the_session_began_does_not_count()
    {
        Start(1, number: 7).End(2, number: 7).Heap(2, 5, 5).Restart(3).Suspend(10).Stand(11).Start(12, number: 8).End(13, number: 8).Restart(14);

        Assert.Equal(8, Assert.Single(Read().InOrder()).Number);
    }

    [Fact]
    public void A_pause_without_a_collection_is_a_pause()
    {
        Suspend(10, reason: 6).Stand(11).Restart(12);

        Assert.Equal([2.0], Read().Pauses.Kept);
    }

    [Fact]
    public void Many_collections_are_counted_and_thinned()
    {
        const int Many = 1_000;
        for (var number = 1; number <= Many; number++) Suspend(number * 10).Stand((number * 10) + 1).Start((number * 10) + 2, number).End((number * 10) + 3, number).Restart((number * 10) + 4);
        var log = Read(most: 100);

        Assert.InRange(log.InOrder().Count, 50, 100);
        Assert.Equal([new GcCount(0, "AllocSmall", "blocking", Many, 4 * Many)], log.Sums.MostFirst());
        Assert.Equal(4 * Many, log.Pauses.SumMs);
    }

    private CollectionLogTests Suspend(long at, long thread = 1, uint reason = 1) => Add(SuspensionStarted.Id, at, thread, new Payload().Int(reason).Int(0).Short(0));

    private CollectionLogTests Stand(long at, long thread = 1) => Add(SuspensionStarted.EndId, at, thread, new Payload().Short(0));

    private CollectionLogTests Restart(long at, long thread = 1) => Add(SuspensionStarted.RestartId, at, thread, new Payload().Short(0));

    private CollectionLogTests Start(long at, int number, uint kind = 0, long thread = 1) =>
        Add(CollectionStarted.Id, at, thread, new Payload().Int((uint)number).Int(0).Int(0).Int(kind).Short(0).Long(0));

    private CollectionLogTests End(long at, int number, long thread = 1) => Add(CollectionEnded.Id, at, thread, new Payload().Int((uint)number).Int(0).Short(0));

    private CollectionLogTests Heap(long at, ulong bytes, ulong promoted)
    {
        var payload = new Payload().Long(bytes).Long(promoted);
        for (var part = 0; part < 8; part++) payload.Long(0);
        return Add(HeapMeasured.Id, at, 1, payload.Int(0).Int(0).Int(0).Short(0).Long(0).Long(0));
    }

    private CollectionLogTests Add(int id, long at, long thread, Payload payload)
    {
        events.Add(new WrittenEvent(at) { Kind = Array.IndexOf(Ids, id) + 1, Thread = thread, Payload = payload.ToArray() });
        return this;
    }

    private CollectionLog Read(int? most = null)
    {
        var trace = new NettraceBuilder();
        foreach (var (place, id) in Ids.Index()) trace.Kind(place + 1, id, provider: Providers.Runtime);
        var reader = new NettraceReader();
        var log = new CollectionLog(reader, () => inside, most);
        Assert.IsType<NettraceEnding.Whole>(reader.Read(new MemoryStream(trace.Events(events).Ended())).Ending);
        return log;
    }
}
