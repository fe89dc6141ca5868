using Xunit;

namespace AsyncLoad.Tests.Tracing.Nettrace;

[Fault(10)]
public class LostEventsTests
{
    [Fact]
    public void Nothing_is_missing_where_every_thread_counts_on()
    {
        var builder = Kinds();
        for (var round = 0; round < 5; round++) builder.Events(On(1), On(1), On(2)).Events(On(3)).SequencePoint((1, (uint)(round + 1) * 2), (2, (uint)round + 1), (3, (uint)round + 1));

        Assert.Equal(0, Lost(builder));
    }

    [Fact]
    public void Gaps_of_all_threads_are_summed() => Assert.Equal(7, Lost(Kinds().Events(On(1), On(2), On(1) with { LostBefore = 5 }, On(2) with { LostBefore = 2 })));

    [Fact]
    public void What_a_thread_lost_before_its_first_event_counts() => Assert.Equal(4, Lost(Kinds().Events(On(1) with { LostBefore = 4 }, On(1))));

    [Fact]
    public void A_sequence_point_tells_of_threads_that_lost_all() => Assert.Equal(2 + 9, Lost(Kinds().Events(On(1), On(1)).SequencePoint((1, 4), (2, 9))));

    [Fact]
    public void A_loss_is_counted_once() => Assert.Equal(2, Lost(Kinds().Events(On(1)).SequencePoint((1, 3)).Events(On(1) with { Recount = 4 })));

    [Fact]
    public void A_thread_may_get_the_number_of_one_that_ended()
    {
        Assert.Equal(0, Lost(Kinds().Events(On(1), On(1), On(1)).Events(On(1) with { Recount = 1 }, On(1))));
        Assert.Equal(0, Lost(Kinds().Events(On(1), On(1), On(1)).SequencePoint((2, 0)).Events(On(1) with { Recount = 1 }, On(1))));
    }

    [Fact]
    public void Two_threads_of_one_number_in_a_sequence_point_prove_no_loss() =>
        Assert.Equal(0, Lost(Kinds().Events(On(1), On(1), On(1)).Events(On(1) with { Recount = 1 }).SequencePoint((1, 3), (1, 1)).Events(On(1))));

    [Fact]
    public void Numbers_that_run_backwards_make_no_sense()
    {
        Assert.Null(Lost(Kinds().Events(On(1) with { LostBefore = 9 }, On(1) with { Recount = 5 }, On(1) with { LostBefore = 3 })));
        Assert.Null(Lost(Kinds().Events(On(1), On(1), On(1)).SequencePoint((1, 2))));
    }

    [Fact]
    public void Counting_goes_on_behind_the_largest_number()
    {
        // Two steps lead to the largest number, since half of all numbers at once would be a step backwards.
        var trace = Kinds().SequencePoint((1, int.MaxValue)).Events(On(1) with { Recount = uint.MaxValue - 1 }, On(1), On(1), On(1) with { LostBefore = 3 });

        Assert.Equal(uint.MaxValue - 2 + 3L, Lost(trace));
    }

    private static NettraceBuilder Kinds() => new NettraceBuilder().Kind(1, 7);

    private static WrittenEvent On(long thread) => new(0) { Thread = thread };

    private static long? Lost(NettraceBuilder trace) => ReadTrace.Of(trace.Ended(), "nobody asks for these").Summary.EventsLost;
}
