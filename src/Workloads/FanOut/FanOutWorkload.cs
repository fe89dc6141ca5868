using System.Globalization;

namespace AsyncLoad.Workloads.FanOut;

/// <summary>
/// Several calls at once, then all their results. Tests where ValueTask is said to lose: <c>WhenAll</c> takes Tasks only, so each ValueTask has to
/// become one, while awaiting them one after another needs none.
/// </summary>
/// <remarks>
/// Every row has the Task of the fan itself. Pooled calls that suspend hold more boxes at once than the pool keeps for them, one for the thread and
/// one for the core it is on; expected bytes are those of a thread that stays on its core, as the sequential load's does.
/// </remarks>
public sealed class FanOutWorkload : Workload
{
    /// <inheritdoc />
    public override string Id => "fan-out";

    /// <inheritdoc />
    public override string Summary => "starts several calls and sums their results";

    /// <inheritdoc />
    public override IReadOnlyList<Parameter> Parameters { get; } =
    [
        new("width", "calls at once", "10", "2", "10", "100"),
        new("calls", "whether they complete at once or suspend", "suspending", "completing", "suspending"),
    ];

    /// <inheritdoc />
    public override IReadOnlyList<Variant> Variants { get; } =
    [
        new("task", "WhenAll over async Tasks", "Task<decimal>", Builder.Default, "in each call, when asked to"),
        new("value-task-as-task", "WhenAll over AsTask of async ValueTasks", "Task<decimal>", Builder.Default, "in each call, when asked to"),
        new("value-task-in-turn", "awaits async ValueTasks one after another, all started before", "Task<decimal>", Builder.Default, "in each call, when asked to"),
        new("pooled-as-task", "WhenAll over AsTask of pooled ValueTasks", "Task<decimal>", Builder.Pooling, "in each call, when asked to") { PooledBoxes = null },
        new("pooled-in-turn", "awaits pooled ValueTasks one after another, all started before", "Task<decimal>", Builder.Pooling, "in each call, when asked to") { PooledBoxes = null },
    ];

    /// <inheritdoc />
    public override IReadOnlyList<Expected> Expected { get; } =
    [
        .. Rows(2), .. Rows(10), .. Rows(100),
    ];

    /// <inheritdoc />
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
