using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Metadata;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Services;

/// <summary>Async methods that only await what another returns.</summary>
public sealed class PassingTests
{
    [Theory]
    [InlineData("PassAsync", "Return the task of Passing.FindAsync(int) itself, without async and await.")]
    [InlineData("PassConfiguredAsync", "Return the task of Passing.FindAsync(int) itself, without async and await.")]
    public void What_is_only_passed_on_is_returned_itself(string method, string remedy)
    {
        var advice = CountedSites.Advise(CountedSites.Task("Passing", method));

        Assert.Equal((AdviceFinding.CompletesSynchronously, AdviceWeight.Recommended), (advice.Finding, advice.Weight));
        Assert.StartsWith(remedy, advice.Remedy, StringComparison.Ordinal);
        Assert.Contains("only passes on the result of Passing.FindAsync(int)", advice.Because, StringComparison.Ordinal);
        Assert.Equal(advice.Allocated.Bytes / Sites.Seconds, advice.Removable!.Estimate, 6);
    }

    [Theory]
    [InlineData("PassWaitAsync", "Return the task of Passing.WaitAsync() itself, without async and await.")]
    [InlineData("PassWrappedAsync", "Return new ValueTask(…) of the task of Passing.WaitAsync(), without async and await.")]
    public void So_is_what_is_waited_for(string method, string remedy)
    {
        var advice = CountedSites.Advise(CountedSites.Box("Passing", method));

        Assert.Equal((AdviceFinding.Suspends, AdviceWeight.Recommended, remedy), (advice.Finding, advice.Weight, advice.Remedy));
    }

    [Fact]
    public void What_removes_both_its_tasks_and_its_boxes_says_so()
    {
        var advised = Sites.Advise(CountedSites.Task("Passing", "PassAsync"), CountedSites.Box("Passing", "PassAsync")).Methods;

        Assert.Equal([AdviceFinding.CompletesSynchronously, AdviceFinding.Suspends], advised.Select(advice => advice.Finding).Order());
        Assert.All(advised, advice => Assert.EndsWith(" That removes its tasks and its boxes, which have separate entries.", advice.Remedy, StringComparison.Ordinal));
    }

    [Fact]
    public void A_method_of_the_base_class_is_called_by_its_name()
    {
        Assert.StartsWith("Return the task of Read.ReadAsync(int) itself", CountedSites.Advise(CountedSites.Task("ReadAgain", "PassBaseAsync")).Remedy, StringComparison.Ordinal);
        Assert.Equal("Return ValueTask<string> instead of Task<string>.", CountedSites.Advise(CountedSites.Task("ReadAgain", "ReadAsync")).Remedy);
        Assert.Equal("Return ValueTask<string> instead of Task<string>.", CountedSites.Advise(CountedSites.Task("Read", "ReadAsync")).Remedy);
    }

    [Fact]
    public void A_task_that_it_is_given_is_returned_as_it_is() =>
        Assert.StartsWith("Return the task that it awaits itself", CountedSites.Advise(CountedSites.Task("Passing", "PassAnyAsync")).Remedy, StringComparison.Ordinal);

    [Fact]
    public void The_maker_is_named_with_the_type_parameters_of_the_method() => Assert.StartsWith(
        "Return the task of ISaidHandler<TRequest, string>.HandleAsync(TRequest) itself",
        CountedSites.Advise(CountedSites.Task("Passing", "PassFromAsync")).Remedy,
        StringComparison.Ordinal);

    // Without async, the compiler infers the return type of a lambda from the task itself.
    [Theory]
    [InlineData("{ await SaveAsync(id); }", true)]
    [InlineData("await SaveAsync(id)", false)]
    public void A_lambda_that_drops_the_result_needs_its_return_type(string body, bool isSaid)
    {
        using var service = new WrittenService($$"""
            public static class Api
            {
                public static Delegate Map(Delegate handler) => handler;
                public static async Task<int> SaveAsync(int id) { await Task.Yield(); return id; }
                public static void Add() => Map(async (int id) => {{body}});
            }
            """);
        using var assembly = AssemblyFile.Open(Path.Combine(service.Folder, "Service.dll"))!;
        var lambda = assembly.Metadata.MethodDefinitions.Select(assembly.Methods.Describe).Single(method => method is { IsLambda: true })!;

        var advice = service.OnBoxes(lambda.Called.Type.Definition, lambda.Called.Name);

        Assert.StartsWith("Return the task of Api.SaveAsync(int) itself", advice.Remedy, StringComparison.Ordinal);
        Assert.Equal(isSaid, advice.Check.Any(check => check.StartsWith("Write the return type Task in front", StringComparison.Ordinal)));
    }

