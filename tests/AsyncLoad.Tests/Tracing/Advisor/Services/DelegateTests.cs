using AsyncLoad.Tracing.Advisor;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Services;

/// <summary>Lambdas whose delegates go to members that cannot be changed.</summary>
public sealed class DelegateTests
{
    private const string Package = """
        public sealed class Handler<T> { public Func<T, Task<string>>? OnMessage { get; set; } }
        public delegate Task<string> Step(int id);
        public static class Pipeline
        {
            public static Task<string> RunAsync(Func<int, Task<string>> step) => step(1);
            public static Task<string> StepAsync(Step step) => step(1);
            public static T Of<T>(Func<int, T> step) => step(1);
            public static Task<string> EitherAsync(Func<int, Task<string>> step) => step(1);
            public static Task<string> EitherAsync(Func<int, ValueTask<string>> step) => step(1).AsTask();
        }
        """;

    private const string Body = "async id => { if (id < 0) await Task.Yield(); return \"lambda\"; }";

    [Theory]
    [InlineData("Task.Run(async () => { await Task.Yield(); return \"lambda\"; })", "Task.Run, which is part of .NET")]
    [InlineData("Pipeline.RunAsync(" + Body + ")", "Pipeline.RunAsync, which belongs to the package Package 1.0.0")]
    [InlineData("Pipeline.StepAsync(" + Body + ")", "Pipeline.StepAsync, which belongs to the package Package 1.0.0")]
    [InlineData("new Handler<int> { OnMessage = " + Body + " }", "Handler.OnMessage, which belongs to the package Package 1.0.0")]
    public void What_takes_its_delegate_says_what_it_returns(string made, string taker)
    {
        using var service = Service(made);

        foreach (var advice in (Advice[])[service.OnTasks("Page+<>c", "<Make>b__0_0"), service.OnBoxes("Page+<>c", "<Make>b__0_0")])
        {
            Assert.Equal((AdviceWeight.Nothing, null, null), (advice.Weight, advice.Remedy, advice.Removable));
            Assert.Contains($"Its delegate goes to {taker} and takes one that returns a Task. With another return type it does not compile (CS8934), or another overload is called.", advice.Check);
        }
    }

    [Theory]
    [InlineData("Pipeline.Of(" + Body + ")")]
    [InlineData("Pipeline.EitherAsync((Func<int, Task<string>>)(" + Body + "))")]
    [InlineData("(Func<int, Task<string>>)(" + Body + ")")]
    [InlineData("Own(" + Body + ")")]
    public void Another_type_may_be_taken(string made)
    {
        using var service = Service(made);

        Assert.Equal((AdviceWeight.Conditional, RemedyKind.ReturnValueTask), service.OnTasks("Page+<>c", "<Make>b__0_0") is var advice ? (advice.Weight, advice.RemedyKind!.Value) : default);
    }

    private static WrittenService Service(string made) => new(Package, $$"""
        public static class Page
        {
            public static object Make() => {{made}};
            private static Task<string> Own(Func<int, Task<string>> step) => step(1);
        }
        """);
}
