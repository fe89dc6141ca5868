using AsyncLoad.Workloads;

[assembly: AsyncLoadWorkloads(typeof(SampleService.BasketWorkload))]

namespace SampleService;

/// <summary>How the service is called when both versions are measured.</summary>
public sealed class BasketWorkload : Workload
{
    public override string Id => "basket";

    public override string Summary => "sums up a basket of three products";

    public override IReadOnlyList<Variant> Variants { get; } =
        [new("before", "as a Task, and so its callee", "Task<decimal>"), new("after", "as a ValueTask, and so its callee", "ValueTask<decimal>")];

    public override Operation CreateOperation(string variant, Arguments arguments)
    {
        var service = new BasketService();
        return variant == "before" ? Operation.FromTask(service.TotalBefore) : Operation.FromValueTask(service.TotalAfter);
    }
}
