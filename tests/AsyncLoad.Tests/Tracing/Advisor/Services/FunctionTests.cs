using AsyncLoad.Tracing.Advisor;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Services;

/// <summary>Lambdas and methods that are called through a delegate, and whose code was put into the caller: the code of that names none of them.</summary>
public sealed class FunctionTests
{
    private const string Caller = "public static class Retry { public static async Task<int> RunAsync(Func<int, Task<string>> work, int id) { if (id < 0) await Task.Yield(); return (await work(id)).Length; } } ";

    [Theory]
    [InlineData("public static class Page { public static Task<int> AllAsync(int id) => Retry.RunAsync(static x => Task.FromResult(x < 0 ? \"\" : \"page\"), id); }", "lambda in Page.AllAsync")]
    [InlineData("public static class Page { static Task<string> GetAsync(int id) => Task.FromResult(id < 0 ? \"\" : \"page\"); public static Task<int> AllAsync(int id) => Retry.RunAsync(GetAsync, id); }", "Page.GetAsync(int)")]
    public void The_only_function_that_makes_such_a_task_is_named(string page, string method)
    {
        using var service = new WrittenService(Caller + page);

        var advice = service.OnTasks("Retry", "RunAsync");

        Assert.Equal((method, AdviceFinding.CompletesSynchronously), (advice.Method, advice.Finding));
        Assert.True(advice.SureShare > 0, advice.Because);
    }

    [Fact]
    public void Of_several_each_is_named_and_nothing_is_promised()
    {
        using var service = new WrittenService(Caller + """
            public static class Page { public static Task<int> OneAsync(int id) => Retry.RunAsync(static x => Task.FromResult(x < 0 ? "" : "one"), id); public static Task<int> TwoAsync(int id) => Retry.RunAsync(static x => Task.FromResult(x < 0 ? "" : "two"), id); }
            """);

        var advice = service.OnTasks("Retry", "RunAsync");

        Assert.Null(advice.Removable);
        Assert.Contains(advice.Check, check => check.Contains("may have made them instead", StringComparison.Ordinal));
    }
}
