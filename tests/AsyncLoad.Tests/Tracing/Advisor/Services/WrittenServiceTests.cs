using AsyncLoad.Tracing.Advisor;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Services;

/// <summary>Services in which a remedy stops compiling, or saves nothing, because of something beside the method and its callers.</summary>
public sealed class WrittenServiceTests
{
    private const string Stores = """
        public interface IStore { Task<string> GetAsync(int id); }
        public sealed class MemoryStore : IStore { public async Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return "memory"; } }
        public static class Page { public static async Task<int> OneAsync(IStore store) => (await store.GetAsync(1)).Length; }

        """;

    // Each calls SqlStore.GetAsync by its own name, which returns a ValueTask when MemoryStore.GetAsync does.
    [Theory]
    [InlineData("(await Task.WhenAll(store.GetAsync(1), store.GetAsync(2))).Length", "puts it into an array, a collection or an out parameter: that may stop compiling (CS0029, CS1503 or CS0411)")]
    [InlineData("(await store.GetAsync(1).WaitAsync(TimeSpan.FromSeconds(1))).Length", "calls WaitAsync, which a ValueTask does not have: that stops compiling (CS1061)")]
    public void Calls_of_another_implementation_by_its_own_name_change_too(string call, string does)
    {
        using var service = new WrittenService(Stores + $$"""
            public sealed class SqlStore : IStore { public async Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return "sql"; } }
            public static class Report { public static async Task<int> AllAsync(SqlStore store) => {{call}}; }
            """);

        var advice = service.OnTasks("MemoryStore", "GetAsync");

        Assert.Equal(AdviceWeight.Conditional, advice.Weight);
        var told = Assert.Single(advice.Check, check => check.StartsWith("SqlStore.GetAsync(int) changes with it, and Report.AllAsync(SqlStore)", StringComparison.Ordinal));
        Assert.True(told.Contains(does, StringComparison.Ordinal), told);
        Assert.Contains("The only call that was found awaits it at once", advice.Because, StringComparison.Ordinal);
    }

    [Fact]
    public void Calls_of_another_implementation_that_await_it_leave_the_advice_as_it_is()
    {
        using var service = new WrittenService(Stores + """
            public sealed class SqlStore : IStore { public async Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return "sql"; } }
            public sealed class LoggedStore(SqlStore store) : IStore { public Task<string> GetAsync(int id) => store.GetAsync(id); }
            public static class Report { public static async Task<int> AllAsync(SqlStore store) => (await store.GetAsync(1)).Length; }
            """);

        Assert.Equal(AdviceWeight.Recommended, service.OnTasks("MemoryStore", "GetAsync").Weight);
    }

    [Fact]
    public void Another_implementation_that_a_package_binds_is_named_with_what_it_needs()
    {
        using var service = new WrittenService(
            "public interface ICache { Task<string> GetAsync(int id); }",
            Stores + """public sealed class CacheStore : IStore, ICache { public async Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return "cache"; } }""");

        var advice = service.OnTasks("MemoryStore", "GetAsync");

        Assert.Equal(AdviceWeight.Conditional, advice.Weight);
        Assert.Contains("CacheStore.GetAsync(int) changes with it, but ICache in Package.dll declares its return type: implement that explicitly there, with AsTask(), or it does not compile (CS0738).", advice.Check);
    }

