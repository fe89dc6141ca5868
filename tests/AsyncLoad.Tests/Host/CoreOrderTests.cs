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
    [InlineData("hybrid-laptop", "6+7,4+5,2+3,0+1,15,14,13,12,11,10,9,8", "6 4 2 0 15 14 13 12 11 10 9 8 7 5 3 1")]
    [InlineData("two-sockets-siblings-adjacent", "14+15,12+13,10+11,8+9,6+7,4+5,2+3,0+1", "14 12 10 8 6 4 2 0 15 13 11 9 7 5 3 1")]
    [InlineData("arm-big-little", "19,18,17,16,15,9,8,7,6,5,14,13,12,11,10,4,3,2,1,0", "19 18 17 16 15 9 8 7 6 5 14 13 12 11 10 4 3 2 1 0")]
    [InlineData("container-with-cpuset", "2+6,1+5", "2 1 6 5")]
    public void Workers_take_physical_cores_of_the_fastest_kind_first_cache_by_cache(string machine, string? text, string order)
    {
        var topology = RecordedMachine.Read(machine);
        Assert.Equal(text, topology.WorkerOrder());
        var read = CoreOrder.Of([.. topology.Processors.Select(processor => processor.Number)], text);
        Assert.Equal(order, string.Join(' ', read.Processors.Reverse()));
    }

    [Fact]
    public void On_128_cores_without_threads_the_last_is_the_first_workers_as_ever() => Assert.Null(RecordedMachine.Read("arm-128-cores").WorkerOrder());

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
}
