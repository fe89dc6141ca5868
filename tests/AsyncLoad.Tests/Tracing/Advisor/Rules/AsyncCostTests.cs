using System.Reflection;
using AsyncLoad.Tests.Tracing.Advisor.Samples;
using AsyncLoad.Tests.Tracing.Advisor.Services;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Naming;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Rules;

/// <summary>What the framework allocates for async code, charged to the method that calls it.</summary>
public sealed class AsyncCostTests
{
    private const string Threading = "System.Threading.";
    private const string Tasks = Threading + "Tasks.";

    public static TheoryData<string, string, string, AdviceFinding, bool> Costs => new()
    {
        { "TaskNode", Threading + "SemaphoreSlim::WaitAsync", "WaitsAsync", AdviceFinding.Waiter, false },
        { "CancellationPromise`1[System.Threading.Tasks.VoidTaskResult]", Threading + "SemaphoreSlim::WaitAsync", "PacesAsync", AdviceFinding.Waiter, true },
        { "AsyncStateMachineBox`1[System.Boolean,System.Threading.SemaphoreSlim+<WaitUntilCountOrTimeoutAsync>d__33]", Threading + "SemaphoreSlim::WaitAsync", "PacesAsync", AdviceFinding.Waiter, false },
        { "Linked2CancellationTokenSource", Threading + "CancellationTokenSource::CreateLinkedTokenSource", "LinksAsync", AdviceFinding.TokenSource, false },
        { "CallbackNode", Threading + "CancellationTokenSource+Linked2CancellationTokenSource::.ctor", "LinksAsync", AdviceFinding.TokenSource, true },
        { "System.Threading.TimerQueueTimer", Threading + "CancellationTokenSource::.ctor", "TimesAsync", AdviceFinding.TokenSource, true },
        { "CallbackNode", Threading + "CancellationToken::UnsafeRegister", "RegistersAsync", AdviceFinding.TokenSource, true },
        { "CancellationPromise`1[System.Threading.Tasks.VoidTaskResult]", Tasks + "Task::WaitAsync", "WaitsForAsync", AdviceFinding.WaitAsync, false },
        { "System.Threading.TimerQueueTimer", Tasks + "Task+CancellationPromise`1[System.Threading.Tasks.VoidTaskResult]::.ctor", "WaitsForAsync", AdviceFinding.WaitAsync, false },
        { "System.Threading.TimerHolder", Threading + "Timer::.ctor", "MakesTimerAsync", AdviceFinding.Timer, true },
        { "System.Threading.Tasks.ContinuationResultTaskFromTask`1[System.Int32]", Tasks + "Task::ContinueWith", "ContinuesAsync", AdviceFinding.Continuation, true },
        { "System.Threading.Tasks.SynchronizationContextAwaitTaskContinuation", "System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1[System.Threading.Tasks.VoidTaskResult]::AwaitUnsafeOnCompleted", "ComesBackAsync", AdviceFinding.Continuation, true },
        { "System.Collections.Generic.List`1[System.Object]", "System.Runtime.CompilerServices.TaskAwaiter::UnsafeOnCompletedInternal", "ComesBackAsync", AdviceFinding.Continuation, false },
        { "OneElementAsyncLocalValueMap", Threading + "ExecutionContext::SetLocalValue", "SetsAsync", AdviceFinding.AsyncLocal, true },
        { "System.Int32", Threading + "AsyncLocal`1[System.Int32]::set_Value", "SetsAsync", AdviceFinding.AsyncLocal, true },
        { "System.Threading.Channels.BlockedReadAsyncOperation`1[System.Int32]", Threading + "Channels.UnboundedChannel`1+UnboundedChannelReader[System.Int32]::ReadAsync", "ReadsAsync", AdviceFinding.Channel, true },
        { "<ReadAllAsync>d__12[System.Int32]", Threading + "Channels.ChannelReader`1[System.Int32]::ReadAllAsync", "ReadsAsync", AdviceFinding.Channel, false },
        { "System.Threading.QueueUserWorkItemCallback", Threading + "ThreadPool::QueueUserWorkItem", "QueuesAsync", AdviceFinding.PoolWork, true },
        { "SyncForEachAsyncState`1[System.Int32]", Tasks + "Parallel::ForEachAsync", "QueuesAsync", AdviceFinding.PoolWork, false },
    };

