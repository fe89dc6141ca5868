using System.Runtime.CompilerServices;
using AsyncLoad.Tracing.Advisor.Rules;
using AsyncLoad.Tracing.Metadata;
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

    public static TheoryData<Type, int> OwnAwaiters => new()
    {
        { typeof(Eight), Unsafe.SizeOf<ValueTaskAwaiter<Eight>>() },
        { typeof(Mixed), Unsafe.SizeOf<ValueTaskAwaiter<Mixed>>() },
        { typeof(Small), Unsafe.SizeOf<ValueTaskAwaiter<Small>>() },
        { typeof(Pair<long>), Unsafe.SizeOf<ValueTaskAwaiter<Pair<long>>>() },
        { typeof(Eight?), Unsafe.SizeOf<ValueTaskAwaiter<Eight?>>() },
        { typeof(DayOfWeek), Unsafe.SizeOf<ValueTaskAwaiter<DayOfWeek>>() },
        { typeof(ReadOnlyMemory<byte>), Unsafe.SizeOf<ValueTaskAwaiter<ReadOnlyMemory<byte>>>() },
        { typeof(ValueTaskSizeTests), Unsafe.SizeOf<ValueTaskAwaiter<ValueTaskSizeTests>>() },
    };

    [Theory]
    [MemberData(nameof(OwnAwaiters))]
    public void A_structure_of_the_user_counts_with_its_fields(Type result, int size)
    {
        using var library = new AssemblyLibrary([]);
        library.AddRuntime(typeof(object).Assembly.Location);

        Assert.Equal(size - Unsafe.SizeOf<TaskAwaiter>(), ValueTaskSize.OverTask(NamedType.Parse(result.ToString()), library.Find(GetType().Assembly.Location)));
    }

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

    private readonly record struct Eight(long A, long B, long C, long D, long E, long F, long G, long H);

    private readonly record struct Mixed(byte A, string B, byte C, Small D);

    private readonly record struct Small(byte A, short B);

    private readonly record struct Pair<T>(T A, T B);
}
