using System.Runtime.CompilerServices;

namespace AsyncLoad.Workloads.MixedFastPath;

/// <summary>
/// A method that returns at once when a flag is set and waits otherwise, from "Surprising cost of synchronous fast-paths in
/// asynchronous methods" (J. Cincura, 2021), which gives no figures for it. It tests the text's remedy: keep <c>async</c> off the fast path.
/// </summary>
/// <remarks>
/// Expected bytes, fast: one <c>Task&lt;string&gt;</c> of 72 B in either Task variant, nothing else. Slow: a box of 104 B for the yielding
/// method and 104 B for an async caller, 112 B and 128 B with ValueTask. Split methods do not need the second. Pooled and split: 0 B, since the thread
/// that waits returns the box it took. <c>async-pooled</c> when slow has a range: the calling thread takes the inner box and
/// a pool thread returns it, so that it is found again (0 B) if both share a core, or not (120 B).
/// </remarks>
internal sealed class MixedFastPathWorkload : Workload
{
    private const string Yield = "in Task.Yield when fast is false";
    private const string YieldAndCaller = "in Task.Yield and in its caller when fast is false";

    public override string Id => "mixed-fast-path";

    public override string Summary => "returns a constant at once when a flag is set, after Task.Yield otherwise; one async method or split in two";

    public override string Source => "Surprising cost of synchronous fast-paths in asynchronous methods, J. Cincura, 2021";

    public override IReadOnlyList<Parameter> Parameters { get; } =
    [
        new("fast", "whether the result is available at once", "true", "false", "true"),
    ];

    public override IReadOnlyList<Variant> Variants { get; } =
    [
        new("async-task", "one async method", "Task<string>", Builder.Default, YieldAndCaller),
        new("split-task", "not async; returns the task of the slow path", "Task<string>", Builder.Default, Yield),
        new("async-value-task", "one async method", "ValueTask<string>", Builder.Default, YieldAndCaller),
        new("split-value-task", "not async; returns the ValueTask of the slow path", "ValueTask<string>", Builder.Default, Yield),
        new("async-pooled", "one async method, both paths pooled", "ValueTask<string>", Builder.Pooling, YieldAndCaller) { PooledBoxes = 2 },
        new("split-pooled", "not async; returns the ValueTask of the pooled slow path", "ValueTask<string>", Builder.Pooling, Yield) { PooledBoxes = 1 },
    ];

    public override IReadOnlyList<Expected> Expected =>
    [
        Row("async-task", fast: true, 72, "Task<string> 72 B"),
        Row("async-task", fast: false, 104 + 104, "box of the slow path 104 B + box of its caller 104 B"),
        Row("split-task", fast: true, 72, "Task<string> 72 B"),
        Row("split-task", fast: false, 104, "box of the slow path 104 B"),
        Row("async-value-task", fast: true, 0, "nothing"),
        Row("async-value-task", fast: false, 112 + 128, "box of the slow path 112 B + box of its caller 128 B"),
        Row("split-value-task", fast: true, 0, "nothing"),
        Row("split-value-task", fast: false, 112, "box of the slow path 112 B"),
        Row("async-pooled", fast: true, 0, "nothing"),
        Row("async-pooled", fast: false, 120, "box of the slow path 120 B, unless the pool has it") with { AtLeast = 0 },
        Row("split-pooled", fast: true, 0, "nothing"),
        Row("split-pooled", fast: false, 0, "nothing: the box comes from the pool"),
    ];

    public override Operation CreateOperation(string variant, Arguments arguments)
    {
        ArgumentNullException.ThrowIfNull(arguments);
        var path = new MixedPath(arguments.Flag("fast"));
        return variant switch
        {
            "async-task" => Operation.FromTask(path.AsyncTask),
            "split-task" => Operation.FromTask(path.SplitTask),
            "async-value-task" => Operation.FromValueTask(path.AsyncValueTask),
            "split-value-task" => Operation.FromValueTask(path.SplitValueTask),
            "async-pooled" => Operation.FromValueTask(path.AsyncPooled),
            "split-pooled" => Operation.FromValueTask(path.SplitPooled),
            _ => throw new ArgumentException($"no variant '{variant}'", nameof(variant)),
        };
    }

    private static Expected Row(string variant, bool fast, int bytes, string objects) =>
        new(variant, Arguments.Of(("fast", fast ? "true" : "false")), bytes, objects);
}

/// <summary>
/// A method with a synchronous fast path and a slow path that waits, in two forms per style: as one async method, and split into a method that
/// is not async and an async slow path.
/// </summary>
internal sealed class MixedPath(bool fast)
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<string> AsyncTask()
    {
        if (fast) return Bar();
        return await BarTask();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<string> SplitTask() => fast ? Task.FromResult(Bar()) : BarTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<string> AsyncValueTask()
    {
        if (fast) return Bar();
        return await BarValueTask();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<string> SplitValueTask() => fast ? ValueTask.FromResult(Bar()) : BarValueTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<string> AsyncPooled()
    {
        if (fast) return Bar();
        return await BarPooled();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<string> SplitPooled() => fast ? ValueTask.FromResult(Bar()) : BarPooled();

    private string Bar() => "foobar";

    private async Task<string> BarTask()
    {
        await Task.Yield();
        return Bar();
    }

    private async ValueTask<string> BarValueTask()
    {
        await Task.Yield();
        return Bar();
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<string> BarPooled()
    {
        await Task.Yield();
        return Bar();
    }
}
