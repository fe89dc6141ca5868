using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Services;

/// <summary>Members that are declared in two parts.</summary>
public sealed class PartialTests
{
    private const string Method = "public static async partial Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return \"page\"; }";
    private const string Property = "public static partial Task<string> First => Task.FromResult(1 + nameof(First));";

    [Theory]
    [InlineData("public static partial Task<string> GetAsync(int id);", Method, "GetAsync", "CS8817")]
    [InlineData("public static partial Task<string> First { get; }", Property, "get_First", "CS9255")]
    public void Both_parts_change(string declared, string written, string method, string error)
    {
        using var service = new WrittenService(Page(declared, written));

        var advice = service.OnTasks("Page", method);

        Assert.EndsWith($" It is declared as partial: change the return type of both parts ({error}).", advice.Remedy, StringComparison.Ordinal);
        var refused = Assert.Throws<InvalidOperationException>(() => new WrittenService(Page(declared, written.Replace("Task<", "ValueTask<", StringComparison.Ordinal).Replace("Task.From", "ValueTask.From", StringComparison.Ordinal))));
        Assert.Contains(error, refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void So_they_do_for_a_method_that_suspends()
    {
        using var service = new WrittenService(Page("public static partial Task<string> GetAsync(int id);", Method));

        Assert.EndsWith("(CS8817).", service.OnBoxes("Page", "GetAsync").Remedy, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("")]
    [InlineData("public static partial Task<string> GetAsync(string id); public static async partial Task<string> GetAsync(string id) { await Task.Yield(); return id; }")]
    public void Other_members_have_one_part(string other)
    {
        using var service = new WrittenService(Page(other, Method.Replace("partial ", "", StringComparison.Ordinal)));

        Assert.DoesNotContain("partial", service.OnTasks("Page", "GetAsync", "class System.Threading.Tasks.Task`1<class System.String>  (int32)").Remedy, StringComparison.Ordinal);
    }

    private static string Page(string declared, string written) => $"public static partial class Page {{ {declared} }}\npublic static partial class Page {{ {written} public static async Task<int> OneAsync() => (await Task.FromResult(\"one\")).Length; }}";
}
