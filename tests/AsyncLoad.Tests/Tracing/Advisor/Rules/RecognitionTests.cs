using System.Reflection;
using AsyncLoad.Tests.Tracing.Advisor.Samples;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Naming;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Rules;

/// <summary>Stacks are those of .NET 10.0.12, recorded from optimised code.</summary>
public sealed class RecognitionTests
{
    private const string Builder = "System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1[System.Decimal]";
    private const string Tasks = "System.Threading.Tasks.Task";

    [Fact]
    public void A_task_under_the_builder_is_the_result_of_its_method() =>
        AssertFound("SampleShop.PriceAsync(string)", AdviceFinding.CompletesSynchronously, Sites.Of(
            Sites.TaskOf("System.Decimal"), 20, Sites.Runtime(Tasks, "FromResult"), Sites.Runtime(Builder, "SetResult"), Sites.MoveNext("PriceAsync", typeof(string))));

    [Fact]
    public void A_task_with_nothing_between_is_the_result_when_the_code_makes_no_other() =>
        AssertFound("SampleShop.PriceAsync(int)", AdviceFinding.CompletesSynchronously, Sites.Of(Sites.TaskOf("System.Decimal"), 20, Sites.MoveNext("PriceAsync", typeof(int))));

    [Fact]
    public void A_task_of_another_result_is_not_the_methods() =>
        AssertNothing(Sites.Of(Sites.TaskOf("System.Int64"), 20, Sites.MoveNext("PriceAsync", typeof(int))));

    [Fact]
    public void An_exception_is_no_result() =>
        AssertNothing(Sites.Of(Sites.TaskOf("System.Decimal"), 20, Sites.Runtime(Builder, "SetException"), Sites.MoveNext("PriceAsync", typeof(int))));

    [Fact]
    public void Where_the_code_also_calls_FromResult_both_are_named()
    {
        var advice = Only(Sites.Of(Sites.TaskOf("System.String"), 20, Sites.MoveNext("BothAsync")));

        Assert.Equal((AdviceFinding.CompletesSynchronously, AdviceWeight.Conditional), (advice.Finding, advice.Weight));
        Assert.Contains(advice.Check, check => check.Contains("Task.FromResult", StringComparison.Ordinal) && check.Contains("DOTNET_TC_CallCounting=0", StringComparison.Ordinal));
    }

    [Fact]
    public void FromResult_in_a_method_that_is_not_async_is_found() =>
        AssertFound("SampleShop.Explicit(int)", AdviceFinding.CompletesSynchronously, Sites.Of(Sites.TaskOf("System.String"), 20, Explicit));

    [Fact]
    public void FromResult_that_was_inlined_is_charged_to_the_method_that_calls_it() =>
        AssertFound("SampleShop.Explicit(int)", AdviceFinding.CompletesSynchronously, Sites.Of(Sites.TaskOf("System.String"), 20, Sites.MoveNext("InlinesAsync")));

    [Theory]
    [InlineData("System.Int32", "ValueAsync", "SampleShop.ValueAsync(int)")]
    [InlineData("System.Threading.Tasks.VoidTaskResult", "PlainAsync", "SampleShop.PlainAsync()")]
    [InlineData("System.Threading.Tasks.VoidTaskResult", "Fire", "SampleShop.Fire()")]
    public void A_box_belongs_to_the_method_of_its_state_machine(string result, string method, string csharp) =>
        AssertFound(csharp, AdviceFinding.Suspends, Sites.Of(Sites.Box(Sites.Machine(method), result), 20, Sites.BoxMaker(result), Sites.MoveNext(method)));

    [Fact]
    public void A_box_of_the_pooling_builder_is_a_miss() =>
        AssertFound("SampleShop.PooledAsync(int)", AdviceFinding.PoolMisses, Sites.Of(
            $"StateMachineBox`1[System.Int32,{Sites.Machine("PooledAsync")}]", 20, Sites.Runtime("System.Runtime.CompilerServices.PoolingAsyncValueTaskMethodBuilder`1+StateMachineBox`1", "RentFromCache"), Sites.MoveNext("PooledAsync")));

    [Fact]
    public void AsTask_that_waits_is_a_conversion() =>
        AssertFound("SampleShop.ConvertsAsync(int)", AdviceFinding.Converted, Sites.Of(
            "ValueTaskSourceAsTask[System.Int32]", 20, Sites.Runtime("System.Threading.Tasks.ValueTask`1[System.Int32]", "GetTaskForValueTaskSource"), Sites.MoveNext("ConvertsAsync")));