    [Theory]
    [MemberData(nameof(Costs))]
    public void What_a_call_of_the_framework_makes_for_async_code_is_charged_to_the_method_that_calls_it(string type, string entry, string method, AdviceFinding finding, bool hasRemedy)
    {
        var advice = Only(Site(type, method, Entry(entry)));

        Assert.Equal((CSharp(method), finding), (advice.Method, advice.Finding));
        Assert.Equal(hasRemedy ? AdviceWeight.Conditional : AdviceWeight.Nothing, advice.Weight);
        Assert.Equal(hasRemedy, advice.Remedy is not null);
        Assert.Equal(hasRemedy, advice.Removable is not null);
        Assert.Equal(!hasRemedy, advice.Check.Contains("There is no remedy: the call needs these objects."));
        Assert.Contains($"({Sites.Size} B) each time.", advice.Because, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Linked2CancellationTokenSource", "LinksAsync", AdviceFinding.TokenSource)]
    [InlineData("System.Threading.CancellationTokenSource", "TimesAsync", AdviceFinding.TokenSource)]
    [InlineData("CancellationPromise`1[System.Threading.Tasks.VoidTaskResult]", "WaitsForAsync", AdviceFinding.WaitAsync)]
    [InlineData("System.Threading.Timer", "MakesTimerAsync", AdviceFinding.Timer)]
    [InlineData("System.Lazy`1[System.Threading.Tasks.Task`1[System.Int32]]", "KeepsLazyAsync", AdviceFinding.LazyTask)]
    public void What_was_put_into_the_method_is_known_by_what_it_calls(string type, string method, AdviceFinding finding) =>
        Assert.Equal((CSharp(method), finding), (Only(Site(type, method)).Method, Only(Site(type, method)).Finding));

    // In a cache the task alone would start the work once for each thread that comes at once.
    [Fact]
    public void What_a_lazy_task_is_there_for_is_asked_before_it_is_removed()
    {
        var advice = Only(Site("System.Lazy`1[System.Threading.Tasks.Task`1[System.Int32]]", "KeepsLazyAsync"));

        Assert.Equal(AdviceWeight.Conditional, advice.Weight);
        Assert.Equal(["The work is needed in any case. The Lazy is not there to start it once for several threads, as in ConcurrentDictionary.GetOrAdd."], advice.Check);
    }

    [Fact]
    public void Classes_of_the_user_and_other_work_of_the_framework_are_left_alone() => Assert.All(
        [
            Site("TaskNode", "ComesBackAsync"),
            Site("Linked2CancellationTokenSource", "ComesBackAsync"),
            Site("My.App.Timer", "MakesTimerAsync"),
            Site("System.Lazy`1[System.Int32]", "KeepsLazyAsync"),
            Site("System.String", "ReadsAsync", Sites.Runtime(Threading + "Channels.ChannelReader`1", "ReadAsync")),
            Site("System.Collections.Generic.List`1[System.Exception]", "ComesBackAsync", Sites.Runtime("System.Runtime.CompilerServices.TaskAwaiter", "UnsafeOnCompletedInternal")),
            Site("Linked2CancellationTokenSource", "LinksAsync", Sites.Runtime(Threading + "CancellationTokenSource", "CreateLinkedTokenSource"), Sites.Runtime("System.Net.Http.HttpClient", "SendAsync")),
            Site("TaskNode", "LinksAsync", Sites.Runtime(Threading + "SemaphoreSlim", "WaitAsync"), Resumed, Sites.Runtime(Threading + "CancellationTokenSource", "Cancel")),
        ],
        site => Assert.Empty(Sites.Advise(site).Methods));

    [Fact]
    public void Without_the_assembly_a_name_that_anyone_may_use_says_nothing()
    {
        Assert.Empty(Sites.AdviseWithoutMetadata(Site("Registrations", "RegistersAsync")).Methods);
        Assert.Equal(AdviceFinding.TokenSource, Assert.Single(Sites.AdviseWithoutMetadata(Site("Linked2CancellationTokenSource", "LinksAsync")).Methods).Finding);
        Assert.Equal(AdviceFinding.Waiter, Assert.Single(Sites.AdviseWithoutMetadata(Site("TaskNode", "WaitsAsync", Sites.Runtime(Threading + "SemaphoreSlim", "WaitAsync"))).Methods).Finding);
    }

    [Fact]
    public void Sizes_are_those_that_were_sampled() => Assert.Contains(
        "TaskNode (123 B)", Only(Sites.Sized("TaskNode", 20, 123, Sites.Runtime(Threading + "SemaphoreSlim", "WaitAsync"), MoveNext("WaitsAsync"))).Because, StringComparison.Ordinal);

    [Fact]
    public void A_remedy_promises_only_what_it_removes()
    {
        var wait = Sites.Runtime(Threading + "SemaphoreSlim", "WaitAsync");
        var advice = Only(Site("TaskNode", "PacesAsync", wait), Sites.Sized("CancellationPromise`1[System.Threading.Tasks.VoidTaskResult]", 40, 104, wait, MoveNext("PacesAsync")));
        var promise = Sites.Advise(Sites.Sized("CancellationPromise`1[System.Threading.Tasks.VoidTaskResult]", 40, 104, wait, MoveNext("PacesAsync"))).Methods.Single();

        Assert.Equal(60, advice.Allocated.Samples);
        Assert.Equal(promise.Removable, advice.Removable);
    }

    // Its own task would take the place of what ContinueWith makes.
    [Theory]
    [InlineData("NextAsync", AdviceWeight.Nothing)]
    [InlineData("AwaitsNextAsync", AdviceWeight.Conditional)]
    public void To_await_instead_of_continuing_helps_only_an_async_method(string method, AdviceWeight weight)
    {
        using var service = new WrittenService("""
            public static class Chain
            {
                public static Task<int> NextAsync(Task<int> work) => work.ContinueWith(static done => done.Result + 1);
                public static async Task<int> AwaitsNextAsync(Task<int> work) => await work.ContinueWith(static done => done.Result + 1);
            }
            """);

        var advice = Only(service.SiteAt("Chain", method, "ContinueWith", Tasks + "ContinuationResultTaskFromResultTask`2[System.Int32,System.Int32]", Sites.Runtime(Tasks + "Task`1", "ContinueWith")));

        Assert.Equal((AdviceFinding.Continuation, weight, weight == AdviceWeight.Nothing), (advice.Finding, advice.Weight, advice.Removable is null));
    }

    [Fact]
    public void All_of_it_stands_in_the_account_as_a_cost_of_async_code()
    {
        // Task.WhenAny leaves a list in the task that was not the first, wherever that happens.
        var list = Site("System.Collections.Generic.List`1[System.Object]", "ComesBackAsync", Sites.Runtime(Tasks + "Task", "RunOrQueueCompletionAction"), Sites.Runtime(Tasks + "Task", "RunContinuations"));
        AllocationSite[] sites = [.. Costs.Select(row => Site(row.Data.Item1, row.Data.Item3, Entry(row.Data.Item2))), list, Site("System.String", "ReadsAsync")];

        var account = Sites.Advise(sites).Account;

        Assert.Equal(20L * (Costs.Count + 1), account.AsyncCosts.Samples);
        Assert.Equal(sites.Sum(site => site.Tally.Bytes), account.TotalBytes, 3);
    }

    private static TracedFrame Entry(string entry) => Sites.Runtime(entry.Split("::")[0], entry.Split("::")[1]);

    // What a call completes goes on below it.
    private static TracedFrame Resumed => Sites.Runtime("System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1+AsyncStateMachineBox`1[System.Int32,System.__Canon]", "MoveNext");

    internal static AllocationSite Site(string type, string method, params TracedFrame[] framework) => Sites.Of(type, 20, [.. framework, MoveNext(method)]);

    internal static TracedFrame MoveNext(string method) => Sites.MoveNext(Method(method));

    private static MethodInfo Method(string method) => typeof(SampleCosts).GetMethod(method)!;

    private static string CSharp(string method) => Only(Sites.Of(Sites.Box(Sites.Machine(Method(method))), 20, Sites.BoxMaker(), MoveNext(method))).Method;

    private static Advice Only(params AllocationSite[] sites) => Assert.Single(Sites.Advise(sites).Methods);
}
