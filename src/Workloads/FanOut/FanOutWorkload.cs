using System.Globalization;
using System.Runtime.CompilerServices;
using AsyncLoad.Workloads.ValueTaskSources;

namespace AsyncLoad.Workloads.FanOut;

/// <summary>
/// Several calls at once, then all their results. Tests a known weakness of ValueTask: <c>WhenAll</c> takes only Tasks, so each ValueTask has to
/// become one, while awaiting them one after another needs none.
/// </summary>
/// <remarks>
/// Every row has the Task of the fan itself. Pooled calls that suspend hold more boxes at once than the pool keeps for them, one for the thread and
/// one for the core it is on. Expected bytes hold for a thread that stays on its core, such as the one of the sequential load.
/// </remarks>
internal sealed class FanOutWorkload : Workload
{
    public override string Id => "fan-out";

    public override string Summary => "starts several calls and sums their results";

    public override IReadOnlyList<Parameter> Parameters { get; } =
    [
        new("width", "calls at once", "10", "2", "10", "100"),
        new("calls", "whether they complete at once or suspend", "suspending", "completing", "suspending"),
    ];

    public override IReadOnlyList<Variant> Variants { get; } =
    [
        new("task", "WhenAll over async Tasks", "Task<decimal>", Builder.Default, "in each call, when asked to"),
        new("value-task-as-task", "WhenAll over AsTask of async ValueTasks", "Task<decimal>", Builder.Default, "in each call, when asked to"),
        new("value-task-in-turn", "awaits async ValueTasks one after another, all started before", "Task<decimal>", Builder.Default, "in each call, when asked to"),
        new("pooled-as-task", "WhenAll over AsTask of pooled ValueTasks", "Task<decimal>", Builder.Pooling, "in each call, when asked to") { PooledBoxes = null },
        new("pooled-in-turn", "awaits pooled ValueTasks one after another, all started before", "Task<decimal>", Builder.Pooling, "in each call, when asked to") { PooledBoxes = null },
    ];

    public override IReadOnlyList<Expected> Expected =>
    [
        .. Rows(2), .. Rows(10), .. Rows(100),
    ];

    public override Operation CreateOperation(string variant, Arguments arguments)
    {
        ArgumentNullException.ThrowIfNull(arguments);
        var fan = new Fan(int.Parse(arguments["width"], CultureInfo.InvariantCulture), arguments["calls"] switch
        {
            "completing" => false,
            "suspending" => true,
            var other => throw new ArgumentException($"calls are completing or suspending, not '{other}'", nameof(arguments)),
        });
        return variant switch
        {
            "task" => Operation.FromTask(fan.WhenAllTasks),
            "value-task-as-task" => Operation.FromTask(fan.WhenAllValueTasks),
            "value-task-in-turn" => Operation.FromTask(fan.ValueTasksInTurn),
            "pooled-as-task" => Operation.FromTask(fan.WhenAllPooled),
            "pooled-in-turn" => Operation.FromTask(fan.PooledInTurn),
            _ => throw new ArgumentException($"no variant '{variant}'", nameof(variant)),
        };
    }

    private static IEnumerable<Expected> Rows(int width)
    {
        const int task = 80, taskBox = 136, valueTaskBox = 152, pooledBox = 160, asTask = 96;
        // Of the boxes pending at once, the pool keeps one for the thread and one for its core.
        var missed = Math.Max(0, width - 2);
        var (tasks, results) = (24 + (8 * width), 24 + (16 * width));
        var whenAll = (2 * tasks) + results + 88;
        var inTurn = 24 + (32 * width);
        var waiting = $"WhenAll: two arrays of tasks of {tasks} B, one of results of {results} B, its promise of 88 B";
        var lacking = missed == 0 ? "" : $"{missed} boxes of {pooledBox} B that the pool lacks, ";
        yield return Row("task", "completing", (width * task) + whenAll + 80, $"{width} Tasks of {task} B, {waiting}, the fan's Task of 80 B");
        yield return Row("value-task-as-task", "completing", (width * task) + whenAll + 80, $"{width} Tasks of {task} B made by AsTask, {waiting}, the fan's Task of 80 B");
        yield return Row("value-task-in-turn", "completing", inTurn + 80, $"the array of {inTurn} B, the fan's Task of 80 B");
        yield return Row("pooled-as-task", "completing", (width * task) + whenAll + 80, $"{width} Tasks of {task} B made by AsTask, {waiting}, the fan's Task of 80 B");
        yield return Row("pooled-in-turn", "completing", inTurn + 80, $"the array of {inTurn} B, the fan's Task of 80 B");
        yield return Row("task", "suspending", (width * taskBox) + whenAll + 112, $"{width} boxes of {taskBox} B, {waiting}, the fan's box of 112 B");
        yield return Row("value-task-as-task", "suspending", (width * valueTaskBox) + whenAll + 112, $"{width} boxes of {valueTaskBox} B, each its own Task, {waiting}, the fan's box of 112 B");
        yield return Row("value-task-in-turn", "suspending", (width * valueTaskBox) + inTurn + 160, $"{width} boxes of {valueTaskBox} B, the array of {inTurn} B, the fan's box of 160 B");
        yield return Row("pooled-as-task", "suspending", (missed * pooledBox) + (width * asTask) + whenAll + 112, $"{lacking}{width} Tasks of {asTask} B that wrap boxes, {waiting}, the fan's box of 112 B");
        yield return Row("pooled-in-turn", "suspending", (missed * pooledBox) + inTurn + 160, $"{lacking}the array of {inTurn} B, the fan's box of 160 B");

        Expected Row(string variant, string calls, int bytes, string objects) =>
            new(variant, Arguments.Of(("width", width.ToString(CultureInfo.InvariantCulture)), ("calls", calls)), bytes, objects);
    }
}

