using System.Globalization;
using System.Runtime.CompilerServices;
using AsyncLoad.Workloads.ValueTaskSources;

namespace AsyncLoad.Workloads.DeepChain;

/// <summary>
/// Async methods awaiting async methods, 1 to 64 deep. Tests the cost of a level, whether it changes with depth, and how far the pooling builder
/// helps. It keeps one box for each thread and one for each core, per method, and all levels here are one method.
/// </summary>
/// <remarks>
/// So the pooled rows show recursive code; a chain of different methods has a pool for each of them. Their expected bytes hold for a thread that
/// stays on one core, such as the one of the sequential load. A thread that moves finds other slots.
/// </remarks>
internal sealed class DeepChainWorkload : Workload
{
    public override string Id => "deep-chain";

    public override string Summary => "a chain of async methods, 1 to 64 deep, completing or suspending at its bottom";

    public override IReadOnlyList<Parameter> Parameters { get; } =
    [
        new("depth", "async methods in the chain", "16", "1", "4", "16", "64") { Range = (1, 64), Step = 1 },
        new("bottom", "whether the last one completes at once or suspends all of them", "completing", "completing", "suspending"),
    ];

    public override IReadOnlyList<Variant> Variants { get; } =
    [
        new("task", "async and await at every level", "Task<decimal>", Builder.Default, "at the bottom, when asked to"),
        new("value-task", "async and await at every level", "ValueTask<decimal>", Builder.Default, "at the bottom, when asked to"),
        new("pooled", "the pooling builder at every level", "ValueTask<decimal>", Builder.Pooling, "at the bottom, when asked to") { PooledBoxes = null },
    ];

    public override IReadOnlyList<Expected> Expected =>
    [
        .. Rows(1), .. Rows(4), .. Rows(16), .. Rows(64),
    ];

    public override Operation CreateOperation(string variant, Arguments arguments)
    {
        ArgumentNullException.ThrowIfNull(arguments);
        var levels = new Levels(int.Parse(arguments["depth"], CultureInfo.InvariantCulture), arguments["bottom"] switch
        {
            "completing" => false,
            "suspending" => true,
            var other => throw new ArgumentException($"the bottom is completing or suspending, not '{other}'", nameof(arguments)),
        });
        return variant switch
        {
            "task" => Operation.FromTask(levels.TaskChain),
            "value-task" => Operation.FromValueTask(levels.ValueTaskChain),
            "pooled" => Operation.FromValueTask(levels.PooledChain),
            _ => throw new ArgumentException($"no variant '{variant}'", nameof(variant)),
        };
    }

    private static IEnumerable<Expected> Rows(int depth)
    {
        const int task = 80, taskBottom = 136, taskLevel = 112, valueTaskBox = 152, pooledBox = 160;
        // The bottom is another method. For the levels above it, the pool keeps a box for the thread and one for its core.
        var missed = Math.Max(0, depth - 3);
        yield return Row("task", "completing", depth * task, $"{depth} × Task<decimal> of {task} B");
        yield return Row("value-task", "completing", 0, "nothing");
        yield return Row("pooled", "completing", 0, "nothing");
        yield return Row("task", "suspending", taskBottom + ((depth - 1) * taskLevel), depth == 1 ? "the bottom's box" : $"a box of {taskBottom} B at the bottom, {depth - 1} of {taskLevel} B above");
        yield return Row("value-task", "suspending", depth * valueTaskBox, $"{depth} × a box of {valueTaskBox} B");
        yield return Row("pooled", "suspending", missed * pooledBox, missed == 0 ? "nothing" : $"{missed} × a box of {pooledBox} B for which the pool has no place");

        Expected Row(string variant, string bottom, int bytes, string objects) =>
            new(variant, Arguments.Of(("depth", depth.ToString(CultureInfo.InvariantCulture)), ("bottom", bottom)), bytes, objects);
    }
}

/// <summary>
/// A chain of async methods, each awaiting the next. The bottom completes at once or suspends. Once the whole chain is pending it is completed, and
/// resumes level by level on the same thread, so that builders are measured and not thread switches.
/// </summary>
internal sealed class Levels(int depth, bool suspends)
{
    private const decimal Value = 1234.567m;

    private readonly ReusableSource source = new();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<decimal> TaskChain()
    {
        var chain = TaskBelow(depth);
        LetGo();
        return chain;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<decimal> ValueTaskChain()
    {
        var chain = ValueTaskBelow(depth);
        LetGo();
        return chain;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<decimal> PooledChain()
    {
        var chain = PooledBelow(depth);
        LetGo();
        return chain;
    }

    private Task<decimal> TaskBelow(int level) => level > 1 ? TaskLevelAsync(level) : TaskBottomAsync();

    private async Task<decimal> TaskLevelAsync(int level) => await TaskBelow(level - 1);

    private async Task<decimal> TaskBottomAsync() => await Bottom();

    private ValueTask<decimal> ValueTaskBelow(int level) => level > 1 ? ValueTaskLevelAsync(level) : ValueTaskBottomAsync();

    private async ValueTask<decimal> ValueTaskLevelAsync(int level) => await ValueTaskBelow(level - 1);

    private async ValueTask<decimal> ValueTaskBottomAsync() => await Bottom();

    private ValueTask<decimal> PooledBelow(int level) => level > 1 ? PooledLevelAsync(level) : PooledBottomAsync();

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<decimal> PooledLevelAsync(int level) => await PooledBelow(level - 1);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<decimal> PooledBottomAsync() => await Bottom();

    private ValueTask<decimal> Bottom() => suspends ? source.Begin() : new ValueTask<decimal>(Value);

    private void LetGo()
    {
        if (suspends) source.Complete(Value);
    }
}
