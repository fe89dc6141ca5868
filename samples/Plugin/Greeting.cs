using AsyncLoad.Workloads;

[assembly: AsyncLoadWorkloads(typeof(SamplePlugin.Greeting))]

namespace SamplePlugin;

public sealed class Greeting : Workload
{
    public override string Id => "greeting";
    public override string Summary => "hands out a greeting that is there already";
    public override IReadOnlyList<Variant> Variants { get; } =
        [new("task", "in a new task", "Task<string>"), new("value-task", "in a ValueTask", "ValueTask<string>")];

    public override Operation CreateOperation(string variant, Arguments arguments) => variant == "task"
        ? Operation.FromTask(static () => Task.FromResult("hello"))
        : Operation.FromValueTask(static () => new ValueTask<string>("hello"));
}