#pragma warning disable CA2012 // Holding several ValueTasks before awaiting each once is what the in-turn variants are about.

/// <summary>
/// Starts a number of async calls and sums their results. They complete at once, or all suspend and are completed one by one when the whole fan waits.
/// All resume on the same thread, so that bytes are exact.
/// </summary>
internal sealed class Fan(int width, bool suspends)
{
    private readonly ReusableSource[] sources = [.. Enumerable.Range(0, width).Select(_ => new ReusableSource())];

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<decimal> WhenAllTasks()
    {
        var sum = WhenAllTasksAsync();
        LetGo();
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<decimal> WhenAllValueTasks()
    {
        var sum = WhenAllValueTasksAsync();
        LetGo();
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<decimal> ValueTasksInTurn()
    {
        var sum = ValueTasksInTurnAsync();
        LetGo();
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<decimal> WhenAllPooled()
    {
        var sum = WhenAllPooledAsync();
        LetGo();
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<decimal> PooledInTurn()
    {
        var sum = PooledInTurnAsync();
        LetGo();
        return sum;
    }

    private async Task<decimal> WhenAllTasksAsync()
    {
        var calls = new Task<decimal>[width];
        for (var index = 0; index < width; index++) calls[index] = CallTaskAsync(index);
        return Sum(await Task.WhenAll(calls));
    }

    private async Task<decimal> WhenAllValueTasksAsync()
    {
        var calls = new Task<decimal>[width];
        for (var index = 0; index < width; index++) calls[index] = CallValueTaskAsync(index).AsTask();
        return Sum(await Task.WhenAll(calls));
    }

    private async Task<decimal> ValueTasksInTurnAsync()
    {
        var calls = new ValueTask<decimal>[width];
        for (var index = 0; index < width; index++) calls[index] = CallValueTaskAsync(index);
        var sum = 0m;
        for (var index = 0; index < width; index++) sum += await calls[index];
        return sum;
    }

    private async Task<decimal> WhenAllPooledAsync()
    {
        var calls = new Task<decimal>[width];
        for (var index = 0; index < width; index++) calls[index] = CallPooledAsync(index).AsTask();
        return Sum(await Task.WhenAll(calls));
    }

    private async Task<decimal> PooledInTurnAsync()
    {
        var calls = new ValueTask<decimal>[width];
        for (var index = 0; index < width; index++) calls[index] = CallPooledAsync(index);
        var sum = 0m;
        for (var index = 0; index < width; index++) sum += await calls[index];
        return sum;
    }

    private async Task<decimal> CallTaskAsync(int index) => await Answer(index);

    private async ValueTask<decimal> CallValueTaskAsync(int index) => await Answer(index);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<decimal> CallPooledAsync(int index) => await Answer(index);

    private ValueTask<decimal> Answer(int index) => suspends ? sources[index].Begin() : new ValueTask<decimal>(index + 0.25m);

    private void LetGo()
    {
        if (!suspends) return;
        for (var index = 0; index < width; index++) sources[index].Complete(index + 0.25m);
    }

    private static decimal Sum(decimal[] results)
    {
        var sum = 0m;
        foreach (var result in results) sum += result;
        return sum;
    }
}
