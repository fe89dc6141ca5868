using System.Globalization;
using AsyncLoad.Workloads.IoSimulator;

namespace AsyncLoad.Workloads.Cache;

/// <summary>
/// A look-up that mostly completes at once and sometimes waits for I/O: what ValueTask was made for. Tests the rule of thumb "use it if results
/// are often available": from which hit ratio on, for which result types, and whether storing the tasks themselves is as good.
/// </summary>
/// <remarks>
/// Each worker looks up 100 keys in turn, so hit ratios are exact over 100 operations; a miss is not stored. Expected bytes are those of a
/// hit and of a miss, weighted: for a hit a <see cref="Task{T}"/> or nothing, for a miss the box of the method that waits.
/// </remarks>
internal sealed class CacheWorkload : DeviceWorkload
{
    public override string Id => "cache";

    public override string Summary => "looks up a key; a miss waits 100 µs on a simulated device";

    public override IReadOnlyList<Parameter> Parameters { get; } =
    [
        new("hit-ratio", "share of look-ups that find their key", "0.9", "0", "0.5", "0.9", "0.99", "1") { Range = (0, 1), Step = 1.0 / Lookups.Keys },
        new("result", "type of the entries; struct has 32 bytes", "decimal", "int", "decimal", "string", "struct"),
    ];

    public override IReadOnlyList<Variant> Variants { get; } =
    [
        new("task", "async method", "Task<T>", Builder.Default, "on the device, when the key is missing"),
        new("cached-task", "stores completed tasks and hands out the same one on every hit", "Task<T>", Builder.Default, "on the device, when the key is missing"),
        new("value-task", "async method", "ValueTask<T>", Builder.Default, "on the device, when the key is missing"),
        new("value-task-split", "ordinary method for hits, async method for misses", "ValueTask<T>", Builder.Default, "on the device, when the key is missing"),
        new("pooled", "async method with the pooling builder", "ValueTask<T>", Builder.Pooling, "on the device, when the key is missing") { PooledBoxes = 1 },
    ];

    public override IReadOnlyList<Expected> Expected =>
    [
        .. Rows("int", task: 72, taskBox: 112, valueTaskBox: 120),
        .. Rows("decimal", task: 80, taskBox: 120, valueTaskBox: 136),
        .. Rows("string", task: 72, taskBox: 112, valueTaskBox: 120),
        .. Rows("struct", task: 96, taskBox: 136, valueTaskBox: 168),
    ];

    public override Operation CreateOperation(string variant, Arguments arguments)
    {
        ArgumentNullException.ThrowIfNull(arguments);
        var device = Device ?? throw new InvalidOperationException("not set up");
        var lookups = new Lookups(HitsOf(arguments["hit-ratio"]));
        return arguments["result"] switch
        {
            "int" => Int(variant, new IntCache(lookups, device)),
            "decimal" => Decimal(variant, new DecimalCache(lookups, device)),
            "string" => String(variant, new StringCache(lookups, device)),
            "struct" => Struct(variant, new QuoteCache(lookups, device)),
            var other => throw new ArgumentException($"no result type '{other}'", nameof(arguments)),
        };
    }

    protected override SimulatedDevice CreateDevice(Arguments arguments) => new(DeviceSettings.Fixed(100));

    // Of 100 keys.
    private static int HitsOf(string ratio) =>
        double.TryParse(ratio, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var share) && share is >= 0 and <= 1
            ? (int)Math.Round(share * Lookups.Keys)
            : throw new ArgumentException($"hit ratio '{ratio}' is not a number from 0 to 1", nameof(ratio));

    private static Operation Int(string variant, IntCache cache) => variant switch
    {
        "task" => Operation.FromTask(cache.TaskAsync),
        "cached-task" => Operation.FromTask(cache.CachedTaskAsync),
        "value-task" => Operation.FromValueTask(cache.ValueTaskAsync),
        "value-task-split" => Operation.FromValueTask(cache.ValueTaskSplitAsync),
        "pooled" => Operation.FromValueTask(cache.PooledAsync),
        _ => throw new ArgumentException($"no variant '{variant}'", nameof(variant)),
    };

    private static Operation Decimal(string variant, DecimalCache cache) => variant switch
    {
        "task" => Operation.FromTask(cache.TaskAsync),
        "cached-task" => Operation.FromTask(cache.CachedTaskAsync),
        "value-task" => Operation.FromValueTask(cache.ValueTaskAsync),
        "value-task-split" => Operation.FromValueTask(cache.ValueTaskSplitAsync),
        "pooled" => Operation.FromValueTask(cache.PooledAsync),
        _ => throw new ArgumentException($"no variant '{variant}'", nameof(variant)),
    };

    private static Operation String(string variant, StringCache cache) => variant switch
    {
        "task" => Operation.FromTask(cache.TaskAsync),
        "cached-task" => Operation.FromTask(cache.CachedTaskAsync),
        "value-task" => Operation.FromValueTask(cache.ValueTaskAsync),
        "value-task-split" => Operation.FromValueTask(cache.ValueTaskSplitAsync),
        "pooled" => Operation.FromValueTask(cache.PooledAsync),
        _ => throw new ArgumentException($"no variant '{variant}'", nameof(variant)),
    };

    private static Operation Struct(string variant, QuoteCache cache) => variant switch
    {
        "task" => Operation.FromTask(cache.TaskAsync),
        "cached-task" => Operation.FromTask(cache.CachedTaskAsync),
        "value-task" => Operation.FromValueTask(cache.ValueTaskAsync),
        "value-task-split" => Operation.FromValueTask(cache.ValueTaskSplitAsync),
        "pooled" => Operation.FromValueTask(cache.PooledAsync),
        _ => throw new ArgumentException($"no variant '{variant}'", nameof(variant)),
    };

    private static IEnumerable<Expected> Rows(string result, int task, int taskBox, int valueTaskBox)
    {
        foreach (var ratio in new[] { "0", "0.5", "0.9", "0.99", "1" })
        {
            yield return Row("task", task, taskBox, $"a Task of {task} B per hit, a box of {taskBox} B per miss");
            yield return Row("cached-task", 0, taskBox, $"a box of {taskBox} B per miss");
            yield return Row("value-task", 0, valueTaskBox, $"a box of {valueTaskBox} B per miss");
            yield return Row("value-task-split", 0, valueTaskBox, $"a box of {valueTaskBox} B per miss");
            yield return Row("pooled", 0, 0, "nothing: the thread that rents a box is the one that takes the result and so returns it");

            Expected Row(string variant, int hit, int miss, string objects)
            {
                var hits = HitsOf(ratio);
                var bytes = ((hits * hit) + ((Lookups.Keys - hits) * miss)) / (double)Lookups.Keys;
                return new Expected(variant, Arguments.Of(("hit-ratio", ratio), ("result", result)), (int)Math.Round(bytes), objects);
            }
        }
    }
}
