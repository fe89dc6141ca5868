using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

namespace AsyncLoad.Workloads.ValueTaskSources;

/// <summary>
/// A hand-over of one value from a producer to a consumer, over a new <see cref="TaskCompletionSource{T}"/> or over one reused object:
/// <c>ManualResetValueTaskSourceCore</c>, which allocates nothing. Tests what can still be saved then.
/// </summary>
/// <remarks>The producer runs on the consumer's thread, so no thread switch is measured and bytes are exact.</remarks>
internal sealed class ValueTaskSourceWorkload : Workload
{
    public override string Id => "value-task-source";

    public override string Summary => "waits for a value over a new TaskCompletionSource or a reusable IValueTaskSource";

    public override IReadOnlyList<Parameter> Parameters { get; } =
    [
        new("producer", "whether the value is available before the consumer waits", "after", "before", "after"),
    ];

    public override IReadOnlyList<Variant> Variants { get; } =
    [
        new("task-completion-source", "async Task over a new TaskCompletionSource", "Task<decimal>", Builder.Default, "when the producer comes after"),
        new("task-over-source", "async Task over the reusable source", "Task<decimal>", Builder.Default, "when the producer comes after"),
        new("source", "passes the reusable source's ValueTask up unchanged", "ValueTask<decimal>"),
        new("value-task-over-source", "async ValueTask over the reusable source", "ValueTask<decimal>", Builder.Default, "when the producer comes after"),
        new("pooled-over-source", "pooled async ValueTask over the reusable source", "ValueTask<decimal>", Builder.Pooling, "when the producer comes after") { PooledBoxes = 1 },
    ];

    public override IReadOnlyList<Expected> Expected =>
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

/// <summary>Waits for a value that a producer hands over, before or after the consumer has begun to wait.</summary>
internal sealed class Handover(bool producerFirst)
{
    private const decimal Value = 1234.567m;

    private readonly ReusableSource source = new();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<decimal> CompletionSource()
    {
        var completion = new TaskCompletionSource<decimal>();
        if (producerFirst) completion.SetResult(Value);
        var consumer = ConsumeAsync(completion.Task);
        if (!producerFirst) completion.SetResult(Value);
        return consumer;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<decimal> TaskOverSource()
    {
        var pending = Begin();
        var consumer = ConsumeTaskAsync(pending);
        End();
        return consumer;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<decimal> Source()
    {
        var pending = Begin();
        End();
        return pending;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<decimal> ValueTaskOverSource()
    {
        var pending = Begin();
        var consumer = ConsumeValueTaskAsync(pending);
        End();
        return consumer;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<decimal> PooledOverSource()
    {
        var pending = Begin();
        var consumer = ConsumePooledAsync(pending);
        End();
        return consumer;
    }

    private ValueTask<decimal> Begin()
    {
        var pending = source.Begin();
        if (producerFirst) source.Complete(Value);
        return pending;
    }

    private void End()
    {
        if (!producerFirst) source.Complete(Value);
    }

    private static async Task<decimal> ConsumeAsync(Task<decimal> pending) => await pending;

    private static async Task<decimal> ConsumeTaskAsync(ValueTask<decimal> pending) => await pending;

    private static async ValueTask<decimal> ConsumeValueTaskAsync(ValueTask<decimal> pending) => await pending;

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<decimal> ConsumePooledAsync(ValueTask<decimal> pending) => await pending;
}

/// <summary>One object behind any number of ValueTasks, one after another: the cheapest possible suspension. Completing it runs the awaiting code at once, on the completing thread.</summary>
internal sealed class ReusableSource : IValueTaskSource<decimal>
{
    private ManualResetValueTaskSourceCore<decimal> core;

    /// <summary>A pending ValueTask; the one before must have been awaited.</summary>
    public ValueTask<decimal> Begin()
    {
        core.Reset();
        return new ValueTask<decimal>(this, core.Version);
    }

    public void Complete(decimal result) => core.SetResult(result);

    decimal IValueTaskSource<decimal>.GetResult(short token) => core.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource<decimal>.GetStatus(short token) => core.GetStatus(token);

    void IValueTaskSource<decimal>.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        core.OnCompleted(continuation, state, token, flags);
}
