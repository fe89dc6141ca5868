using AsyncLoad.Workloads;

// What this assembly offers to the measured processes.
[assembly: AsyncLoadWorkloads(typeof(UnitTests.PriceCacheWorkload))]

namespace UnitTests;

/// <summary>How the cache is called when it is measured.</summary>
public sealed class PriceCacheWorkload : Workload
{
    private const string Product = "bread";

    private readonly PriceCache cache = new();

    public override string Id => "price-cache";

    public override string Summary => "reads a price that is in the cache";

    public override IReadOnlyList<Variant> Variants =>
    [
        new("task", "as a Task", "Task<decimal>", Builder.Default),
        new("value-task", "as a ValueTask", "ValueTask<decimal>", Builder.Default),
    ];

    // From here on every call finds it.
    public override void SetUp(Arguments arguments) => cache.PriceTask(Product).GetAwaiter().GetResult();

    public override Operation CreateOperation(string variant, Arguments arguments) => variant == "task"
        ? Operation.FromTask(() => cache.PriceTask(Product))
        : Operation.FromValueTask(() => cache.PriceValueTask(Product));
}
