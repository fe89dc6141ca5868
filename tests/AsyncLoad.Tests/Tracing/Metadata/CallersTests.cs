using AsyncLoad.Tests.Tracing.Advisor;
using AsyncLoad.Tests.Tracing.Advisor.Samples;
using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Metadata;

public sealed class CallersTests : IDisposable
{
    private readonly AssemblyLibrary library = new([]);

    public void Dispose() => library.Dispose();

    [Theory]
    [InlineData("Awaited", 1)]
    [InlineData("Configured", 1)]
    [InlineData("AwaitedValue", 2)]
    [InlineData("AwaitedLater", 1)]
    [InlineData("Inspected", 1)]
    [InlineData("Returned", 1)]
    public void What_a_value_task_allows_is_harmless(string called, int calls)
    {
        var report = Report(called);

        Assert.Empty(report.Harmful);
        Assert.Equal((calls, calls), (report.Calls, report.Harmless));
    }

    [Theory]
    [InlineData("Wrapped", "Wrapped", "SampleCallers.Wraps()")]
    [InlineData("ReturnedOnly", "Returned", "SampleCallers.ReturnsUncalled()")]
    [InlineData("Blocked", "Blocked", "SampleCallers.Blocks()")]
    [InlineData("BlockedByAwaiter", "Blocked", "SampleCallers.BlocksByAwaiter()")]
    [InlineData("Waited", "Blocked", "SampleCallers.Waits()")]
    [InlineData("Stored", "Stored", "SampleCallers.StoresAsync()")]
    [InlineData("Collected", "Collected", "SampleCallers.CollectsAsync()")]
    [InlineData("UsedAgain", "UsedAgain", "SampleCallers.UsesAgainAsync()")]
    [InlineData("PassedOn", "PassedOn", "SampleCallers.Passes()")]
    [InlineData("Discarded", "Discarded", "SampleCallers.Discards()")]
    [InlineData("AsDelegate", "AsDelegate", "SampleCallers.MakesDelegate()")]
    [InlineData("ReturnedByLambda", "ReturnedByLambda", "lambda in SampleCallers.ReturnsFromLambda")]
    public void What_it_does_not_allow_is_named(string called, string use, string caller)
    {
        var harmful = Assert.Single(Report(called).Harmful);

        Assert.Equal((use, caller), (harmful.Use.ToString(), harmful.Caller));
    }

    [Fact]
    public void Tasks_that_are_combined_go_into_what_holds_them()
    {
        // The array may be one on the stack: then the compiler writes to a reference.
        var report = Report("Combined");

        Assert.Equal((2, 0), (report.Calls, report.Harmless));
        Assert.All(report.Harmful, use => Assert.True(use.Use is ResultUse.Collected or ResultUse.Combined, use.ToString()));
    }

    [Fact]
    public void Calls_through_an_interface_are_calls_of_what_implements_it()
    {
        var report = new Callers(library).Of(Find(typeof(SampleStore), "FindAsync"));

        Assert.Equal((1, 1), (report.Calls, report.Harmless));
    }

    [Fact]
    public void Without_calls_nothing_is_said() => Assert.Equal(0, Report("Uncalled").Calls);

    [Fact]
    public void Only_assemblies_that_use_it_are_searched()
    {
        var used = library.Find(typeof(AsyncLoad.Tracing.Runs.TraceReader).Assembly.Location)!;

        var users = library.UsersOf(used).Select(assembly => assembly.FileName).ToList();

        Assert.Contains("AsyncLoad.Reporting.dll", users);
        Assert.DoesNotContain("AsyncLoad.Workloads.dll", users);
    }

    private CallerReport Report(string method) => new Callers(library).Of(Find(typeof(SampleCallers), method));

    private MethodFacts Find(Type type, string method) => library.Find(Sites.Module)!.Methods.Find(new TracedFrame(null, type.FullName!, method, ""))!;
}
