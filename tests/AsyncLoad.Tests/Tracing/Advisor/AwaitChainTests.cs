using AsyncLoad.Tests.Tracing.Advisor.Samples;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Naming;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor;

/// <summary>Methods of which each calls the next.</summary>
public class AwaitChainTests
{
    private static readonly string[] Line = ["SampleChain.OuterAsync(int)", "SampleChain.MiddleAsync(int)", "SampleChain.InnerAsync(int)"];

    private static readonly AllocationSite[] Sampled =
    [
        Site(20, "InnerAsync", "MiddleAsync", "OuterAsync", "RunAsync"),
        Site(30, "MiddleAsync", "OuterAsync", "RunAsync"),
        Site(40, "OuterAsync", "RunAsync"),
    ];

    [Fact]
    public void A_chain_is_one_entry_about_its_outermost_with_all_names_and_the_sum()
    {
        var report = Sites.Advise(Sampled);
        var entry = Assert.Single(report.Entries);

        Assert.Equal((Line[0], 90L, AdviceWeight.Recommended), (entry.Method, entry.Allocated.Samples, entry.Weight));
        Assert.Equal(Line, entry.Chain);
        Assert.Equal(1, entry.Share, 9);
        Assert.Equal(report.Methods.Sum(method => method.Removable!.Estimate), entry.Removable!.Estimate, 3);
        Assert.InRange(entry.Removable.Low, report.Methods.Sum(method => method.Removable!.Low), entry.Removable.Estimate);
        Assert.Equal(Sites.Size, entry.ObjectBytes!.Value, 6);
    }

    // Their remedies differ in the name of what each calls, and in nothing else.
    [Fact]
    public void Methods_that_only_pass_on_a_task_are_one_chain_with_a_remedy_that_fits_each()
    {
        var report = Sites.Advise(
            Site(20, "HandsOnLastAsync", "HandsOnNextAsync", "HandsOnFirstAsync", "RunAsync"), Site(30, "HandsOnNextAsync", "HandsOnFirstAsync", "RunAsync"), Site(40, "HandsOnFirstAsync", "RunAsync"));
        var entry = Assert.Single(report.Entries);

        Assert.Equal(["SampleChain.HandsOnFirstAsync(int)", "SampleChain.HandsOnNextAsync(int)", "SampleChain.HandsOnLastAsync(int)"], entry.Chain);
        Assert.Equal("Return the task that it awaits itself, without async and await.", entry.Remedy);
        Assert.Equal(3, report.Methods.Select(method => method.Remedy).Distinct().Count(remedy => remedy!.StartsWith("Return the task of ", StringComparison.Ordinal)));
    }

    [Fact]
    public void Its_members_stay_for_programs_each_with_the_chain()
    {
        var report = Sites.Advise(Sampled);

        Assert.Equal(Line, report.Methods.Select(method => method.Method));
        Assert.All(report.Methods, method => Assert.Equal(Line, method.Chain));
        Assert.Equal([40L, 30L, 20L], report.Methods.Select(method => method.Allocated.Samples));
    }

    [Fact]
    public void A_method_that_calls_two_of_them_is_no_link()
    {
        var report = Sites.Advise(Site(20, "LeftAsync", "ForkAsync", "RunAsync"), Site(20, "RightAsync", "ForkAsync", "RunAsync"), Site(20, "ForkAsync", "RunAsync"));

        Assert.Equal(3, report.Entries.Count);
        Assert.All(report.Entries, entry => Assert.Empty(entry.Chain));
    }

    // One in ten of its bytes are asked for elsewhere: what a change there costs is not in the chain.
    [Fact]
    public void A_method_that_others_call_too_is_no_link()
    {
        var report = Sites.Advise([.. Sampled, Site(4, "InnerAsync", "RunAsync")]);

        Assert.Equal(["SampleChain.InnerAsync(int)", "SampleChain.OuterAsync(int)"], report.Entries.Select(entry => entry.Method).Order(StringComparer.Ordinal));
        Assert.Equal(Line[..2], report.Entries.Single(entry => entry.Chain.Count > 0).Chain);
    }

    [Fact]
    public void Methods_that_call_each_other_are_no_chain()
    {
        var report = Sites.Advise(Site(20, "InnerAsync", "MiddleAsync"), Site(20, "MiddleAsync", "InnerAsync"));

        Assert.All(report.Methods, method => Assert.Empty(method.Chain));
    }

    [Fact]
    public void A_chain_of_decorators_names_only_implementations_outside_it()
    {
        var (outer, inner) = (Sites.MoveNext(typeof(SampleOuterLink).GetMethod("GetAsync")!), Sites.MoveNext(typeof(SampleInnerLink).GetMethod("GetAsync")!));
        var report = Sites.Advise(Sites.Of(Sites.TaskOf("System.Decimal"), 30, inner, outer), Sites.Of(Sites.TaskOf("System.Decimal"), 40, outer));

        var entry = Assert.Single(report.Entries);

        Assert.Equal(["SampleOuterLink.GetAsync(int)", "SampleInnerLink.GetAsync(int)"], entry.Chain);
        Assert.Equal("It is also implemented or overridden by SampleOtherLink.GetAsync(int): change their return types too.", Assert.Single(entry.Check, check => check.Contains("also implemented", StringComparison.Ordinal)));
        Assert.All(report.Methods, method => Assert.Contains(method.Check, check => check.Contains("by SampleInnerLink", StringComparison.Ordinal) || check.Contains("by SampleOuterLink", StringComparison.Ordinal)));
    }

    private static AllocationSite Site(int samples, params string[] methods) => Sites.Of(Sites.TaskOf("System.Decimal"), samples, [.. methods.Select(Code)]);

    private static TracedFrame Code(string method) => Sites.MoveNext(typeof(SampleChain).GetMethod(method)!);
}
