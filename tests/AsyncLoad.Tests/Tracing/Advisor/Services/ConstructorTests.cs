using AsyncLoad.Tracing.Advisor;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Services;

/// <summary>Constructors, properties and operators start async work, and cannot await it.</summary>
public sealed class ConstructorTests
{
    private const string Source = """
        public sealed class Loaded
        {
            private readonly Task<string> work;
            public Loaded(int id) { work = LoadAsync(id); }
            private static Task<string> LoadAsync(int id) => Task.FromResult(1 + id.ToString());
            public async Task<int> LengthAsync() => (await work).Length;
        }
        public sealed class Ready
        {
            private readonly Task<string> work;
            public Ready(int id) { work = Task.FromResult(1 + id.ToString()); }
            public async Task<int> LengthAsync() => (await work).Length;
        }
        public sealed class Started
        {
            private static readonly Task<int> First = Task.Run(() => 1);
            private readonly Task<int> work;
            public Started(int id) { work = Task.Run(() => id); }
            public int Now { get { var run = Task.Run(() => 3); return run.Result; } }
            public Task<int> Soon => Task.Run(() => 4);
            public static int operator +(Started one, int more) => Task.Run(() => more).Result;
            public int Method() { var run = Task.Run(() => 5); return run.Result; }
            public async Task<int> BothAsync() => await work + await First + Now + await Soon;
        }
        """;

    [Theory]
    [InlineData(".ctor", "A constructor cannot await (CS4033): keep the task of the work there, or await in an async method that creates the object.")]
    [InlineData(".cctor", "A constructor cannot await (CS4033): keep the task of the work there, or await in an async method that creates the object.")]
    [InlineData("get_Now", "A property cannot await (CS4032): make it an async method.")]
    [InlineData("op_Addition", "An operator cannot await (CS4032): make it an async method.")]
    [InlineData("get_Soon", null)]
    [InlineData("Method", null)]
    public void A_remedy_that_awaits_says_where_that_does_not_compile(string method, string? reason)
    {
        using var service = new WrittenService(Source);

        var advice = Assert.Single(Sites.Advise(service.SiteAt("Started", method, "Run", Sites.TaskOf("System.Int32"), Sites.Runtime("System.Threading.Tasks.Task", "Run"))).Methods);

        Assert.Equal((AdviceFinding.TaskRun, AdviceWeight.Conditional), (advice.Finding, advice.Weight));
        Assert.Equal(reason is null ? [] : [reason], advice.Check.Where(check => check.Contains("cannot await", StringComparison.Ordinal)));
    }

    [Fact]
    public void A_task_that_a_constructor_gets_is_charged_to_the_method_that_makes_it()
    {
        using var service = new WrittenService(Source);

        var advice = service.OnTasks("Loaded", ".ctor");

        Assert.Equal("Loaded.LoadAsync(int)", advice.Method);
        Assert.Contains(advice.Check, check => check.StartsWith("new Loaded(int) (", StringComparison.Ordinal) && check.Contains(") keeps it in a field or a property: that stops compiling (CS0029).", StringComparison.Ordinal));
    }

    [Fact]
    public void A_constructor_that_makes_a_task_has_no_return_type_to_change()
    {
        using var service = new WrittenService(Source);

        Assert.Empty(Sites.Advise(service.Site("Ready", ".ctor", Sites.TaskOf("System.String"), 20)).Methods);
    }
}
