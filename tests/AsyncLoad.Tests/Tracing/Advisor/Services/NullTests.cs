using AsyncLoad.Tracing.Advisor;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Services;

/// <summary>A task that is returned as it is has the result of another method, which may be null where that of this method is not, or the other way round.</summary>
public sealed class NullTests
{
    private const string Mark = " Put ! behind the call: its result and that of the method differ in whether they may be null (CS8619).";

    [Theory]
    [InlineData("Task<string?>", "Task<string>", "await FindAsync(id)", true)]
    [InlineData("Task<string>", "Task<string?>", "(await FindAsync(id))!", true)]
    [InlineData("Task<string>", "Task<string>", "await FindAsync(id)", false)]
    [InlineData("Task<string?>", "Task<string?>", "await FindAsync(id)", false)]
    [InlineData("ValueTask<string?>", "Task<string>", "await FindAsync(id)", true)]
    public void The_mark_that_the_compiler_wants_is_a_part_of_the_remedy(string returned, string passed, string body, bool differs)
    {
        using var service = new WrittenService($$"""
            public static class Page
            {
                public static async {{returned}} PassAsync(int id) => {{body}};
                public static async {{passed}} FindAsync(int id) { await Task.Yield(); return "found"; }
                public static async Task<int> AllAsync(int id) => (await PassAsync(id))!.Length;
            }
            """);

        var advice = service.OnBoxes("Page", "PassAsync");

        Assert.Equal((RemedyKind.ReturnTaskItself, differs), (advice.RemedyKind!.Value, advice.Remedy!.EndsWith(Mark, StringComparison.Ordinal)));
    }

    [Fact]
    public void So_it_is_where_another_assembly_declares_it()
    {
        using var service = new WrittenService(
            "public static class Store { public static async Task<string> FindAsync(int id) { await Task.Yield(); return \"found\"; } }",
            "public static class Page { public static async Task<string?> PassAsync(int id) => await Store.FindAsync(id); public static async Task<int> AllAsync(int id) => (await PassAsync(id))!.Length; }");

        Assert.EndsWith(Mark, service.OnBoxes("Page", "PassAsync").Remedy, StringComparison.Ordinal);
    }

    [Fact]
    public void A_result_of_a_type_parameter_is_taken_as_it_is()
    {
        using var service = new WrittenService("""
            public abstract class Repository<T> where T : class { public async Task<T?> FindAsync(int id) { await Task.Yield(); return id < 0 ? null : Activator.CreateInstance<T>(); } }
            public sealed class Page : Repository<string> { public async Task<string?> PassAsync(int id) => await FindAsync(id); public async Task<int> AllAsync(int id) => (await PassAsync(id))!.Length; }
            """);

        Assert.DoesNotContain("CS8619", service.OnBoxes("Page", "PassAsync").Remedy, StringComparison.Ordinal);
    }
}
