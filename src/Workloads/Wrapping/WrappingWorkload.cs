using System.Globalization;

namespace AsyncLoad.Workloads.Wrapping;

/// <summary>
/// Outer methods that forward or await an inner one, in every pairing of Task, ValueTask and pooled ValueTask, from "Task over
/// ValueTask&lt;&gt;" (Laszlo, 2025; .NET 10 preview 7). It tests the text's claim that pooling saves nothing under an async caller.
/// </summary>
/// <remarks>
/// <para>Expected bytes: the rows name the boxes at probability 0 and the tasks at 1; between them bytes are interpolated. Rows for bool equal the published figures
/// where nothing is pooled. Rows that suspend twice may be up to 1 % below: if the inner method finishes first, the
/// outer does not suspend.</para>
/// <para>Awaiting or <c>AsTask</c> over a pooled inner method has a range at probability 0. The calling thread takes the inner box and
/// a thread of the pool returns it, to its own slot or to that of its core. While both threads run on one core, each box is found again. On two
/// cores each is allocated: 112 B for bool, 136 B for decimal and 120 B for string. Binding the pool's threads to either core gives exactly these two
/// figures. The text's 222, 199, 230 and 223 B are misses.</para>
/// </remarks>
internal sealed class WrappingWorkload : Workload
{
    private const string Inner = "in the inner Task.Yield, unless the draw is at most probability";
    private const string Both = "in the inner Task.Yield and in the outer await, unless the draw is at most probability";

    private static readonly string[] Probabilities = ["0", "0.7", "1"];

    public override string Id => "wrapping";

    public override string Summary => "an outer method forwards or awaits an inner one that completes synchronously with some probability";

    public override string Source => "Task over ValueTask<>, Laszlo, 2025";

    /// <summary><c>probability</c> lists the published values; operations take any number from 0 to 1.</summary>
    public override IReadOnlyList<Parameter> Parameters { get; } =
    [
        new("probability", "how often the inner method completes synchronously, 0 to 1", "0", Probabilities) { Range = (0, 1) },
        new("result", "type of the constant; a completed Task<bool> is cached, the others are not", "bool", "bool", "decimal", "string"),
    ];

    public override IReadOnlyList<Variant> Variants { get; } =
    [
        new("task-over-task", "forwards a Task", "Task<T>", Builder.Default, Inner),
        new("async-task-over-task", "awaits a Task", "Task<T>", Builder.Default, Both),
        new("async-value-task-over-task", "awaits a Task", "ValueTask<T>", Builder.Default, Both),
        new("async-task-over-value-task", "awaits a ValueTask", "Task<T>", Builder.Default, Both),
        new("task-over-value-task", "forwards a ValueTask through AsTask", "Task<T>", Builder.Default, Inner),
        new("async-value-task-over-value-task", "awaits a ValueTask", "ValueTask<T>", Builder.Default, Both),
        new("value-task-over-value-task", "forwards a ValueTask", "ValueTask<T>", Builder.Default, Inner),
        new("async-task-over-pooled", "awaits a pooled ValueTask", "Task<T>", Builder.Default, Both) { PooledBoxes = 1 },
        new("task-over-pooled", "forwards a pooled ValueTask through AsTask", "Task<T>", Builder.Pooling, Inner) { PooledBoxes = 1 },
        new("async-value-task-over-pooled", "awaits a pooled ValueTask", "ValueTask<T>", Builder.Default, Both) { PooledBoxes = 1 },
        new("value-task-over-pooled", "forwards a pooled ValueTask", "ValueTask<T>", Builder.Pooling, Inner) { PooledBoxes = 1 },
        new("async-plain-value-task-over-value-task", "awaits a ValueTask and drops its result", "ValueTask", Builder.Default, Both),
        new("async-plain-value-task-over-pooled", "awaits a pooled ValueTask and drops its result", "ValueTask", Builder.Default, Both) { PooledBoxes = 1 },
        new("pooled-over-task", "awaits a Task, itself pooled", "ValueTask<T>", Builder.Pooling, Both) { PooledBoxes = 1 },
        new("pooled-over-pooled", "awaits a pooled ValueTask, itself pooled", "ValueTask<T>", Builder.Pooling, Both) { PooledBoxes = 2 },
    ];