    [Fact]
    public void What_another_implementation_implements_besides_changes_with_it()
    {
        using var service = new WrittenService(Stores + """
            public interface IReader { Task<string> GetAsync(int id); }
            public sealed class BothStore : IStore, IReader { public async Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return "both"; } }
            public sealed class FileReader : IReader { public Task<string> GetAsync(int id) => File; private readonly Task<string> File = Task.FromResult("file"); }
            public static class Report { public static async Task<int> FirstAsync(IReader reader) { Task<string> read = reader.GetAsync(1); return (await read).Length; } }
            """);

        var advice = service.OnTasks("MemoryStore", "GetAsync");

        Assert.Equal(AdviceWeight.Conditional, advice.Weight);
        Assert.Contains("IStore and IReader declare it too: change its return type there as well.", advice.Check);
        Assert.Contains("It is also implemented or overridden by BothStore.GetAsync(int), FileReader.GetAsync(int): change their return types too.", advice.Check);
        Assert.Contains(advice.Check, check => check.Contains("Report.FirstAsync(IReader)", StringComparison.Ordinal) && check.Contains("CS0029", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("Task")]
    [InlineData("object")]
    public void An_override_that_returns_more_than_its_base_cannot_return_a_value_task(string returned)
    {
        using var service = new WrittenService($$"""
            public abstract class Job { public abstract {{returned}} RunAsync(); }
            public sealed class TextJob : Job { public override async Task<string> RunAsync() { if (Environment.TickCount64 < 0) await Task.Yield(); return "job"; } }
            public static class Page { public static async Task<int> OneAsync(TextJob job) => (await job.RunAsync()).Length; }
            """);

        foreach (var advice in (Advice[])[service.OnTasks("TextJob", "RunAsync"), service.OnBoxes("TextJob", "RunAsync")])
        {
            Assert.Equal((AdviceWeight.Nothing, null), (advice.Weight, advice.Remedy));
            Assert.Contains("Job declares it with another return type, to which a Task<string> converts and a ValueTask<string> does not. Its return type cannot be changed (CS0508).", advice.Check);
        }
    }

    [Theory]
    [InlineData("public interface IVisitor<T> { T VisitAsync(int id); }", "", "CS0738")]
    [InlineData("public abstract class IVisitor<T> { public abstract T VisitAsync(int id); }", "override ", "CS0508")]
    public void A_task_that_stands_for_a_type_parameter_stays_one(string visitor, string modifier, string error)
    {
        using var service = new WrittenService($$"""
            {{visitor}}
            public sealed class Printer : IVisitor<Task<string>>
            {
                public {{modifier}}async Task<string> VisitAsync(int id) { if (id < 0) await Task.Yield(); return "text"; }
                public async Task<int> OneAsync() => (await VisitAsync(1)).Length;
            }
            """);

        var advice = service.OnTasks("Printer", "VisitAsync");

        Assert.Equal((AdviceWeight.Nothing, null), (advice.Weight, advice.Remedy));
        Assert.Contains($"IVisitor<Task<string>> declares it with a type parameter, for which Task<string> stands. Its return type cannot be changed without all that uses IVisitor<Task<string>> ({error}).", advice.Check);
    }

    [Fact]
    public void Another_implementation_that_stands_for_a_type_parameter_is_named_with_what_it_needs()
    {
        using var service = new WrittenService(Stores + """
            public interface IVisitor<T> { T GetAsync(int id); }
            public sealed class Printer : IStore, IVisitor<Task<string>> { public async Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return "text"; } }
            """);

        var advice = service.OnTasks("MemoryStore", "GetAsync");

        Assert.Equal(AdviceWeight.Conditional, advice.Weight);
        Assert.Contains("Printer.GetAsync(int) changes with it, but IVisitor<Task<string>> in Service.dll declares its return type: implement that explicitly there, with AsTask(), or it does not compile (CS0738).", advice.Check);
    }

    [Theory]
    [InlineData("var made = Task.FromResult(id.ToString()); kept[id] = made; return made;")]
    [InlineData("return kept.GetOrAdd(id, Task.FromResult(id.ToString()));")]
    [InlineData("return last = Task.FromResult(id.ToString());")]
    [InlineData("return Logged(Task.FromResult(id.ToString()));")]
    public void A_task_that_is_kept_or_handed_on_gains_nothing(string body)
    {
        using var service = new WrittenService(Names(body));

        var advice = service.OnTasks("Names", "GetAsync");

        Assert.Equal((AdviceWeight.Nothing, null, null), (advice.Weight, advice.Remedy, advice.Removable));
        Assert.Contains("It also keeps the task or passes it on, which needs a Task, so a ValueTask would save nothing.", advice.Check);
    }

    [Theory]
    [InlineData("return Task.FromResult(id.ToString());", AdviceWeight.Recommended)]
    [InlineData("var made = Task.FromResult(id.ToString()); return made;", AdviceWeight.Recommended)]
    [InlineData("return kept.TryGetValue(id, out var known) ? known : Task.FromResult(id.ToString());", AdviceWeight.Recommended)]
    [InlineData("if (id < 0) return Task.FromResult(\"none\"); return last = Task.FromResult(id.ToString());", AdviceWeight.Conditional)]
    public void A_task_that_is_only_returned_is_worth_it(string body, AdviceWeight weight)
    {
        using var service = new WrittenService(Names(body));

        var advice = service.OnTasks("Names", "GetAsync");

        Assert.Equal(weight, advice.Weight);
        Assert.Equal(weight == AdviceWeight.Conditional, advice.Check.Contains("Most of these tasks are neither kept nor passed on: those that are need a Task."));
    }

    [Fact]
    public void A_method_with_a_builder_of_its_own_keeps_what_it_returns()
    {
        using var service = new WrittenService("""
            public static class Names
            {
                [AsyncMethodBuilder(typeof(AsyncTaskMethodBuilder<>))]
                public static async Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return "name"; }
                public static async Task<int> OneAsync() => (await GetAsync(1)).Length;
            }
            """);

        foreach (var advice in (Advice[])[service.OnTasks("Names", "GetAsync"), service.OnBoxes("Names", "GetAsync")])
        {
            Assert.Equal((AdviceWeight.Nothing, null), (advice.Weight, advice.Remedy));
            Assert.Contains(advice.Check, check => check.StartsWith("Its AsyncMethodBuilder attribute names another builder", StringComparison.Ordinal));
        }
    }

    // Who casts to Task names the type.
    [Theory]
    [InlineData("implicit", "await Awaited(names)")]
    [InlineData("explicit", "await (Task<string>)names")]
    public void A_conversion_to_a_task_has_no_other_return_type(string kind, string call)
    {
        using var service = new WrittenService($$"""
            public sealed class Names
            {
                public static {{kind}} operator Task<string>(Names names) => Task.FromResult(names.GetHashCode() < 0 ? "a" : "b");
                private static Task<string> Awaited(Task<string> task) => task;
                public static async Task<int> OneAsync(Names names) => ({{call}}).Length;
            }
            """);

        var advice = service.OnTasks("Names", kind == "implicit" ? "op_Implicit" : "op_Explicit");

        Assert.Equal(AdviceWeight.Conditional, advice.Weight);
        Assert.Contains(advice.Check, check => check.Contains("CS0029 or CS0030", StringComparison.Ordinal));
    }

    [Fact]
    public void A_captured_hash_that_is_added_to_is_assigned()
    {
        using var service = new WrittenService("""
            public static class Hashes
            {
                public static Task<int> OfAsync(int first)
                {
                    var hash = new HashCode();
                    return RunAsync();
                    async Task<int> RunAsync() { hash.Add(first); await Task.Yield(); return hash.ToHashCode(); }
                }
            }
            """);

        Assert.Equal(AdviceWeight.Conditional, service.OnClosure("Hashes", "OfAsync").Weight);
    }

    // A delegate comes without a closure where it needs members of its type alone: every path that makes it needs it.
    [Fact]
    public void A_delegate_without_a_closure_has_no_path_of_its_own()
    {
        using var service = new WrittenService("""
            public sealed class Queries(string name)
            {
                public Task<int> SumAsync(int[] numbers) => Task.FromResult(Array.FindIndex(numbers, Is));
                private bool Is(int number) => number == name.Length;
            }
            """);

        var advice = service.OnDelegate("Queries", "SumAsync", "System.Predicate`1[System.Int32]");

        Assert.Equal((AdviceWeight.Conditional, RemedyKind.KeepDelegate), (advice.Weight, advice.RemedyKind));
        Assert.StartsWith("Make the delegate once, and keep it in a field", advice.Remedy, StringComparison.Ordinal);
    }

    // Many projects treat that warning as an error.
    [Theory]
    [InlineData("await Task.Run(() => id + 1)", true)]
    [InlineData("await Task.Run(() => id + 1).ConfigureAwait(false)", true)]
    [InlineData("await Task.Run(async () => { await Task.Yield(); return id; })", false)]
    [InlineData("await Task.Run(() => id + 1) + await OneAsync()", false)]
    public void Without_its_only_await_a_method_is_warned_of(string work, bool isWarned)
    {
        using var service = new WrittenService($$"""
            public static class Sums
            {
                public static async Task<int> RunAsync(int id) { var sum = {{work}}; return sum + 1; }
                private static async Task<int> OneAsync() { await Task.Yield(); return 1; }
            }
            """);

        var advice = service.OnRuns("Sums", "RunAsync");

        Assert.Equal((AdviceFinding.TaskRun, RemedyKind.AwaitDirectly), (advice.Finding, advice.RemedyKind));
        Assert.Equal(isWarned, advice.Check.Any(check => check.Contains("CS1998", StringComparison.Ordinal)));
    }

    private static string Names(string body) => $$"""
        public sealed class Names
        {
            private readonly ConcurrentDictionary<int, Task<string>> kept = new();
            private Task<string>? last;
            public Task<string> GetAsync(int id) { {{body}} }
            public async Task<int> OneAsync() => (await GetAsync(1)).Length + (await GetAsync(2)).Length + (last is null ? 0 : kept.Count);
            private static Task<string> Logged(Task<string> task) => task;
        }
        """;
}
