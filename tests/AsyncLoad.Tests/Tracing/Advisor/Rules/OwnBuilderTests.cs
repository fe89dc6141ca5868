using System.Reflection;
using AsyncLoad.Tests.Tracing.Advisor.Samples;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Naming;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Rules;

public sealed class OwnBuilderTests
{
    private static readonly TracedFrame Core = Sites.Runtime("System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1[System.Int32]", "SetResult");

    private static readonly TracedFrame Builder =
        new(Sites.Module, "AsyncLoad.Tests.Tracing.Advisor.Samples.SampleJobBuilder`1[System.Int32]", "SetResult", "instance void  (!0)");

    private static MethodInfo Work => typeof(SampleJobs).GetMethod(nameof(SampleJobs.WorkAsync))!;

    public static TheoryData<string> Ways => ["a builder with a frame", "a builder that was put into the method", "all of it put into the method"];

    [Theory]
    [MemberData(nameof(Ways))]
    public void A_task_that_a_builder_makes_is_one_of_its_async_method(string way)
    {
        var report = Sites.Advise(Site(way, "System.Int32"));

        var advice = Assert.Single(report.Methods);
        Assert.Equal(("SampleJobs.WorkAsync(int)", AdviceFinding.CompletesSynchronously), (advice.Method, advice.Finding));
        Assert.Equal((20, 0, 0), (report.Account.AsyncMethods.Samples, report.Account.Tasks.Samples, report.Account.Other.Samples));
    }

    [Fact]
    public void Its_type_cannot_become_a_ValueTask()
    {
        var advice = Assert.Single(Sites.Advise(Site(Ways.First().Data, "System.Int32")).Methods);

        Assert.Equal((AdviceWeight.Nothing, null, null), (advice.Weight, advice.Remedy, advice.Removable));
        Assert.Contains("It returns SampleJob<int>", Assert.Single(advice.Check), StringComparison.Ordinal);
        Assert.Contains("the builder of its return type", advice.Because, StringComparison.Ordinal);
    }

    [Fact]
    public void A_task_of_another_result_is_not_the_one_of_the_method()
    {
        var report = Sites.Advise(Site("all of it put into the method", "System.String"));

        Assert.Empty(report.Methods);
        Assert.Equal(20, report.Account.Tasks.Samples);
    }

    private static AllocationSite Site(string way, string result) => Sites.Of(Sites.TaskOf(result), 20, way switch
    {
        "a builder with a frame" => [Core, Builder, Sites.MoveNext(Work)],
        "a builder that was put into the method" => [Core, Sites.MoveNext(Work)],
        _ => [Sites.MoveNext(Work)],
    });
}
