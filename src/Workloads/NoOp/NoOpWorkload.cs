namespace AsyncLoad.Workloads.NoOp;

/// <summary>
/// Operations that do nothing, so that only the driver is measured. They run under every load of a run for the load overhead in the report.
/// Expected bytes: 0 for all, since the completed task is made once.
/// </summary>
internal sealed class NoOpWorkload : Workload
{
    private static readonly Task<int> Completed = Task.FromResult(0);

    public override string Id => "no-op";

    public override string Summary => "does nothing: what a load costs by itself";

    public override IReadOnlyList<Variant> Variants { get; } =
    [
        new("sync", "returns a constant", "int"),
        new("task", "returns one completed task", "Task<int>"),
        new("value-task", "returns a completed ValueTask", "ValueTask<int>"),
    ];

    public override IReadOnlyList<Expected> Expected =>
    [
        new("sync", Arguments.None, 0, "nothing"),
        new("task", Arguments.None, 0, "one task for all calls"),
        new("value-task", Arguments.None, 0, "nothing"),
    ];

    public override Operation CreateOperation(string variant, Arguments arguments) => variant switch
    {
        "sync" => Operation.From(static () => 0),
        "task" => Operation.FromTask(static () => Completed),
        "value-task" => Operation.FromValueTask(static () => new ValueTask<int>(0)),
        _ => throw new ArgumentException($"no variant '{variant}'", nameof(variant)),
    };
}
