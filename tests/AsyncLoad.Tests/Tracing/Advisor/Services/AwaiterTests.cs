using AsyncLoad.Tracing.Advisor;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Services;

/// <summary>Types with an awaiter of their own: unlike those of the framework, such an awaiter takes a delegate.</summary>
public sealed class AwaiterTests
{
    private const string Builder = "System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1[System.String]";

    private const string Source = """
        public struct Turn : ICriticalNotifyCompletion
        {
            public Turn GetAwaiter() => this;
            public bool IsCompleted => false;
            public void GetResult() { }
            public void OnCompleted(Action next) => next();
            public void UnsafeOnCompleted(Action next) => next();
        }
        public static class Page
        {
            public static async Task<string> OwnAsync() { await default(Turn); return "own"; }
            public static async Task<string> PlainAsync() { await Task.Yield(); return "plain"; }
            public static async Task<string> MadeAsync() { Action made = () => Console.Write(Environment.TickCount); await default(Turn); made(); return "made"; }
            [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))] public static async ValueTask<string> PooledAsync() { await default(Turn); return "pooled"; }
            public static async Task<int> AllAsync() => (await OwnAsync()).Length + (await PlainAsync()).Length + (await MadeAsync()).Length + (await PooledAsync()).Length;
        }
        """;

    // Optimised code has no frame of the builder.
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void The_delegate_belongs_to_the_box_and_goes_with_it(bool hasFrame)
    {
        using var service = new WrittenService(Source);

        var advice = Assert.Single(service.OnAwaiter("Page", "OwnAsync", hasFrame ? [Sites.Runtime(Builder, "AwaitUnsafeOnCompleted")] : []));

        Assert.Equal((AdviceFinding.Suspends, RemedyKind.PoolBoxes, 40), (advice.Finding, advice.RemedyKind, advice.Allocated.Samples));
        Assert.Contains("Action", advice.Types);
        Assert.Contains("whose awaiter takes a delegate, which is allocated with the box.", advice.Because, StringComparison.Ordinal);
        // Callers keep a ValueTask for each box, and for no delegate.
        Assert.Equal(advice.Allocated.Bytes / Sites.Seconds, advice.Removable!.Estimate, 6);
    }

    [Theory]
    [InlineData("PlainAsync")]
    [InlineData("MadeAsync")]
    public void A_delegate_without_a_frame_that_may_be_another_is_not_charged_to_the_box(string method)
    {
        using var service = new WrittenService(Source);

        Assert.Equal(20, Assert.Single(service.OnAwaiter("Page", method), advice => advice.Finding == AdviceFinding.Suspends).Allocated.Samples);
    }

    [Fact]
    public void A_delegate_that_may_be_another_only_widens_what_is_promised()
    {
        using var service = new WrittenService(Source);

        var advised = service.OnAwaiter("Page", "MadeAsync");

        var boxes = Assert.Single(advised, advice => advice.Finding == AdviceFinding.Suspends);
        var delegates = Assert.Single(advised, advice => advice.Finding == AdviceFinding.Closure);
        Assert.Equal((boxes.Allocated.High + delegates.Allocated.High) / Sites.Seconds, boxes.Removable!.High, 6);
        Assert.Equal(boxes.Allocated.Bytes / Sites.Seconds, boxes.Removable.Estimate, 6);
        Assert.Null(delegates.Removable);
        Assert.Contains(delegates.Check, check => check.EndsWith("the trace cannot distinguish the two. These bytes do not count as removable.", StringComparison.Ordinal));
    }

    [Fact]
    public void With_the_pooling_builder_the_pool_missed()
    {
        using var service = new WrittenService(Source);

        Assert.Contains(service.OnAwaiter("Page", "PooledAsync", Sites.Runtime("System.Runtime.CompilerServices.PoolingAsyncValueTaskMethodBuilder`1[System.String]", "AwaitUnsafeOnCompleted")), advice => advice is { Finding: AdviceFinding.PoolMisses, Types: ["Action"] });
    }
}
