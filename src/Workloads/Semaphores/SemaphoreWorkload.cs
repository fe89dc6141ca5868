using System.Runtime.CompilerServices;

namespace AsyncLoad.Workloads.Semaphores;

/// <summary>
/// The usual async lock: <see cref="SemaphoreSlim.WaitAsync()"/>, which returns a Task. Tests whether the methods around it gain anything by
/// returning ValueTask. Free, it returns one cached task; contended, it allocates a task for each waiter.
/// </summary>
/// <remarks>The semaphore always resumes a contended waiter on the thread pool.</remarks>
internal sealed class SemaphoreWorkload : OwningWorkload
{
    public override string Id => "semaphore";

    public override string Summary => "enters and leaves a section guarded by a SemaphoreSlim, free or contended";

    public override IReadOnlyList<Parameter> Parameters { get; } =
    [
        new("section", "whether the section is occupied when the caller asks", "free", "free", "contended"),
    ];

    public override IReadOnlyList<Variant> Variants { get; } =
    [
        new("task", "async method", "Task<int>", Builder.Default, "in WaitAsync, when contended"),
        new("value-task", "async method", "ValueTask<int>", Builder.Default, "in WaitAsync, when contended"),
        new("value-task-split", "Wait(0) first, an async method when that fails", "ValueTask<int>", Builder.Default, "in WaitAsync, when contended"),
        new("pooled", "async method with the pooling builder", "ValueTask<int>", Builder.Pooling, "in WaitAsync, when contended") { PooledBoxes = 1 },
    ];

    public override IReadOnlyList<Expected> Expected =>
    [
        Row("task", "free", 72, "a Task<int>"),
        Row("value-task", "free", 0, "nothing"),
        Row("value-task-split", "free", 0, "nothing"),
        Row("pooled", "free", 0, "nothing"),
        Row("task", "contended", 192, "the semaphore's waiter, a TaskNode of 88 B, the method's box of 104 B"),
        Row("value-task", "contended", 200, "the semaphore's waiter, a TaskNode of 88 B, the method's box of 112 B"),
        Row("value-task-split", "contended", 200, "the semaphore's waiter, a TaskNode of 88 B, the method's box of 112 B"),
        Row("pooled", "contended", 88, "the semaphore's waiter, a TaskNode"),
    ];

    public override Operation CreateOperation(string variant, Arguments arguments)
    {
        ArgumentNullException.ThrowIfNull(arguments);
        var section = Own(new GuardedSection(arguments["section"] switch
        {
            "free" => false,
            "contended" => true,
            var other => throw new ArgumentException($"a section is free or contended, not '{other}'", nameof(arguments)),
        }));
        return variant switch
        {
            "task" => Operation.FromTask(section.Task),
            "value-task" => Operation.FromValueTask(section.ValueTask),
            "value-task-split" => Operation.FromValueTask(section.ValueTaskSplit),
            "pooled" => Operation.FromValueTask(section.Pooled),
            _ => throw new ArgumentException($"no variant '{variant}'", nameof(variant)),
        };
    }

    private static Expected Row(string variant, string section, int bytes, string objects) =>
        new(variant, Arguments.Of(("section", section)), bytes, objects);
}

/// <summary>A section that one caller at a time may enter. Contended: it is occupied when the caller asks, and free right after.</summary>
internal sealed class GuardedSection(bool contended) : IDisposable
{
    /// <summary>Large enough not to be among the results whose tasks the runtime caches.</summary>
    private const int Value = 1234;

    private readonly SemaphoreSlim semaphore = new(1, 1);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<int> Task()
    {
        if (contended) semaphore.Wait();
        var entering = EnterTaskAsync();
        if (contended) semaphore.Release();
        return entering;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<int> ValueTask()
    {
        if (contended) semaphore.Wait();
        var entering = EnterValueTaskAsync();
        if (contended) semaphore.Release();
        return entering;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<int> ValueTaskSplit()
    {
        if (contended) semaphore.Wait();
        var entering = semaphore.Wait(0) ? new ValueTask<int>(Leave()) : EnterValueTaskAsync();
        if (contended) semaphore.Release();
        return entering;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<int> Pooled()
    {
        if (contended) semaphore.Wait();
        var entering = EnterPooledAsync();
        if (contended) semaphore.Release();
        return entering;
    }

    public void Dispose() => semaphore.Dispose();

    private async Task<int> EnterTaskAsync()
    {
        await semaphore.WaitAsync();
        return Leave();
    }

    private async ValueTask<int> EnterValueTaskAsync()
    {
        await semaphore.WaitAsync();
        return Leave();
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<int> EnterPooledAsync()
    {
        await semaphore.WaitAsync();
        return Leave();
    }

    private int Leave()
    {
        semaphore.Release();
        return Value;
    }
}
