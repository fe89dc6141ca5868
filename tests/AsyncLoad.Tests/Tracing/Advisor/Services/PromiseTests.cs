using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Services;

/// <summary>What one remedy removes besides the bytes of its own finding.</summary>
public sealed class PromiseTests
{
    private const string Finds = """
        public static class Names
        {
            private static readonly int[] Numbers = [1, 2, 3];
            public static Task<string> FindAsync(int id) => Task.FromResult(Array.Find(Numbers, number => number == id).ToString());
            public static Task<string> FirstAsync(Predicate<int> test) => Task.FromResult(Array.Find(Numbers, test).ToString());
            public static async Task<int> AllAsync(int id) => (await FindAsync(id)).Length;
            public static async Task<int> OwnAsync(int id) => (await FirstAsync(number => number == id)).Length;
        }
        """;

    private const string Predicate = "System.Predicate`1[System.Int32]";

    [Fact]
    public void Pooling_counts_tasks_that_have_no_entry()
    {
        var tasks = CountedSites.Task("Passing", "FindAsync");

        var advice = Assert.Single(Advise(0.1, null, tasks, CountedSites.Box("Passing", "FindAsync", samples: 1_000)).Methods);

        Assert.Equal((AdviceFinding.Suspends, RemedyKind.PoolBoxes), (advice.Finding, advice.RemedyKind));
        Assert.EndsWith("That also removes its tasks, which no other entry counts.", advice.Remedy, StringComparison.Ordinal);
        Assert.Equal((advice.Allocated.Bytes + tasks.Tally.Bytes) / Sites.Seconds, advice.Removable!.Estimate, 6);
        Assert.True(advice.Removable.High > advice.Allocated.High / Sites.Seconds);
    }

    [Fact]
    public void Tasks_with_a_remedy_are_counted_there()
    {
        var advised = Advise(0, null, CountedSites.Task("Passing", "FindAsync"), CountedSites.Box("Passing", "FindAsync")).Methods;

        Assert.Equal([RemedyKind.ReturnValueTask, RemedyKind.PoolBoxes], advised.Select(advice => advice.RemedyKind!.Value).Order());
        Assert.Equal(advised.Sum(advice => advice.Allocated.Bytes) / Sites.Seconds, advised.Sum(advice => advice.Removable!.Estimate), 6);
    }

    // Alone a ValueTask would save nothing: the boxes grow by more than these tasks take. With the pooling builder they go away.
    [Fact]
    public void Tasks_whose_own_entry_has_no_remedy_are_counted_with_the_boxes()
    {
        var advised = Advise(0, null, CountedSites.Task("Passing", "FindAsync"), CountedSites.Box("Passing", "FindAsync", samples: 1_000)).Methods;

        Assert.Null(advised.Single(advice => advice.Finding == AdviceFinding.CompletesSynchronously).Removable);
        Assert.Equal(advised.Sum(advice => advice.Allocated.Bytes) / Sites.Seconds, advised.Single(advice => advice.Finding == AdviceFinding.Suspends).Removable!.Estimate, 6);
    }

    [Theory]
    [InlineData(20, 1_000, AdviceFinding.Suspends, "tasks")]
    [InlineData(20, 1, AdviceFinding.CompletesSynchronously, "boxes")]
    public void Passing_a_task_on_counts_what_has_no_entry(int tasks, int boxes, AdviceFinding finding, string besides)
    {
        var made = CountedSites.Task("Passing", "PassAsync");
        var boxed = CountedSites.Box("Passing", "PassAsync", boxes);
        Assert.Equal(tasks, made.Tally.Samples);

        var advice = Assert.Single(Advise(0.1, null, made, boxed).Methods);

        Assert.Equal((finding, RemedyKind.ReturnTaskItself), (advice.Finding, advice.RemedyKind));
        Assert.EndsWith($" That also removes its {besides}, which no other entry counts.", advice.Remedy, StringComparison.Ordinal);
        Assert.Equal((made.Tally.Bytes + boxed.Tally.Bytes) / Sites.Seconds, advice.Removable!.Estimate, 6);
    }

