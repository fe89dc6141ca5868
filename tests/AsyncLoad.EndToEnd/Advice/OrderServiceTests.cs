using Xunit;

namespace AsyncLoad.EndToEnd.Advice;

/// <summary>The order service itself: that what it says of its allocations is so, since the advisor is judged by that.</summary>
public class OrderServiceTests(OrderServices services) : IClassFixture<OrderServices>
{
    private const int Calls = 100_000;

    // What a run allocates besides its calls (a loop's state machine, an array for a wave) is half a byte a call at most.
    private const int MostBesides = Calls / 2;

    // The same in a round of 46 methods, with Kestrel's part of a request.
    private const int MostBesidesARound = 100_000;

    private const int FewestPlanted = 20;

    // Half as much again as the advisor's limit.
    private const double SmallestShare = 0.015;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Every_method_allocates_what_it_is_said_to(bool remedied)
    {
        var service = services.Get(remedied);
        var off = new List<string>();
        foreach (var key in (await service.TruthAsync(Cancellation)).Rows.Select(row => row.Key).Distinct())
        {
            // In the first run of thousands of delays the pool's queue grows as well, once a process: 15 to 85 KB were seen, the most on a busy machine.
            await service.RunAsync(key, Calls, Cancellation);
            var run = await service.RunAsync(key, Calls, Cancellation);
            if (Math.Abs(run.AllocatedBytes - ((long)run.Calls * run.BytesPerCall)) > MostBesides)
                off.Add(FormattableString.Invariant($"{key}: {run.Calls} calls of {run.BytesPerCall} B allocated {run.AllocatedBytes} B"));
        }

        Assert.Empty(off);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task What_it_counts_is_what_it_allocates_under_load(bool remedied)
    {
        var truth = await LoadAsync(services.Get(remedied));

        Assert.Equal(remedied, truth.Remedied);
        Assert.InRange(truth.AllocatedBytes - truth.Rows.Sum(row => row.Bytes), 0, MostBesidesARound * truth.Rounds);
    }

    [Fact]
    public async Task Every_planted_method_allocates_enough_to_be_found()
    {
        var truth = await LoadAsync(services.Get(remedied: false));
        var planted = truth.Rows.Where(row => !row.IsBait).ToList();

        Assert.True(planted.Count >= FewestPlanted);
        Assert.DoesNotContain(planted, row => row.Bytes < SmallestShare * truth.AllocatedBytes);
    }

    [Fact]
    public async Task Bait_allocates_nothing_or_little_or_as_much_as_what_is_planted()
    {
        var truth = await LoadAsync(services.Get(remedied: false));
        var bait = truth.Rows.Where(row => row.IsBait).ToList();

        Assert.Contains(bait, row => row.BytesPerCall == 0);
        Assert.Contains(bait, row => row.Bytes > 0 && row.Bytes < 0.005 * truth.AllocatedBytes);
        Assert.Contains(bait, row => row.Bytes > SmallestShare * truth.AllocatedBytes);
        Assert.Empty(bait.Select(row => row.Method).Intersect(truth.Rows.Where(row => !row.IsBait).Select(row => row.Method)));
    }

    [Fact]
    public async Task Remedies_leave_the_methods_and_remove_all_that_they_allocated()
    {
        var before = (await services.Get(remedied: false).TruthAsync(Cancellation)).Rows;
        var after = (await services.Get(remedied: true).TruthAsync(Cancellation)).Rows;

        Assert.Equal(before.Select(row => (row.Key, row.Method)), after.Select(row => (row.Key, row.Method)));
        Assert.All(before.Zip(after), pair => Assert.Equal(pair.First.Finding == pair.Second.Finding ? pair.First.BytesPerCall : 0, pair.Second.BytesPerCall));
    }

    [Fact]
    public async Task It_knows_that_nobody_samples_it() => Assert.False(await services.Get(remedied: false).IsSampledAsync(Cancellation));

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    private static async Task<OrderTruth> LoadAsync(OrderService service)
    {
        var before = await service.TruthAsync(Cancellation);
        await OrderLoad.RunAsync(service, TimeSpan.FromSeconds(1), Cancellation);
        return (await service.TruthAsync(Cancellation)).Since(before);
    }
}

/// <summary>The order service, and the one after the advice was taken.</summary>
public sealed class OrderServices : IAsyncLifetime
{
    private readonly Dictionary<bool, OrderService> services = [];

    internal OrderService Get(bool remedied) => services[remedied];

    public async ValueTask InitializeAsync()
    {
        foreach (var remedied in new[] { false, true }) services.Add(remedied, await OrderService.StartAsync(Repository.Muxer, Repository.OrderService, remedied));
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var service in services.Values) await service.DisposeAsync();
    }
}
