using System.Reflection;
using AsyncLoad.Tests.Tracing.Advisor.Samples;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Rules;

/// <summary>Who made a task whose stack shows one method only.</summary>
public sealed class TaskSourceTests
{
    [Fact]
    public void The_statement_tells_the_result_of_a_method_from_that_of_a_callee_without_a_frame()
    {
        var report = Sites.Advise(Site("PassesAsync", 30, "MakeAsync"), Site("PassesAsync", 20, "SetResult"));

        Assert.Equal([("SamplePassing.MakeAsync(int)", 30L), ("SamplePassing.PassesAsync(int)", 20L)], Named(report));
        Assert.All(report.Methods, advice => Assert.Equal(advice.Allocated.Bytes / Sites.Seconds, advice.Removable!.Estimate, 6));
        Assert.All(report.Methods, advice => Assert.Equal(advice.Share, advice.SureShare));
    }

    [Fact]
    public void Two_callees_of_one_type_are_told_apart() => Assert.Equal(
        [("SamplePassing.MakeAsync(int)", 30L), ("SamplePassing.MakeOtherAsync(int)", 20L)],
        Named(Sites.Advise(Site("AwaitsTwoAsync", 30, "MakeAsync"), Site("AwaitsTwoAsync", 20, "MakeOtherAsync"))));

    [Fact]
    public void A_callee_of_a_callee_is_found() =>
        Assert.Equal([("SamplePassing.MakeOtherAsync(int)", 30L)], Named(Sites.Advise(Site("AwaitsForwardedAsync", 30, "ForwardAsync"))));

    [Fact]
    public void Without_the_statement_both_are_named_and_neither_is_promised()
    {
        var report = Sites.Advise(Site("PassesAsync", 40, null));
        var advice = Assert.Single(report.Methods);

        Assert.Equal(("SamplePassing.PassesAsync(int)", AdviceWeight.Conditional, null, 0.0, 0.0), (advice.Method, advice.Weight, advice.Removable, advice.SureShare, advice.Allocated.Low));
        Assert.Contains(advice.Check, check => check.Contains("SamplePassing.MakeAsync(int)", StringComparison.Ordinal) && check.Contains("Task.FromResult", StringComparison.Ordinal));
        var made = Assert.Single(report.Account.Makers);
        Assert.Equal("SamplePassing.PassesAsync(int)", made.Method);
        Assert.Equal(["SamplePassing.PassesAsync(int)", "SamplePassing.MakeAsync(int)"], made.Candidates);
    }

    [Fact]
    public void What_is_sure_of_a_method_is_promised_and_what_is_not_widens_its_interval()
    {
        var advice = Sites.Advise(Site("PassesAsync", 400, "SetResult"), Site("PassesAsync", 100, null)).Methods.Single();
        var sure = Sites.Advise(Site("PassesAsync", 400, "SetResult")).Methods.Single();

        Assert.Equal(500, advice.Allocated.Samples);
        Assert.Equal(sure.Allocated.Low, advice.Allocated.Low);
        Assert.True(advice.Allocated.High > sure.Allocated.High);
        Assert.Equal(sure.Removable, advice.Removable);
    }

    [Fact]
    public void Two_callees_in_one_statement_are_both_named()
    {
        var advice = Sites.Advise(Site("AwaitsEitherAsync", 30, "MakeAsync", "MakeOtherAsync")).Methods.Single();

        Assert.Null(advice.Removable);
        Assert.Contains(advice.Check, check => check.Contains(advice.Method == "SamplePassing.MakeAsync(int)" ? "MakeOtherAsync" : "MakeAsync", StringComparison.Ordinal));
    }

    [Fact]
    public void What_a_delegate_made_is_charged_to_nothing_and_stands_in_the_account()
    {
        var report = Sites.Advise(Site("InvokesAsync", 30, "Invoke"));

        Assert.Empty(report.Methods);
        Assert.Equal(("SamplePassing.InvokesAsync(Func<int, Task<string>>, int)", 30L), (report.Account.Makers.Single().Method, report.Account.Tasks.Samples));
    }

    [Fact]
    public void The_parts_of_the_account_add_up()
    {
        AllocationSite[] sites =
        [
            Site("PassesAsync", 20, "SetResult"), Site("PassesAsync", 30, "MakeAsync"), Site("InvokesAsync", 10, "Invoke"),
            Sites.Of("TaskNode", 40, Sites.Runtime("System.Threading.SemaphoreSlim", "WaitAsync"), Sites.MoveNext(Method("PassesAsync"))),
            Sites.Of("DelayPromise", 5, Sites.Runtime("System.Threading.Tasks.Task", "Delay"), Sites.MoveNext(Method("PassesAsync"))),
            Sites.Of("System.String", 50, Sites.MoveNext(Method("PassesAsync"))),
            Sites.Of("A`1[", 7, Sites.MoveNext(Method("PassesAsync"))),
        ];

        var account = Sites.Advise(sites).Account;

        Assert.Equal((20L, 45L, 40L, 57L), (account.AsyncMethods.Samples, account.AsyncCosts.Samples, account.Tasks.Samples, account.Other.Samples));
        Assert.Equal(sites.Sum(site => site.Tally.Bytes), account.TotalBytes, 3);
    }

    private static IEnumerable<(string, long)> Named(AdviceReport report) => report.Methods.Select(advice => (advice.Method, advice.Allocated.Samples));

    private static MethodInfo Method(string name) => typeof(SamplePassing).GetMethod(name)!;

    private static AllocationSite Site(string method, int samples, string? called, string? last = null) =>
        Sites.Of(Sites.TaskOf("System.String"), samples, Sites.MoveNext(Method(method))) with { Place = called is null ? null : Statement(Method(method), called, last ?? called) };

    // From the call of one method to that of another.
    private static IlRange Statement(MethodInfo method, string first, string last)
    {
        using var assembly = AssemblyFile.Open(Sites.Module)!;
        var code = assembly.Methods.CodeOf(assembly.Methods.OfMachine(NamedType.Parse(Sites.Machine(method))!)!.Handle);
        var calls = assembly.Code(code).Where(instruction => instruction.Calls).ToList();
        return new IlRange(Math.Min(Offset(first), Offset(last)), Math.Max(Offset(first), Offset(last)) + 1);

        int Offset(string name) => calls.First(call => assembly.Called(call.Operand)?.Name == name).Offset;
    }
}