    // The JIT compiler of .NET 10 needs no heap for a delegate that only inlined code calls.
    [Theory]
    [InlineData(null, true)]
    [InlineData(10, true)]
    [InlineData(9, false)]
    public void A_delegate_of_the_method_may_go_with_its_task(int? runtime, bool may)
    {
        using var service = new WrittenService(Finds);
        var tasks = service.Site("Names", "FindAsync", Sites.TaskOf("System.String"), 100);
        var delegates = service.Site("Names", "FindAsync", Predicate, 100);

        var advice = Advise(0, runtime, tasks, delegates).Methods.Single(advice => advice.Finding == AdviceFinding.CompletesSynchronously);

        var estimate = tasks.Tally.Estimate(AllocationTally.Confidence);
        Assert.Equal((estimate.Bytes / Sites.Seconds, estimate.Low / Sites.Seconds), (advice.Removable!.Estimate, advice.Removable.Low));
        Assert.Equal((estimate.High + (may ? delegates.Tally.Estimate(AllocationTally.Confidence).High : 0)) / Sites.Seconds, advice.Removable.High, 6);
    }

    [Fact]
    public void So_may_a_delegate_that_a_caller_makes_for_it()
    {
        using var service = new WrittenService(Finds);
        var tasks = service.Site("Names", "FirstAsync", Sites.TaskOf("System.String"), 100);
        var delegates = service.Site("Names", "OwnAsync", Predicate, 100);

        var advice = Advise(0, null, tasks, delegates).Methods.Single(advice => advice.Finding == AdviceFinding.CompletesSynchronously);

        var estimate = tasks.Tally.Estimate(AllocationTally.Confidence);
        Assert.Equal("Names.FirstAsync(Predicate<int>)", advice.Method);
        Assert.Equal((estimate.High + delegates.Tally.Estimate(AllocationTally.Confidence).High) / Sites.Seconds, advice.Removable!.High, 6);
    }

    // A ValueTask of a text takes 24 B where a reference takes 8.
    [Theory]
    [InlineData("foreach (var t in new[] { M(1), M(2) }) i += (await t).Length; return i;", 16, 16, 16)]
    [InlineData("foreach (var t in new[] { M(1), M(2) }) i += (await t).Length; return i + (await M(3)).Length + (await M(4)).Length;", 8, 0, 16)]
    [InlineData("foreach (var t in new List<int> { 1, 2 }.ConvertAll(M)) i += (await t).Length; return i;", 0, 0, 16)]
    [InlineData("return (await M(i)).Length;", 0, 0, 0)]
    public void Arrays_that_its_results_are_put_into_grow(string body, double expected, double low, double high)
    {
        using var service = new WrittenService($"public static class Names {{ public static async Task<string> M(int i) {{ if (i < 0) await Task.Yield(); return \"name\"; }} public static async Task<int> AllAsync(int i) {{ {body} }} }}");
        var tasks = service.Site("Names", "M", Sites.TaskOf("System.String"), 100);

        var removable = Assert.Single(Advise(0, null, tasks).Methods).Removable!;

        var (estimate, size) = (tasks.Tally.Estimate(AllocationTally.Confidence), tasks.Tally.MeanObjectBytes!.Value);
        Assert.Equal(estimate.Bytes * (1 - (expected / size)), removable.Estimate * Sites.Seconds, 3);
        Assert.Equal(estimate.Low - (estimate.High * high / size), removable.Low * Sites.Seconds, 3);
        Assert.Equal(estimate.High - (estimate.Low * low / size), removable.High * Sites.Seconds, 3);
    }

    private static AdviceReport Advise(double minShare, int? runtime, params AllocationSite[] sites) =>
        AdviceBuilder.Build(sites, Sites.Seconds, AllocationSource.Sampled, new AdviceOptions(minShare, []), new TracedCode(runtime));
}
