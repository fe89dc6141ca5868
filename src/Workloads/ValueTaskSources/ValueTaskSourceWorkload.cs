namespace AsyncLoad.Workloads.ValueTaskSources;

/// <summary>
/// A hand-over of one value from a producer to a consumer, over a new <see cref="TaskCompletionSource{T}"/> or over one object used again:
/// <c>ManualResetValueTaskSourceCore</c>, the allocation floor. Tests what is left to save once the source costs nothing.
/// </summary>
/// <remarks>The producer runs on the consumer's thread, so no thread hop is measured and bytes are exact.</remarks>
public sealed class ValueTaskSourceWorkload : Workload
{
    /// <inheritdoc />
    public override string Id => "value-task-source";

    /// <inheritdoc />
    public override string Summary => "waits for a value over a new TaskCompletionSource or a reusable IValueTaskSource";

    /// <inheritdoc />
    public override IReadOnlyList<Parameter> Parameters { get; } =
    [
        new("producer", "whether the value is there before the consumer waits", "after", "before", "after"),
    ];

    /// <inheritdoc />
    public override IReadOnlyList<Variant> Variants { get; } =
    [
        new("task-completion-source", "async Task over a new TaskCompletionSource", "Task<decimal>", Builder.Default, "when the producer comes after"),
        new("task-over-source", "async Task over the reusable source", "Task<decimal>", Builder.Default, "when the producer comes after"),
        new("source", "passes the reusable source's ValueTask up unchanged", "ValueTask<decimal>"),
        new("value-task-over-source", "async ValueTask over the reusable source", "ValueTask<decimal>", Builder.Default, "when the producer comes after"),
        new("pooled-over-source", "pooled async ValueTask over the reusable source", "ValueTask<decimal>", Builder.Pooling, "when the producer comes after") { PooledBoxes = 1 },
    ];

    /// <inheritdoc />
    public override IReadOnlyList<Expected> Expected { get; } =
    [
        Row("task-completion-source", "before", 184, "a TaskCompletionSource of 24 B, its Task and the consumer's of 80 B each"),
        Row("task-over-source", "before", 80, "the consumer's Task"),
        Row("source", "before", 0, "nothing"),
        Row("value-task-over-source", "before", 0, "nothing"),
        Row("pooled-over-source", "before", 0, "nothing"),
        Row("task-completion-source", "after", 216, "a TaskCompletionSource of 24 B, its Task of 80 B, the consumer's box of 112 B"),
        Row("task-over-source", "after", 160, "the consumer's box, which holds the ValueTask and its awaiter of 32 B each"),
        Row("source", "after", 0, "nothing"),
        Row("value-task-over-source", "after", 176, "the consumer's box, 16 B larger for a builder that holds a result"),
        Row("pooled-over-source", "after", 0, "nothing: the consumer's box is rented and returned on one thread"),
    ];

    /// <inheritdoc />
    public override Operation CreateOperation(string variant, Arguments arguments)
    {
        ArgumentNullException.ThrowIfNull(arguments);
        var handover = new Handover(arguments["producer"] switch
        {
            "before" => true,
            "after" => false,
            var other => throw new ArgumentException($"the producer comes before or after, not '{other}'", nameof(arguments)),
        });
        return variant switch
        {
            "task-completion-source" => Operation.FromTask(handover.CompletionSource),
            "task-over-source" => Operation.FromTask(handover.TaskOverSource),
            "source" => Operation.FromValueTask(handover.Source),
            "value-task-over-source" => Operation.FromValueTask(handover.ValueTaskOverSource),
            "pooled-over-source" => Operation.FromValueTask(handover.PooledOverSource),
            _ => throw new ArgumentException($"no variant '{variant}'", nameof(variant)),
        };
    }

    private static Expected Row(string variant, string producer, int bytes, string objects) =>
        new(variant, Arguments.Of(("producer", producer)), bytes, objects);
}
