using AsyncLoad.Tracing.Advisor;
using Microsoft.CodeAnalysis;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Services;

/// <summary>Methods that are called by their names, and what returns the result of others for them.</summary>
public sealed class ConventionTests
{
    private const string AspNetCore = """
        namespace Microsoft.AspNetCore.Http { public class HttpContext; public delegate Task RequestDelegate(HttpContext context); }
        namespace Microsoft.AspNetCore.Mvc { public abstract class ViewComponent; }
        namespace Microsoft.AspNetCore.Mvc.RazorPages { public abstract class PageModel; }
        """;

    private const string Middleware = """
        public sealed class Timing(Microsoft.AspNetCore.Http.RequestDelegate next)
        {
            public async Task InvokeAsync(Microsoft.AspNetCore.Http.HttpContext context) { await Task.Yield(); await next(context); }
        }

        """;

    [Fact]
    public void Middleware_returns_a_task()
    {
        using var service = new WrittenService(AspNetCore, Middleware);

        var advice = service.OnBoxes("Timing", "InvokeAsync");

        Assert.Equal((AdviceWeight.Nothing, null, null), (advice.Weight, advice.Remedy, advice.Removable));
        Assert.Contains("It is middleware of ASP.NET Core, which is called by its name and has to return a Task. Its return type cannot be changed (InvalidOperationException at run time).", advice.Check);
    }

    [Theory]
    [InlineData("public sealed class Index : BasePage { public async Task<string> OnGetAsync(int id) { if (id < 0) await Task.Yield(); return \"page\"; } } public abstract class BasePage : Microsoft.AspNetCore.Mvc.RazorPages.PageModel;", "OnGetAsync", "a handler of Razor Pages")]
    [InlineData("public sealed class Index : Microsoft.AspNetCore.Mvc.ViewComponent { public async Task<string> InvokeAsync(int id) { if (id < 0) await Task.Yield(); return \"view\"; } }", "InvokeAsync", "a view component")]
    public void So_do_pages_and_view_components(string source, string method, string role)
    {
        using var service = new WrittenService(AspNetCore, source);

        var advice = service.OnTasks("Index", method);

        Assert.Equal((AdviceWeight.Nothing, null), (advice.Weight, advice.Remedy));
        Assert.StartsWith($"It is {role}, which is called by its name", Assert.Single(advice.Check), StringComparison.Ordinal);
    }

    [Fact]
    public void A_method_of_such_a_name_elsewhere_may_change()
    {
        using var service = new WrittenService(AspNetCore, """
            public sealed class Index { public async Task<string> OnGetAsync(int id) { if (id < 0) await Task.Yield(); return "page"; } public async Task<int> OneAsync() => (await OnGetAsync(1)).Length; }
            """);

        Assert.Equal(AdviceWeight.Recommended, service.OnTasks("Index", "OnGetAsync").Weight);
    }

    [Theory]
    [InlineData("public static class Program { public static async Task Main() { await Task.Yield(); } }", "Program", "Main")]
    [InlineData("await Task.Yield();", "Program", "<Main>$")]
    public void The_entry_point_returns_a_task(string source, string type, string method)
    {
        using var service = new WrittenService(source, OutputKind.ConsoleApplication);

        var advice = service.OnBoxes(type, method);

        Assert.Equal((AdviceWeight.Nothing, null), (advice.Weight, advice.Remedy));
        Assert.Contains(advice.Check, check => check.EndsWith("Its return type cannot be changed (CS5001).", StringComparison.Ordinal));
    }

    [Fact]
    public void What_passes_a_result_on_for_them_cannot_change_either()
    {
        using var service = new WrittenService(AspNetCore, """
            public sealed class Counting(Microsoft.AspNetCore.Http.RequestDelegate next)
            {
                public Task<string> InvokeAsync(Microsoft.AspNetCore.Http.HttpContext context) => CountAsync(context.GetHashCode());
                private async Task<string> CountAsync(int id) { if (id < 0) await Task.Yield(); return next.ToString()!; }
                public async Task<int> AllAsync() => (await CountAsync(1)).Length;
            }
            """);

        var advice = service.OnTasks("Counting", "CountAsync");

        Assert.Equal(AdviceWeight.Conditional, advice.Weight);
        Assert.Contains(advice.Check, check => check.Contains("returns it, and its role as middleware of ASP.NET Core determines the return type: that stops compiling (CS0029).", StringComparison.Ordinal));
    }
}