    public override IReadOnlyList<Published> Published =>
    [
        .. Figures("task-over-task", (655.691, 104), (210.112, 31), (4.745, 0)),
        .. Figures("async-task-over-task", (771.259, 208), (221.908, 62), (9.519, 0)),
        .. Figures("async-value-task-over-task", (795.772, 216), (251.400, 65), (11.429, 0)),
        .. Figures("async-task-over-value-task", (698.018, 224), (229.884, 67), (9.015, 0)),
        .. Figures("task-over-value-task", (636.997, 112), (192.642, 34), (7.113, 0)),
        .. Figures("async-value-task-over-value-task", (778.559, 232), (249.126, 69), (12.030, 0)),
        .. Figures("value-task-over-value-task", (632.201, 112), (221.527, 34), (8.038, 0)),
        .. Figures("async-task-over-pooled", (664.594, 222), (223.083, 67), (9.963, 0)),
        .. Figures("task-over-pooled", (626.785, 199), (211.490, 60), (7.449, 0)),
        .. Figures("async-value-task-over-pooled", (808.679, 230), (252.595, 70), (12.031, 0)),
        .. Figures("value-task-over-pooled", (626.790, 0), (196.758, 0), (7.902, 0)),
        .. Figures("async-plain-value-task-over-value-task", (873.42, 224), (281.29, 67), (11.07, 0)),
        .. Figures("async-plain-value-task-over-pooled", (779.27, 223), (241.65, 67), (12.30, 0)),
    ];

    public override string PublishedOn => ".NET 10 preview 7";

    public override IReadOnlyList<Difference> Differences =>
    [
        new(
            "with probability 0, async and AsTask methods over a pooled one allocate 222, 199, 230 and 223 B in the text; here 224, 200, 232 and 224 B sequentially, and 112, 88, 120 and 112 B in a loop that awaits",
            "in the text a blocked thread takes the inner box and another returns it to its own core: a miss of 112 B, except in 1 or 2 % of calls where both share a core. Here pool threads are kept off the blocked thread's core, so all calls miss. A loop that awaits finds its box, but a wave of 64 does not"),
    ];

    public override IReadOnlyList<Expected> Expected =>
    [
        .. Suspended("task-over-task", inner: (104, 112, 104)),
        .. Suspended("async-task-over-task", inner: (104, 112, 104), outer: (104, 112, 104)),
        .. Suspended("async-value-task-over-task", inner: (104, 112, 104), outer: (112, 128, 112)),
        .. Suspended("async-task-over-value-task", inner: (112, 128, 112), outer: (112, 136, 120)),
        .. Suspended("task-over-value-task", inner: (112, 128, 112)),
        .. Suspended("async-value-task-over-value-task", inner: (112, 128, 112), outer: (120, 152, 128)),
        .. Suspended("value-task-over-value-task", inner: (112, 128, 112)),
        .. Suspended("value-task-over-pooled"),
        .. Suspended("async-plain-value-task-over-value-task", inner: (112, 128, 112), outer: (112, 128, 120)),
        .. Suspended("pooled-over-task", inner: (104, 112, 104)),
        .. OverPooled("async-task-over-pooled", "box of the outer method", (112, 136, 120)),
        .. OverPooled("task-over-pooled", "Task that wraps the inner box", (88, 96, 88)),
        .. OverPooled("async-value-task-over-pooled", "box of the outer method", (120, 152, 128)),
        .. OverPooled("async-plain-value-task-over-pooled", "box of the outer method", (112, 128, 120)),
        .. OverPooled("pooled-over-pooled", "", (0, 0, 0)),
        .. Completed(1, "task-over-task", "async-value-task-over-task", "async-task-over-value-task", "task-over-value-task"),
        .. Completed(1, "async-task-over-pooled", "task-over-pooled", "pooled-over-task"),
        .. Completed(2, "async-task-over-task"),
        .. Completed(0, "async-value-task-over-value-task", "value-task-over-value-task", "async-value-task-over-pooled", "value-task-over-pooled"),
        .. Completed(0, "async-plain-value-task-over-value-task", "async-plain-value-task-over-pooled", "pooled-over-pooled"),
    ];