    [Fact]
    public void AsTask_that_is_complete_is_a_conversion_with_or_without_its_frame()
    {
        var conversion = Sites.TaskOf("System.Int32");

        AssertFound("SampleShop.ConvertsAsync(int)", AdviceFinding.Converted, Sites.Of(conversion, 20, Sites.MoveNext("ConvertsAsync")));
        AssertFound("SampleShop.ConvertsAsync(int)", AdviceFinding.Converted, Sites.Of(
            conversion, 20, Sites.Runtime(Tasks, "FromResult"), Sites.Runtime("System.Threading.Tasks.ValueTask`1[System.Int32]", "AsTask"), Sites.MoveNext("ConvertsAsync")));
        AssertFound("SampleShop.ConvertsAsync(int)", AdviceFinding.Converted, Sites.Of(
            conversion, 20, Sites.Runtime("System.Threading.Tasks.ValueTask`1[System.Int32]", "GetTaskForValueTaskSource"), Sites.MoveNext("ConvertsAsync")));
    }

    [Fact]
    public void A_closure_in_an_async_method_is_found() =>
        AssertFound("SampleShop.CapturesAsync(int[], int)", AdviceFinding.Closure, Sites.Of(Closure("CapturesAsync"), 20, Sites.MoveNext("CapturesAsync")));

    [Fact]
    public void A_delegate_in_an_async_method_is_found() =>
        AssertFound("SampleShop.CapturesAsync(int[], int)", AdviceFinding.Closure, Sites.Of("System.Predicate`1[System.Int32]", 20, Sites.MoveNext("CapturesAsync")));

    [Fact]
    public void A_closure_before_the_fast_path_is_found() =>
        AssertFound("SampleShop.SplitsAsync(int)", AdviceFinding.Closure, Sites.Of(
            Closure("SplitsAsync"), 20, Sites.Plain("SplitsAsync", "instance value class System.Threading.Tasks.ValueTask`1<int32>  (int32)")));

    [Fact]
    public void Delegates_of_the_runtime_are_nobodys_closure() =>
        AssertNothing(Sites.Of("System.Action", 20, Sites.MoveNext("CapturesAsync")));

    [Fact]
    public void The_delegate_that_continues_a_method_belongs_to_it() =>
        AssertFound("SampleShop.PlainAsync()", AdviceFinding.Suspends, Sites.Of(
            "System.Action", 20, Sites.Runtime("System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1+AsyncStateMachineBox`1", "get_MoveNextAction"), Sites.MoveNext("PlainAsync")));

    [Fact]
    public void The_object_and_the_box_of_an_iterator_are_one_finding()
    {
        var item = Sites.Machine("ItemsAsync");
        var advice = Only(
            Sites.Of(item[(item.LastIndexOf('+') + 1)..], 20, Sites.Plain("ItemsAsync", "instance class System.Collections.Generic.IAsyncEnumerable`1<int32>  (int32)")),
            Sites.Of(Sites.Box(item, "System.Threading.Tasks.VoidTaskResult"), 20, Sites.BoxMaker(), Sites.MoveNext("ItemsAsync")));

        Assert.Equal(("SampleShop.ItemsAsync(int)", AdviceFinding.AsyncIterator, 40), (advice.Method, advice.Finding, advice.Allocated.Samples));
    }

    [Fact]
    public void A_source_and_its_task_are_one_finding()
    {
        var advice = Only(
            Sites.Of("System.Threading.Tasks.TaskCompletionSource`1[System.Int32]", 10, Sites.MoveNext("SourceAsync")),
            Sites.Of(Sites.TaskOf("System.Int32"), 20, Sites.MoveNext("SourceAsync")));

        Assert.Equal(("SampleShop.SourceAsync(int)", AdviceFinding.CompletionSource), (advice.Method, advice.Finding));
        Assert.Equal(["Task<int>", "TaskCompletionSource<int>"], advice.Types);
    }

    [Theory]
    [InlineData("System.Threading.Tasks.Task`1[System.Int32]", null, null)]
    [InlineData("System.Threading.Tasks.Task`1[System.Int32]", Tasks, "Run")]
    [InlineData("System.Threading.Tasks.Task`1[System.Int32]", "System.Threading.Tasks.Task`1[System.Int32]", "StartNew")]
    [InlineData("System.Threading.Tasks.UnwrapPromise`1[System.Int32]", null, null)]
    public void Task_Run_is_found(string type, string? entry, string? method) =>
        AssertFound("SampleShop.RunsAsync(int)", AdviceFinding.TaskRun, Sites.Of(
            type, 20, entry is null ? [Sites.MoveNext("RunsAsync")] : [Sites.Runtime(entry, method!), Sites.MoveNext("RunsAsync")]));

