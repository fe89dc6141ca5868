using AsyncLoad.Testing;
using Xunit;

// Tests that compare times are alone with them.
[assembly: Xunit.v3.Parallelization(Mode = Xunit.Sdk.ParallelMode.None)]

namespace UnitTests;

public class PriceCacheTests
{
    private static readonly Measurement Cache = Measurement.Of(typeof(PriceCacheWorkload).Assembly, "price-cache");

    public PriceCacheTests() => Assert.SkipWhen(Cache.Refusal is not null, Cache.Refusal ?? "");

    [Fact]
    public async Task A_cached_price_allocates_nothing() =>
        (await Cache.BytesAsync("value-task", TestContext.Current.CancellationToken)).AtMost(0);

    [Fact]
    public async Task A_value_task_is_not_slower_than_a_task() =>
        (await Cache.CompareAsync("task", "value-task", TestContext.Current.CancellationToken)).NotSlowerByMoreThan(0.2).BytesAtMost(0);
}