    public override Operation CreateOperation(string variant, Arguments arguments)
    {
        ArgumentNullException.ThrowIfNull(arguments);
        var probability = Probability(arguments["probability"]);
        return arguments["result"] switch
        {
            "bool" => Bool(variant, new BoolWrapping(probability)),
            "decimal" => Decimal(variant, new DecimalWrapping(probability)),
            "string" => String(variant, new StringWrapping(probability)),
            var other => throw new ArgumentException($"no result type '{other}'", nameof(arguments)),
        };
    }

    private static double Probability(string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var value) && value is >= 0 and <= 1
            ? value
            : throw new ArgumentException($"probability '{text}' is not a number from 0 to 1", nameof(text));

    private static Operation Bool(string variant, BoolWrapping wrapping) => variant switch
    {
        "task-over-task" => Operation.FromTask(wrapping.TaskOverTask),
        "async-task-over-task" => Operation.FromTask(wrapping.AsyncTaskOverTask),
        "async-value-task-over-task" => Operation.FromValueTask(wrapping.AsyncValueTaskOverTask),
        "async-task-over-value-task" => Operation.FromTask(wrapping.AsyncTaskOverValueTask),
        "task-over-value-task" => Operation.FromTask(wrapping.TaskOverValueTask),
        "async-value-task-over-value-task" => Operation.FromValueTask(wrapping.AsyncValueTaskOverValueTask),
        "value-task-over-value-task" => Operation.FromValueTask(wrapping.ValueTaskOverValueTask),
        "async-task-over-pooled" => Operation.FromTask(wrapping.AsyncTaskOverPooled),
        "task-over-pooled" => Operation.FromTask(wrapping.TaskOverPooled),
        "async-value-task-over-pooled" => Operation.FromValueTask(wrapping.AsyncValueTaskOverPooled),
        "value-task-over-pooled" => Operation.FromValueTask(wrapping.ValueTaskOverPooled),
        "async-plain-value-task-over-value-task" => Operation.FromValueTask(wrapping.AsyncPlainValueTaskOverValueTask),
        "async-plain-value-task-over-pooled" => Operation.FromValueTask(wrapping.AsyncPlainValueTaskOverPooled),
        "pooled-over-task" => Operation.FromValueTask(wrapping.PooledOverTask),
        "pooled-over-pooled" => Operation.FromValueTask(wrapping.PooledOverPooled),
        _ => throw new ArgumentException($"no variant '{variant}'", nameof(variant)),
    };

    private static Operation Decimal(string variant, DecimalWrapping wrapping) => variant switch
    {
        "task-over-task" => Operation.FromTask(wrapping.TaskOverTask),
        "async-task-over-task" => Operation.FromTask(wrapping.AsyncTaskOverTask),
        "async-value-task-over-task" => Operation.FromValueTask(wrapping.AsyncValueTaskOverTask),
        "async-task-over-value-task" => Operation.FromTask(wrapping.AsyncTaskOverValueTask),
        "task-over-value-task" => Operation.FromTask(wrapping.TaskOverValueTask),
        "async-value-task-over-value-task" => Operation.FromValueTask(wrapping.AsyncValueTaskOverValueTask),
        "value-task-over-value-task" => Operation.FromValueTask(wrapping.ValueTaskOverValueTask),
        "async-task-over-pooled" => Operation.FromTask(wrapping.AsyncTaskOverPooled),
        "task-over-pooled" => Operation.FromTask(wrapping.TaskOverPooled),
        "async-value-task-over-pooled" => Operation.FromValueTask(wrapping.AsyncValueTaskOverPooled),
        "value-task-over-pooled" => Operation.FromValueTask(wrapping.ValueTaskOverPooled),
        "async-plain-value-task-over-value-task" => Operation.FromValueTask(wrapping.AsyncPlainValueTaskOverValueTask),
        "async-plain-value-task-over-pooled" => Operation.FromValueTask(wrapping.AsyncPlainValueTaskOverPooled),
        "pooled-over-task" => Operation.FromValueTask(wrapping.PooledOverTask),
        "pooled-over-pooled" => Operation.FromValueTask(wrapping.PooledOverPooled),
        _ => throw new ArgumentException($"no variant '{variant}'", nameof(variant)),
    };

