using AsyncLoad.Tests.Tracing.Advisor.Samples;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Naming;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Rules;

public sealed class WeightTests
{
    private const string IntTask = "instance class System.Threading.Tasks.Task`1<int32>  (int32)";

    [Theory]
    [InlineData("Awaited", AdviceWeight.Recommended)]
    [InlineData("Returned", AdviceWeight.Recommended)]
    [InlineData("Inspected", AdviceWeight.Recommended)]
    [InlineData("Uncalled", AdviceWeight.Conditional)]
    [InlineData("AsDelegate", AdviceWeight.Conditional)]
    [InlineData("ReturnedByLambda", AdviceWeight.Conditional)]
    [InlineData("Combined", AdviceWeight.Nothing)]
    [InlineData("Stored", AdviceWeight.Nothing)]
    [InlineData("UsedAgain", AdviceWeight.Nothing)]
    [InlineData("Blocked", AdviceWeight.Nothing)]
    public void Callers_decide_what_a_value_task_is_worth(string method, AdviceWeight weight)
    {
        var advice = Advise(Sites.Of(Sites.TaskOf("System.Int32"), 20, new TracedFrame(Sites.Module, typeof(SampleCallers).FullName!, method, IntTask)));

        Assert.Equal((AdviceFinding.CompletesSynchronously, weight), (advice.Finding, advice.Weight));
        Assert.Equal(weight == AdviceWeight.Nothing, advice.Remedy is null);
        Assert.Equal(weight == AdviceWeight.Nothing, advice.Removable is null);
        Assert.Equal(weight == AdviceWeight.Recommended, advice.Check.Count == 0);
    }

    [Fact]
    public void The_remedy_names_the_methods_that_pass_the_result_on()
    {
        var advice = Advise(Sites.Of(Sites.TaskOf("System.Int32"), 20, new TracedFrame(Sites.Module, typeof(SampleCallers).FullName!, "Returned", IntTask)));

        Assert.Contains(" Change SampleCallers.Returns() (", advice.Remedy, StringComparison.Ordinal);
        Assert.EndsWith(") too, which passes its result on.", advice.Remedy, StringComparison.Ordinal);
    }

    [Fact]
    public void The_remedy_names_the_type_to_return()
    {
        var advice = Advise(Sites.Of(Sites.TaskOf("System.Decimal"), 20, Sites.MoveNext("PriceAsync", typeof(int))));

        Assert.Equal("Return ValueTask<decimal> instead of Task<decimal>.", advice.Remedy);
    }

    [Fact]
    public void Tasks_for_a_cache_stay_tasks()
    {
        var made = new TracedFrame(Sites.Module, typeof(SampleStore).FullName!, "FindAsync", "instance class System.Threading.Tasks.Task`1<class System.String>  (int32)");
        var lambda = new TracedFrame(Sites.Module, typeof(SampleShop).FullName + "+<>c", "<CachedAsync>b__0_0", made.Signature);
        var cache = Sites.Runtime("System.Collections.Concurrent.ConcurrentDictionary`2[System.Int32,System.__Canon]", "GetOrAdd");

        Assert.Equal(AdviceWeight.Nothing, Advise(Sites.Of(Sites.TaskOf("System.String"), 20, made, lambda, cache)).Weight);
        Assert.Equal(AdviceWeight.Recommended, Advise(Sites.Of(Sites.TaskOf("System.String"), 20, made, lambda)).Weight);
        Assert.Equal(
            AdviceWeight.Conditional,
            Advise(Sites.Of(Sites.TaskOf("System.String"), 40, made), Sites.Of(Sites.TaskOf("System.String"), 20, made, lambda, cache)).Weight);
    }

    [Fact]
    public void An_interface_that_changes_with_it_is_named() =>
        Assert.StartsWith("ISampleStore declares it too", Assert.Single(Advise(Sites.Of(
            Sites.TaskOf("System.String"), 20, new TracedFrame(Sites.Module, typeof(SampleStore).FullName!, "FindAsync", ""))).Check), StringComparison.Ordinal);

