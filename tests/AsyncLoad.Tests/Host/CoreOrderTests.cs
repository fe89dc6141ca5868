using AsyncLoad.Host.Platform;
using AsyncLoad.Tests.Platform;
using Xunit;

namespace AsyncLoad.Tests.Host;

/// <summary>Which processors workers are bound to on machines whose processors were recorded.</summary>
public sealed class CoreOrderTests
{
    [Theory]
    [InlineData("two-cores", null, "1 0")]
    [InlineData("four-cores-eight-threads", "3+7,2+6,1+5,0+4", "3 2 1 0 7 6 5 4")]
    [InlineData("hybrid-laptop", "6+7,4+5,2+3,0+1;15,14,13,12,11,10,9,8", "6 4 2 0 15 14 13 12 11 10 9 8 7 5 3 1")]
    [InlineData("two-sockets-siblings-adjacent", "14+15,12+13,10+11,8+9;6+7,4+5,2+3,0+1", "14 12 10 8 6 4 2 0 15 13 11 9 7 5 3 1")]
    [InlineData("arm-big-little", "19,18,17,16,15;9,8,7,6,5;14,13,12,11,10;4,3,2,1,0", "19 18 17 16 15 9 8 7 6 5 14 13 12 11 10 4 3 2 1 0")]
    [InlineData("container-with-cpuset", "2+6,1+5", "2 1 6 5")]
    public void Workers_take_physical_cores_of_the_fastest_kind_first_cache_by_cache(string machine, string? text, string order)
    {
        var topology = RecordedMachine.Read(machine);
        Assert.Equal(text, topology.WorkerOrder());
        var read = CoreOrder.Of([.. topology.Processors.Select(processor => processor.Number)], text);
        Assert.Equal(order, string.Join(' ', read.Processors.Reverse()));
    }

    [Fact]
    public void On_128_cores_workers_take_the_last_first_and_fill_one_cache_before_the_next()
    {
        var topology = RecordedMachine.Read("arm-128-cores");
        Assert.Equal(["127,126,", "95,94,93", "63,62,61", "31,30,29"], topology.WorkerOrder()!.Split(';').Select(group => group[..8]));
        Assert.Equal(Enumerable.Range(0, 128).Reverse(), topology.InWorkerOrder);
        Assert.Equal(Enumerable.Range(0, 128), CoreOrder.Of([.. Enumerable.Range(0, 128)], topology.WorkerOrder()).Processors);
    }

    [Theory]
    [InlineData("two-cores", 1, null)]
    [InlineData("four-cores-eight-threads", 4, "0 1 2 3")]
    [InlineData("four-cores-eight-threads", 5, null)]
    [InlineData("hybrid-laptop", 4, "0 2 4 6")]
    [InlineData("hybrid-laptop", 5, "0 2 4 6 8 9 10 11 12 13 14 15")]
    [InlineData("two-sockets-siblings-apart", 2, "8 9 10 11 12 13 14 15")]
    [InlineData("two-sockets-siblings-apart", 9, "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15")]
    [InlineData("two-sockets-siblings-adjacent", 2, "8 10 12 14")]
    [InlineData("arm-big-little", 6, "5 6 7 8 9 15 16 17 18 19")]
    [InlineData("container-with-quota", 5, "0 1 2 3 4 5 6 7")]
    public void Workers_that_are_not_bound_have_physical_cores_of_one_kind_and_cache_while_there_are_as_many(string machine, int workers, string? room) =>
        Assert.Equal(room, OrderOf(machine).Room(workers) is { } processors ? string.Join(' ', processors.Order()) : null);

    [Theory]
    [InlineData("two-cores", 1, "")]
    [InlineData("four-cores-eight-threads", 1, "7")]
    [InlineData("four-cores-eight-threads", 3, "5 6 7")]
    [InlineData("four-cores-eight-threads", 4, "")]
    [InlineData("hybrid-laptop", 6, "1 3 5 7")]
    [InlineData("two-sockets-siblings-apart", 2, "30 31")]
    [InlineData("container-with-cpuset", 1, "6")]
    public void Siblings_of_bound_workers_stay_idle_while_a_core_is_left_over(string machine, int workers, string idle) =>
        Assert.Equal(idle, string.Join(' ', OrderOf(machine).IdleBeside(workers).Order()));

    [Fact]
    public void Siblings_are_known_and_processors_that_the_process_may_not_use_are_left_out()
    {
        var order = CoreOrder.Of([1, 2, 3, 9], "3+7,2+6,1+5");
        Assert.Equal([9, 1, 2, 3], order.Processors);
        Assert.Equal([3], order.Siblings(3));
        Assert.Equal([9], order.Siblings(9));
        Assert.Equal([2, 6], CoreOrder.Of([1, 2, 5, 6], "2+6,1+5").Siblings(6));
        Assert.Equal([4], CoreOrder.Of([3, 4], null).Siblings(4));
    }

    private static CoreOrder OrderOf(string machine)
    {
        var topology = RecordedMachine.Read(machine);
        return CoreOrder.Of([.. topology.Processors.Select(processor => processor.Number)], topology.WorkerOrder());
    }
}