    private static Operation String(string variant, StringWrapping wrapping) => variant switch
    {
        "task-over-task" => Operation.FromTask(wrapping.TaskOverTask),
        "async-task-over-task" => Operation.FromTask(wrapping.AsyncTaskOverTask),
        "async-value-task-over-task" => Operation.FromValueTask(wrapping.AsyncValueTaskOverTask),
        "async-task-over-value-task" => Operation.FromTask(wrapping.AsyncTaskOverValueTask),
        "task-over-value-task" => Operation.FromTask(wrapping.TaskOverValueTask),
        "async-value-task-over-value-task" => Operation.FromValueTask(wrapping.AsyncValueTaskOverValueTask),
        "value-task-over-value-task" => Operation.FromValueTask(wrapping.ValueTaskOverValueTask),
        "async-task-over-pooled" => Operation.FromTask(wrapping.AsyncTaskOverPooled),
        "task-over-pooled" => Operation.FromTask(wrapping.TaskOverPooled),
        "async-value-task-over-pooled" => Operation.FromValueTask(wrapping.AsyncValueTaskOverPooled),
        "value-task-over-pooled" => Operation.FromValueTask(wrapping.ValueTaskOverPooled),
        "async-plain-value-task-over-value-task" => Operation.FromValueTask(wrapping.AsyncPlainValueTaskOverValueTask),
        "async-plain-value-task-over-pooled" => Operation.FromValueTask(wrapping.AsyncPlainValueTaskOverPooled),
        "pooled-over-task" => Operation.FromValueTask(wrapping.PooledOverTask),
        "pooled-over-pooled" => Operation.FromValueTask(wrapping.PooledOverPooled),
        _ => throw new ArgumentException($"no variant '{variant}'", nameof(variant)),
    };

    private static IEnumerable<Published> Figures(string variant, params IEnumerable<(double Nanoseconds, double Bytes)> byProbability) =>
        Probabilities.Zip(byProbability, (probability, figure) =>
            new Published(variant, Arguments.Of(("probability", probability), ("result", "bool")), figure.Nanoseconds, figure.Bytes));

    private static IEnumerable<Expected> Suspended(string variant, (int Bool, int Decimal, int String) inner = default, (int Bool, int Decimal, int String) outer = default) =>
        [Suspended(variant, "bool", inner.Bool, outer.Bool), Suspended(variant, "decimal", inner.Decimal, outer.Decimal), Suspended(variant, "string", inner.String, outer.String)];

    private static Expected Suspended(string variant, string result, int inner, int outer) =>
        Row(variant, "0", result, inner + outer, (inner, outer) switch
        {
            (0, 0) => "nothing: the box comes from the pool",
            (_, 0) => $"box of the inner method {inner} B",
            _ => $"box of the inner method {inner} B + box of the outer {outer} B",
        });

    /// <summary>The inner box is found in the pool or allocated; the mean depends on the cores on which the threads ran.</summary>
    private static IEnumerable<Expected> OverPooled(string variant, string outer, (int Bool, int Decimal, int String) size) =>
        [OverPooled(variant, "bool", outer, size.Bool, inner: 112), OverPooled(variant, "decimal", outer, size.Decimal, inner: 136), OverPooled(variant, "string", outer, size.String, inner: 120)];

    private static Expected OverPooled(string variant, string result, string outer, int size, int inner)
    {
        var objects = $"box of the inner method {inner} B, unless the pool has it{(size == 0 ? "" : $" + {outer} {size} B")}";
        return Row(variant, "0", result, size + inner, objects) with { AtLeast = size };
    }

    private static IEnumerable<Expected> Completed(int tasks, params IEnumerable<string> variants) => variants.SelectMany(variant => new[]
    {
        Row(variant, "1", "bool", 0, tasks == 0 ? "nothing" : "nothing: completed bool tasks are cached"),
        Row(variant, "1", "decimal", tasks * 80, tasks == 0 ? "nothing" : $"{tasks} × Task<decimal> 80 B"),
        Row(variant, "1", "string", tasks * 72, tasks == 0 ? "nothing" : $"{tasks} × Task<string> 72 B"),
    });

    private static Expected Row(string variant, string probability, string result, int bytes, string objects) =>
        new(variant, Arguments.Of(("probability", probability), ("result", result)), bytes, objects);
}
