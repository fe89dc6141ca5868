using System.Runtime.CompilerServices;
using AsyncLoad.Tracing.Advisor.Rules;
using AsyncLoad.Tracing.Naming;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Rules;

public class ValueTaskSizeTests
{
    public static TheoryData<Type, int> Awaiters => new()
    {
        { typeof(string), Unsafe.SizeOf<ValueTaskAwaiter<string>>() },
        { typeof(bool), Unsafe.SizeOf<ValueTaskAwaiter<bool>>() },
        { typeof(int), Unsafe.SizeOf<ValueTaskAwaiter<int>>() },
        { typeof(long), Unsafe.SizeOf<ValueTaskAwaiter<long>>() },
        { typeof(decimal), Unsafe.SizeOf<ValueTaskAwaiter<decimal>>() },
        { typeof(int?), Unsafe.SizeOf<ValueTaskAwaiter<int?>>() },
        { typeof(Guid), Unsafe.SizeOf<ValueTaskAwaiter<Guid>>() },
        { typeof((int, string)), Unsafe.SizeOf<ValueTaskAwaiter<(int, string)>>() },
        { typeof(int[]), Unsafe.SizeOf<ValueTaskAwaiter<int[]>>() },
    };

    [Theory]
    [MemberData(nameof(Awaiters))]
    public void A_caller_keeps_as_much_more_as_the_awaiter_is_larger(Type result, int size) =>
        Assert.Equal(size - Unsafe.SizeOf<TaskAwaiter>(), ValueTaskSize.OverTask(NamedType.Parse(result.ToString())));

    [Fact]
    public void So_does_one_without_a_result() => Assert.Equal(Unsafe.SizeOf<ValueTaskAwaiter>() - Unsafe.SizeOf<TaskAwaiter>(), ValueTaskSize.OverTask(null));

    // Of a box of PlainAsync, which returns a Task.
    [Fact]
    public void What_callers_keep_is_taken_off_what_pooling_removes()
    {
        const string Nothing = "System.Threading.Tasks.VoidTaskResult";
        var advice = Assert.Single(Sites.Advise(Sites.Of(Sites.Box(Sites.Machine("PlainAsync"), Nothing), 20, Sites.BoxMaker(Nothing), Sites.MoveNext("PlainAsync"))).Methods);

        var (allocated, removable) = (advice.Allocated, advice.Removable!);
        var kept = 8 / advice.ObjectBytes!.Value;
        Assert.Equal(allocated.Bytes * (1 - kept), removable.Estimate * Sites.Seconds, 3);
        Assert.Equal(allocated.Low - (allocated.High * kept), removable.Low * Sites.Seconds, 3);
        Assert.Equal(allocated.High, removable.High * Sites.Seconds, 3);
    }
}
