using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Naming;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Services;

/// <summary>What has no frame of its own: the statement of the frame tells which method made it.</summary>
public sealed class StatementTests
{
    private const string Source = """
        public static class Pauses
        {
            public static Task RestAsync() => Task.Delay(5);
            public static Task LongRestAsync() => RestAsync();
            public static Task<int> WorkAsync() => Task.Run(() => 1);
            public static Task<int> SourceAsync() => new TaskCompletionSource<int>(TaskCreationOptions.RunContinuationsAsynchronously).Task;
            public static Task<string> NameAsync(int id) => Task.FromResult(id.ToString());
            public static ValueTask<int> ValueAsync(int[] all, int least) => new(Array.FindIndex(all, value => value > least));
            public static async IAsyncEnumerable<int> ItemsAsync(int count) { for (var item = 0; item < count; item++) { await Task.Yield(); yield return item; } }
        }

        public class Service
        {
            public async Task TwiceAsync() { await Task.Delay(1); await Pauses.RestAsync(); await Pauses.LongRestAsync(); }
            public async Task<int> WorkAsync() => await Task.Run(() => 2) + await Pauses.WorkAsync();
            public async Task<int> SourceAsync() { var own = new TaskCompletionSource<int>(TaskCreationOptions.RunContinuationsAsynchronously); own.SetResult(1); return await own.Task + await Pauses.SourceAsync(); }
            public async Task<int> FindAsync(int[] all, int least) { await Task.Yield(); return Array.FindIndex(all, value => value < least) + await Pauses.ValueAsync(all, least); }
            public IEnumerable<Task<string>> Names(int count) { for (var id = 0; id < count; id++) yield return Pauses.NameAsync(id); }
            public IEnumerable<int> Above(int[] all, int least) { yield return Array.Find(all, value => value > least); }
            public async IAsyncEnumerable<int> DoubledAsync(int count) { await foreach (var item in Pauses.ItemsAsync(count)) yield return 2 * item; }
        }
        """;

    private static readonly TracedFrame DelayFrame = Sites.Runtime("System.Threading.Tasks.Task", "Delay");

    [Theory]
    [InlineData("Delay", "Service.TwiceAsync()")]
    [InlineData("RestAsync", "Pauses.RestAsync()")]
    [InlineData("LongRestAsync", "Pauses.RestAsync()")]
    public void A_delay_is_charged_to_the_method_whose_statement_makes_it(string called, string method)
    {
        using var service = new WrittenService(Source);

        Assert.Equal((method, AdviceFinding.Delay), Named(service.SiteAt("Service", "TwiceAsync", called, "DelayPromise", DelayFrame)));
    }

    [Theory]
    [InlineData("Run", "Service.WorkAsync()")]
    [InlineData("WorkAsync", "Pauses.WorkAsync()")]
    public void So_is_work_that_is_started(string called, string method)
    {
        using var service = new WrittenService(Source);

        Assert.Equal((method, AdviceFinding.TaskRun), Named(service.SiteAt("Service", "WorkAsync", called, Sites.TaskOf("System.Int32"), Sites.Runtime("System.Threading.Tasks.Task", "Run"))));
    }

    [Theory]
    [InlineData("TaskCompletionSource`1", "Service.SourceAsync()")]
    [InlineData("SourceAsync", "Pauses.SourceAsync()")]
    public void So_are_a_source_and_its_task(string called, string method)
    {
        using var service = new WrittenService(Source);
        const string Type = "System.Threading.Tasks.TaskCompletionSource`1[System.Int32]";

        Assert.Equal((method, AdviceFinding.CompletionSource), Named(
            service.SiteAt("Service", "SourceAsync", called, Type),
            service.SiteAt("Service", "SourceAsync", called, Sites.TaskOf("System.Int32"), Sites.Runtime(Type, ".ctor"))));
    }

    [Theory]
    [InlineData("FindIndex", "Service.FindAsync(int[], int)")]
    [InlineData("ValueAsync", "Pauses.ValueAsync(int[], int)")]
    public void So_is_a_delegate(string called, string method)
    {
        using var service = new WrittenService(Source);

        Assert.Equal((method, AdviceFinding.Closure), Named(service.SiteAt("Service", "FindAsync", called, "System.Predicate`1[System.Int32]") with { Place = PlaceAround(service, called) }));
    }

    [Fact]
    public void A_task_that_an_iterator_yields_is_charged_to_what_makes_it()
    {
        using var service = new WrittenService(Source);

        Assert.Equal(("Pauses.NameAsync(int)", AdviceFinding.CompletesSynchronously), Named(service.SiteAt("Service", "Names", "NameAsync", Sites.TaskOf("System.String"))));
    }

    [Fact]
    public void Without_its_assembly_an_iterator_is_no_async_method()
    {
        using var service = new WrittenService(Source);
        var site = service.SiteAt("Service", "Names", "NameAsync", Sites.TaskOf("System.String"));
        var report = Sites.Advise(site with { Frames = [.. site.Frames.Select(frame => frame with { Module = frame.Module is null ? null : "/nowhere/" + Path.GetFileName(frame.Module) })] });

        Assert.Empty(report.Methods);
        Assert.Equal((20L, "Service.Names"), (report.Account.Tasks.Samples, report.Account.Makers.Single().Method));
    }

    [Theory]
    [InlineData("System.Predicate`1[System.Int32]")]
    [InlineData("<>c__DisplayClass5_0")]
    public void A_closure_of_an_iterator_is_not_that_of_an_async_method(string type)
    {
        using var service = new WrittenService(Source);
        var report = Sites.Advise(service.SiteAt("Service", "Above", "Find", type));

        Assert.Empty(report.Methods);
        Assert.Equal(20, report.Account.Other.Samples);
    }

    [Fact]
    public void An_async_iterator_that_reads_another_is_not_charged_for_its_object()
    {
        using var service = new WrittenService(Source);
        var site = service.SiteAt("Service", "DoubledAsync", "ItemsAsync", "<ItemsAsync>d__6");

        Assert.Equal(("Pauses.ItemsAsync(int)", AdviceFinding.AsyncIterator), Named(site));
    }

    private static (string, AdviceFinding) Named(params AllocationSite[] sites)
    {
        var advice = Assert.Single(Sites.Advise(sites).Methods);
        return (advice.Method, advice.Finding);
    }

    // The delegate is made before the call that takes it.
    private static IlRange PlaceAround(WrittenService service, string called)
    {
        var place = service.SiteAt("Service", "FindAsync", called, "System.Object").Place!.Value;
        return place with { From = place.From - 5 };
    }
}