    [Fact]
    public void A_task_that_suspends_gains_nothing_from_value_task_alone()
    {
        var advice = Boxed("PlainAsync", "System.Threading.Tasks.VoidTaskResult");

        Assert.Equal(AdviceWeight.Conditional, advice.Weight);
        Assert.Contains("ValueTask alone would save nothing", advice.Remedy, StringComparison.Ordinal);
        Assert.Contains("typeof(PoolingAsyncValueTaskMethodBuilder))", advice.Remedy, StringComparison.Ordinal);
        Assert.Contains("pool warm", advice.Remedy, StringComparison.Ordinal);
    }

    [Fact]
    public void A_value_task_that_suspends_needs_the_pooling_builder_only()
    {
        var advice = Boxed("ValueAsync", "System.Int32");

        Assert.Equal(AdviceWeight.Conditional, advice.Weight);
        Assert.Equal("Put [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))] on it (using System.Runtime.CompilerServices).", advice.Remedy);
        Assert.Contains(advice.Check, check => check.Contains("AsTask", StringComparison.Ordinal));
    }

    [Fact]
    public void Nothing_pools_an_async_void() => Assert.Equal((AdviceWeight.Nothing, null), (Boxed("Fire", "System.Threading.Tasks.VoidTaskResult").Weight, Boxed("Fire", "System.Threading.Tasks.VoidTaskResult").Remedy));

    [Fact]
    public void A_type_with_a_builder_of_its_own_is_left_to_that_builder()
    {
        var method = typeof(SampleJobs).GetMethod(nameof(SampleJobs.WorkAsync))!;
        var advice = Assert.Single(Sites.Advise(Sites.Of(Sites.Box(Sites.Machine(method)), 20, Sites.BoxMaker(), Sites.MoveNext(method))).Methods);

        Assert.Equal((AdviceWeight.Nothing, null), (advice.Weight, advice.Remedy));
        Assert.Contains("It returns SampleJob<int>", Assert.Single(advice.Check), StringComparison.Ordinal);
    }

    [Fact]
    public void What_a_base_class_of_the_framework_returns_cannot_be_changed()
    {
        var read = typeof(SampleStream).GetMethod("ReadAsync", [typeof(byte[]), typeof(int), typeof(int), typeof(CancellationToken)])!;

        var advice = Advise(Sites.Of(Sites.Box(Sites.Machine(read)), 20, Sites.BoxMaker(), Sites.MoveNext(read)));

        Assert.Equal(AdviceWeight.Nothing, advice.Weight);
        Assert.Contains(advice.Check, check => check.StartsWith("Its return type comes from MemoryStream", StringComparison.Ordinal));
    }

    [Fact]
    public void An_older_trace_than_the_assembly_is_noticed() =>
        Assert.Contains(Boxed("PooledAsync", "System.Int32").Check, check => check.Contains("not the one that was traced", StringComparison.Ordinal));

    [Theory]
    [InlineData("ConvertsAsync", AdviceWeight.Recommended)]
    [InlineData("DeclaresConvertedAsync", AdviceWeight.Conditional)]
    [InlineData("CombinesConvertedAsync", AdviceWeight.Nothing)]
    public void What_becomes_of_the_task_decides_about_AsTask(string method, AdviceWeight weight) =>
        Assert.Equal((AdviceFinding.Converted, weight), Weighed(Sites.Of("ValueTaskSourceAsTask[System.Int32]", 20, Sites.MoveNext(method))));

    [Fact]
    public void A_closure_for_a_local_function_can_go_for_certain()
    {
        Assert.Equal((AdviceFinding.Closure, AdviceWeight.Recommended), Weighed(Sites.Of(Closure("SplitsAsync"), 20, Sites.Plain("SplitsAsync", "instance value class System.Threading.Tasks.ValueTask`1<int32>  (int32)"))));
        Assert.Equal((AdviceFinding.Closure, AdviceWeight.Conditional), Weighed(Sites.Of(Closure("CapturesAsync"), 20, Sites.MoveNext("CapturesAsync"))));
    }