    [Fact]
    public void What_it_passes_on_must_stay_a_task_where_it_must_return_one()
    {
        var advice = CountedSites.Advise(CountedSites.Task("PassingStore", "LoadAsync"));

        Assert.Equal((AdviceWeight.Conditional, RemedyKind.ReturnTaskItself), (advice.Weight, advice.RemedyKind));
        Assert.Contains("Passing.FindAsync(int) must keep returning a Task: the return type of this method cannot change with it (CS0029).", advice.Check);
    }

    [Fact]
    public void Values_that_flow_along_with_async_code_are_to_be_looked_at()
    {
        var advice = CountedSites.Advise(CountedSites.Task("Passing", "PassWithValueAsync"));

        Assert.Equal(AdviceWeight.Conditional, advice.Weight);
        Assert.Contains("AsyncLocal", Assert.Single(advice.Check), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("System.Globalization.CultureInfo.CurrentCulture = System.Globalization.CultureInfo.InvariantCulture;", true)]
    [InlineData("Thread.CurrentThread.CurrentUICulture = System.Globalization.CultureInfo.InvariantCulture;", true)]
    [InlineData("SynchronizationContext.SetSynchronizationContext(null);", true)]
    [InlineData("ArgumentOutOfRangeException.ThrowIfNegative(id);", false)]
    public void So_are_a_culture_and_the_like_which_callers_would_keep(string first, bool isSaid)
    {
        using var service = new WrittenService($$"""
            public static class Pages
            {
                static async Task<string> ReadAsync(int id) { if (id < 0) await Task.Yield(); return "page"; }
                public static async Task<string> ShowAsync(int id) { {{first}} return await ReadAsync(id); }
                public static async Task<int> CountAsync() => (await ShowAsync(1)).Length;
            }
            """);

        var advice = service.OnTasks("Pages", "ShowAsync");

        Assert.StartsWith("Return the task of Pages.ReadAsync(int) itself", advice.Remedy, StringComparison.Ordinal);
        Assert.Equal((isSaid ? AdviceWeight.Conditional : AdviceWeight.Recommended, isSaid), (advice.Weight, advice.Check.Any(check => check.Contains("AsyncLocal", StringComparison.Ordinal))));
    }

    [Theory]
    [InlineData("id > 0 ? ReadAsync(id) : SeekAsync(id)")]
    [InlineData("(kept ?? ReadAsync(id))")]
    public void Of_several_tasks_none_is_named(string awaited)
    {
        using var service = new WrittenService($$"""
            public static class Pages
            {
                static Task<string>? kept = null;
                static async Task<string> ReadAsync(int id) { if (id < 0) await Task.Yield(); return "page"; }
                static async Task<string> SeekAsync(int id) { if (id < 0) await Task.Yield(); return "none"; }
                public static async Task<string> ShowAsync(int id) => await ({{awaited}});
            }
            """);

        Assert.StartsWith("Return the task that it awaits itself", service.OnTasks("Pages", "ShowAsync").Remedy, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("PassGuardedAsync", "System.String")]
    [InlineData("PassAsObjectAsync", "System.Object")]
    [InlineData("PassChangedAsync", "System.Int32")]
    [InlineData("PassSometimesAsync", "System.String")]
    [InlineData("PassConstantAsync", "System.Int32")]
    public void What_does_more_is_not(string method, string result) =>
        Assert.StartsWith("Return ValueTask<", CountedSites.Advise(CountedSites.Task("Passing", method, result)).Remedy, StringComparison.Ordinal);
}
