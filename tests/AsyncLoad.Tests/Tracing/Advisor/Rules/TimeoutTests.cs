using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Naming;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Rules;

/// <summary>What a delay is there for decides about it and about what it is combined with.</summary>
public sealed class TimeoutTests
{
    private const string Tasks = "System.Threading.Tasks.Task";

    [Theory]
    [InlineData("LimitsAsync")]
    [InlineData("KeepsLimitAsync")]
    [InlineData("LimitsOfListAsync")]
    [InlineData("LimitsWithSourceAsync")]
    public void A_delay_beside_one_task_in_WhenAny_is_a_time_limit(string method)
    {
        var advice = Only(Delayed(method), Combined(method));

        Assert.Equal((AdviceFinding.Timeout, AdviceWeight.Conditional, 40L), (advice.Finding, advice.Weight, advice.Allocated.Samples));
        Assert.Contains("WaitAsync(timeout", advice.Remedy, StringComparison.Ordinal);
        Assert.DoesNotContain("PeriodicTimer", Text(advice), StringComparison.Ordinal);
        Assert.DoesNotContain("one after the other", Text(advice), StringComparison.Ordinal);
    }

    [Fact]
    public void What_a_time_limit_saves_is_the_combined_task_less_what_the_promise_is_larger_by()
    {
        var combined = Sites.Sized("TwoTaskWhenAnyPromise`1[System.Threading.Tasks.Task]", 1_000, 88, AsyncCostTests.MoveNext("LimitsAsync"));
        var delays = Sites.Sized("DelayPromiseWithCancellation", 1_000, 88, Delay, AsyncCostTests.MoveNext("LimitsAsync"));
        var timer = Sites.Sized("System.Threading.TimerQueueTimer", 1_000, 96, Delay, AsyncCostTests.MoveNext("LimitsAsync"));

        var advice = Only(delays, timer, combined);

        // WaitAsync makes a promise of 104 B in the place of 88 B, and a timer too; a list of 32 B, made elsewhere, goes.
        Assert.Equal((combined.Tally.Bytes + (delays.Tally.Bytes * 16 / 88)) / Sites.Seconds, advice.Removable!.Estimate, 3);
        Assert.True(advice.Removable.Low < advice.Removable.Estimate && advice.Removable.Estimate < advice.Removable.High);
        Assert.Contains(advice.Check, check => check.Contains("about 16 B", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("PacesAsync", AdviceWeight.Conditional, true)]
    [InlineData("PacesInTryAsync", AdviceWeight.Conditional, true)]
    [InlineData("RestsAsync", AdviceWeight.Conditional, true)]
    [InlineData("RetriesAsync", AdviceWeight.Nothing, false)]
    [InlineData("RestsWhenIdleAsync", AdviceWeight.Nothing, false)]
    [InlineData("LimitsManyAsync", AdviceWeight.Nothing, false)]
    [InlineData("LimitsListOfManyAsync", AdviceWeight.Nothing, false)]
    public void A_PeriodicTimer_is_for_a_delay_that_paces_a_loop(string method, AdviceWeight weight, bool timer)
    {
        var advice = Only(Delayed(method));

        Assert.Equal((AdviceFinding.Delay, weight), (advice.Finding, advice.Weight));
        Assert.Equal(timer, advice.Remedy?.Contains("PeriodicTimer", StringComparison.Ordinal) == true);
    }

    [Fact]
    public void A_delay_outside_a_loop_says_so() => Assert.Contains("its own code has no such loop", Assert.Single(Only(Delayed("RestsAsync")).Check), StringComparison.Ordinal);

    [Fact]
    public void The_first_of_several_tasks_has_no_remedy()
    {
        var advice = Only(Combined("FirstAsync"));

        Assert.Equal((AdviceFinding.WhenAll, AdviceWeight.Nothing, null), (advice.Finding, advice.Weight, advice.Removable));
    }

    [Fact]
    public void WhenAll_is_awaited_one_after_the_other_and_WhenAny_is_not()
    {
        var advice = Only(Sites.Of("WhenAllPromise", 20, AsyncCostTests.MoveNext("FirstAsync")));

        Assert.Contains("one by one", advice.Remedy, StringComparison.Ordinal);
        Assert.DoesNotContain("WhenAny", Text(advice), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("LimitsWithSourceAsync", true)]
    [InlineData("LimitsAsync", false)]
    public void Registrations_with_a_source_for_the_delay_alone_go_too(string method, bool go)
    {
        var alone = Only(Combined(method)).Removable!.Estimate;
        var registered = AsyncCostTests.Site("CallbackNode", method, Delay);

        Assert.Equal(alone + (go ? registered.Tally.Bytes / Sites.Seconds : 0), Only(Combined(method), registered).Removable!.Estimate, 3);
    }

    [Theory]
    [InlineData("LimitsWithSourceAsync", true)]
    [InlineData("LimitsAndHandsOnAsync", false)]
    public void A_source_for_the_delay_alone_goes_with_it(string method, bool goes)
    {
        var advice = Only(AsyncCostTests.Site("Linked1CancellationTokenSource", method, Sites.Runtime("System.Threading.CancellationTokenSource", "CreateLinkedTokenSource")));

        Assert.Equal(AdviceFinding.TokenSource, advice.Finding);
        Assert.Equal(goes ? AdviceWeight.Conditional : AdviceWeight.Nothing, advice.Weight);
        Assert.Equal(goes, advice.Remedy?.Contains("WaitAsync(timeout, token)", StringComparison.Ordinal) == true);
    }

    [Fact]
    public void Without_the_assembly_both_are_said_and_nothing_of_WhenAny_is_promised()
    {
        var advice = Sites.AdviseWithoutMetadata(Delayed("LimitsAsync"), Combined("LimitsAsync")).Methods;

        Assert.Equal([AdviceFinding.WhenAll, AdviceFinding.Delay], advice.Select(one => one.Finding));
        Assert.All(advice, one => Assert.Contains("WaitAsync(timeout)", Text(one), StringComparison.Ordinal));
        Assert.Null(advice[0].Removable);
        Assert.DoesNotContain("one after the other", Text(advice[0]), StringComparison.Ordinal);
    }

    [Fact]
    public void Of_a_method_that_does_both_only_the_pace_is_promised()
    {
        var advice = Sites.Advise(Delayed("PacesAndLimitsAsync")).Methods.Single();

        Assert.Equal((AdviceFinding.Delay, null), (advice.Finding, advice.Removable));
    }

    private static TracedFrame Delay => Sites.Runtime(Tasks, "Delay");

    private static AllocationSite Delayed(string method) => AsyncCostTests.Site("DelayPromise", method, Delay);

    private static AllocationSite Combined(string method) => AsyncCostTests.Site("TwoTaskWhenAnyPromise`1[System.Threading.Tasks.Task]", method);

    private static string Text(Advice advice) => $"{advice.Because} {advice.Remedy} {string.Join(' ', advice.Check)}";

    private static Advice Only(params AllocationSite[] sites) => Assert.Single(Sites.Advise(sites).Methods);
}