    [Fact]
    public void Every_finding_says_why_and_no_sentence_shows_a_name_of_the_compiler()
    {
        var advice = Sites.Advise(
            Sites.Of(Sites.TaskOf("System.String"), 20, Sites.MoveNext("BothAsync")),
            Sites.Of(Sites.Box(Sites.Machine("ValueAsync")), 20, Sites.BoxMaker(), Sites.MoveNext("ValueAsync")),
            Sites.Of($"StateMachineBox`1[System.Int32,{Sites.Machine("PooledAsync")}]", 20, Sites.MoveNext("PooledAsync")),
            Sites.Of("ValueTaskSourceAsTask[System.Int32]", 20, Sites.MoveNext("ConvertsAsync")),
            Sites.Of(Closure("CapturesAsync"), 20, Sites.MoveNext("CapturesAsync")),
            Sites.Of(Sites.Box(Sites.Machine("ItemsAsync")), 20, Sites.BoxMaker(), Sites.MoveNext("ItemsAsync")),
            Sites.Of("System.Threading.Tasks.TaskCompletionSource`1[System.Int32]", 20, Sites.MoveNext("SourceAsync")),
            Sites.Of("System.Threading.Tasks.UnwrapPromise`1[System.Int32]", 20, Sites.MoveNext("RunsAsync")),
            Sites.Of("WhenAllPromise", 20, Sites.MoveNext("ListsAsync")),
            Sites.Of("DelayPromise", 20, Sites.MoveNext("PlainAsync")),
            Cost("DelayPromise", "Task", "Delay", "LimitsAsync"),
            Cost("TaskNode", "SemaphoreSlim", "WaitAsync", "WaitsAsync"),
            Cost("Linked2CancellationTokenSource", "CancellationTokenSource", "CreateLinkedTokenSource", "LinksAsync"),
            Cost("CancellationPromise`1[System.Int32]", "Task", "WaitAsync", "WaitsForAsync"),
            Cost("System.Threading.TimerHolder", "Timer", ".ctor", "MakesTimerAsync"),
            Cost("System.Threading.Tasks.ContinuationTaskFromTask", "Task", "ContinueWith", "ContinuesAsync"),
            Cost("System.Threading.ExecutionContext", "ExecutionContext", "SetLocalValue", "SetsAsync"),
            Cost("AsyncStateMachineBox`1[System.Boolean,System.Threading.Channels.ChannelReader`1+<ReadAllAsync>d__12[System.Int32]]", "Channels.ChannelReader`1", "ReadAllAsync", "ReadsAsync"),
            Cost("System.Threading.QueueUserWorkItemCallback", "ThreadPool", "QueueUserWorkItem", "QueuesAsync"),
            AsyncCostTests.Site("System.Lazy`1[System.Threading.Tasks.Task]", "KeepsLazyAsync"),
            Sites.Of("Microsoft.FSharp.Control.FSharpAsync`1[System.Int32]", 20, Sites.MoveNext("PlainAsync"))).Methods;

        Assert.Equal(Enum.GetValues<AdviceFinding>(), advice.Select(one => one.Finding).Order());
        Assert.All(advice, one => Assert.All([one.Method, one.Because, one.Remedy ?? ".", .. one.Check, .. one.Types.Append(".")], sentence =>
        {
            Assert.NotEmpty(sentence);
            Assert.DoesNotContain("<>c", sentence, StringComparison.Ordinal);
            Assert.DoesNotContain("d__", sentence, StringComparison.Ordinal);
        }));
        Assert.All(advice, one => Assert.Equal(one.Remedy is null, one.RemedyKind is null));
    }

    private static AllocationSite Cost(string type, string entry, string called, string method) =>
        AsyncCostTests.Site(type, method, Sites.Runtime($"System.Threading.{(entry == "Task" ? "Tasks." : "")}{entry}", called));

    private static string Closure(string method) => RecognitionTests.Closure(method);

    private static Advice Boxed(string method, string result) => Advise(Sites.Of(Sites.Box(Sites.Machine(method), result), 20, Sites.BoxMaker(result), Sites.MoveNext(method)));

    private static (AdviceFinding Finding, AdviceWeight Weight) Weighed(AllocationSite site) => (Advise(site).Finding, Advise(site).Weight);

    private static Advice Advise(params AllocationSite[] sites) => Assert.Single(Sites.Advise(sites).Methods);
}
