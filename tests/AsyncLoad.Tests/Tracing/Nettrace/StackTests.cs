using Xunit;

namespace AsyncLoad.Tests.Tracing.Nettrace;

public class StackTests
{
    [Fact]
    public void An_event_comes_with_the_stack_of_its_number()
    {
        var read = ReadTrace.Of(new NettraceBuilder().Kind(1, 7)
            .Stacks(1, [], [10, 20, ulong.MaxValue]).Stacks(3, [30])
            .Events(new WrittenEvent(1) { Stack = 1 }, new WrittenEvent(2) { Stack = 2 }, new WrittenEvent(3) { Stack = 3, Sorted = true }, new WrittenEvent(4) { Stack = 99 }).Ended());

        Assert.Equal([[], [10, 20, ulong.MaxValue], [30], []], read.Events.Select(told => told.Stack));
    }

    [Fact]
    public void Addresses_of_four_bytes_are_widened()
    {
        var read = ReadTrace.Of(new NettraceBuilder(pointerBytes: 4).Kind(1, 7).Stacks(1, [10, uint.MaxValue], [7]).Events(new WrittenEvent(1) { Stack = 1 }, new WrittenEvent(2) { Stack = 2 }).Ended());

        Assert.Equal(4, read.Summary.Header!.PointerBytes);
        Assert.Equal([[10, uint.MaxValue], [7]], read.Events.Select(told => told.Stack));
    }

    [Fact]
    public void Numbers_begin_anew_behind_a_sequence_point_and_events_before_it_keep_their_stack()
    {
        var read = ReadTrace.Of(new NettraceBuilder().Kind(1, 7)
            .Stacks(1, [10], [11]).Events(new WrittenEvent(5) { Stack = 1 }, new WrittenEvent(6) { Stack = 2 }).SequencePoint((100, 2))
            .Stacks(1, [20]).Events(new WrittenEvent(7) { Stack = 1 }, new WrittenEvent(8) { Stack = 2 }).Ended());

        Assert.Equal([[10], [11], [20], []], read.Events.Select(told => told.Stack));
    }

    [Fact]
    public void Stacks_may_be_many_and_long()
    {
        ulong[][] stacks = [.. Enumerable.Range(0, 3_000).Select(stack => Enumerable.Range(0, stack % 100).Select(frame => (ulong)(stack * 1_000 + frame)).ToArray())];

        var read = ReadTrace.Of(new NettraceBuilder().Kind(1, 7).Stacks(1, stacks).Events(Enumerable.Range(1, 3_000).Select(stack => new WrittenEvent(stack) { Stack = stack })).Ended());

        Assert.Equal(stacks, read.Events.Select(told => told.Stack));
    }
}