    [Theory]
    [InlineData("WhenAllPromise`1[System.Decimal]", "WhenAll")]
    [InlineData("System.Threading.Tasks.Task`1[System.Decimal][]", "WhenAll")]
    [InlineData("System.Threading.Tasks.Task`1[System.Decimal][]", null)]
    public void WhenAll_and_its_array_are_found(string type, string? entry) =>
        AssertFound("SampleShop.ListsAsync(IEnumerable<int>)", AdviceFinding.WhenAll, Sites.Of(
            type, 20, entry is null ? [Sites.MoveNext("ListsAsync")] : [Sites.Runtime(Tasks, entry), Sites.MoveNext("ListsAsync")]));

    [Theory]
    [InlineData("DelayPromise", "System.Threading.Tasks.Task", "Delay")]
    [InlineData("System.Threading.TimerQueueTimer", "System.Threading.Tasks.Task+DelayPromise", ".ctor")]
    public void Task_Delay_is_found(string type, string entry, string method) =>
        AssertFound("SampleShop.PlainAsync()", AdviceFinding.Delay, Sites.Of(type, 20, Sites.Runtime(entry, method), Sites.MoveNext("PlainAsync")));

    [Fact]
    public void What_is_not_async_is_left_alone() =>
        AssertNothing(
            Sites.Of("System.String", 20, Sites.MoveNext("PlainAsync")),
            Sites.Of("System.Int32[]", 20, Sites.MoveNext("PlainAsync")),
            Sites.Of("My.App.Line", 20, Sites.MoveNext("PlainAsync")),
            Sites.Of("System.Threading.Tasks.Task`1[System.Decimal][]", 20, Sites.MoveNext("PlainAsync")),
            Sites.Of(Sites.TaskOf("System.Int32"), 20, Sites.Runtime("System.Collections.Generic.List`1[System.Int32]", "Add"), Sites.MoveNext("RunsAsync")),
            Sites.Of("<Items>d__1", 20, Sites.Plain("Items", "instance class System.Collections.Generic.IEnumerable`1<int32>  (int32)")),
            Sites.Of("<>c__DisplayClass0_0", 20, Sites.Plain("Items", "instance class System.Collections.Generic.IEnumerable`1<int32>  (int32)")),
            Sites.Of(Sites.TaskOf("System.String"), 20, Sites.Runtime("System.IO.Stream", "ReadAsync")),
            Sites.Of(Sites.TaskOf("System.String"), 20),
            Sites.Of(Sites.TaskOf("System.String"), 20, new TracedFrame(null, "", "", ""), Explicit),
            Sites.Of("A`1[", 20, Explicit),
            Sites.Of("", 20, Explicit));

    [Fact]
    public void Methods_of_the_framework_are_left_alone() =>
        AssertNothing(
            Sites.Of(Sites.Box("System.IO.Stream+<CopyAsync>d__1"), 20, Sites.BoxMaker(), Sites.Runtime("System.IO.Stream+<CopyAsync>d__1", "MoveNext"), Explicit),
            Sites.Of(Sites.Box("Interop+<CallAsync>d__1"), 20, Sites.BoxMaker(), Sites.Runtime("Interop+<CallAsync>d__1", "MoveNext"), Explicit),
            Sites.Of("WhenAllPromise", 20, Sites.Runtime(Tasks, "WhenAll"), Sites.Runtime("Microsoft.Extensions.Some", "StopAsync"), Explicit));

    private static TracedFrame Explicit => Sites.Plain("Explicit", "instance class System.Threading.Tasks.Task`1<class System.String>  (int32)");

    // The runtime writes a nested type without the one around it; which number a closure has is the compiler's choice.
    internal static string Closure(string method)
    {
        const BindingFlags Own = BindingFlags.NonPublic | BindingFlags.Instance;
        return typeof(SampleShop).GetNestedTypes(BindingFlags.NonPublic)
            .Where(type => type.Name.StartsWith("<>c__DisplayClass", StringComparison.Ordinal))
            .Single(type => type.GetMethods(Own).Any(member => member.Name.StartsWith($"<{method}>", StringComparison.Ordinal)))
            .Name;
    }

    private static Advice Only(params AllocationSite[] sites) => Assert.Single(Sites.Advise(sites).Methods);

    private static void AssertFound(string method, AdviceFinding finding, AllocationSite site)
    {
        var advice = Only(site);
        Assert.Equal((method, finding, "AsyncLoad.Tests.dll"), (advice.Method, advice.Finding, advice.Assembly));
    }

    private static void AssertNothing(params AllocationSite[] sites) =>
        Assert.All(sites, site => Assert.Empty(Sites.Advise(site).Methods));
}
