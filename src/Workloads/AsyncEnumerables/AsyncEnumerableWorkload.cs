using System.Runtime.CompilerServices;
using AsyncLoad.Workloads.IoSimulator;

namespace AsyncLoad.Workloads.AsyncEnumerables;

/// <summary>
/// Reads ten rows one by one. <c>MoveNextAsync</c> returns a ValueTask by design, so that an iterator can be its own source for every suspended move;
/// a completed <c>Task&lt;bool&gt;</c> is cached anyway. Compares this design with a Task for each row and with one list.
/// </summary>
/// <remarks>
/// An operation is ten rows. The method that sums is the same async ValueTask in all variants. When a row is missing it suspends as well, so its box
/// is in every figure. <c>pooled-per-row</c> has a range when a row is missing: the pooled box is allocated again whenever an operation starts on a
/// different thread from the one that ended the previous operation.
/// </remarks>
internal sealed class AsyncEnumerableWorkload : DeviceWorkload
{
    public override string Id => "async-enumerable";

    public override string Summary => "sums ten rows read one by one; a missing row waits 50 µs on a simulated device";

    public override IReadOnlyList<Parameter> Parameters { get; } =
    [
        new("hit-ratio", "share of rows that are there", "0.9", "0", "0.9", "1"),
    ];

    public override IReadOnlyList<Variant> Variants { get; } =
    [
        new("buffered", "one async Task with a list of all rows", "ValueTask<decimal>", Builder.Default, "on the device, for a missing row"),
        new("task-per-row", "async Task<bool> for each move", "ValueTask<decimal>", Builder.Default, "on the device, for a missing row"),
        new("value-task-per-row", "async ValueTask<bool> for each move", "ValueTask<decimal>", Builder.Default, "on the device, for a missing row"),
        new("iterator", "IAsyncEnumerable written with yield", "ValueTask<decimal>", Builder.Default, "on the device, for a missing row"),
        new("pooled-per-row", "pooled async ValueTask<bool> for each move", "ValueTask<decimal>", Builder.Pooling, "on the device, for a missing row") { PooledBoxes = null },
    ];

    public override IReadOnlyList<Expected> Expected =>
    [
        Row("buffered", "1", 288, "a list of 32 B and its array of 184 B, a Task of 72 B"),
        Row("task-per-row", "1", 0, "nothing: completed Task<bool> are cached"),
        Row("value-task-per-row", "1", 0, "nothing"),
        Row("iterator", "1", 120, "the iterator"),
        Row("pooled-per-row", "1", 0, "nothing"),
        Row("buffered", "0.9", 480, "the list of 32 B and its array of 184 B, the reading box of 120 B, the summing box of 144 B"),
        Row("task-per-row", "0.9", 256, "one box of 112 B for the missing row, the summing box of 144 B"),
        Row("value-task-per-row", "0.9", 272, "one box of 120 B for the missing row, the summing box of 152 B"),
        Row("iterator", "0.9", 384, "the iterator of 120 B and its box of 80 B, the summing box of 184 B"),
        PooledRow("0.9"),
        Row("buffered", "0", 480, "the list of 32 B and its array of 184 B, the reading box of 120 B, the summing box of 144 B"),
        Row("task-per-row", "0", 1264, "ten boxes of 112 B, the summing box of 144 B"),
        Row("value-task-per-row", "0", 1352, "ten boxes of 120 B, the summing box of 152 B"),
        Row("iterator", "0", 384, "the iterator of 120 B and its box of 80 B, for any number of suspensions, the summing box of 184 B"),
        PooledRow("0"),
    ];

    public override Operation CreateOperation(string variant, Arguments arguments)
    {
        ArgumentNullException.ThrowIfNull(arguments);
        var rows = new Rows(HitsOf(arguments["hit-ratio"]), Device ?? throw new InvalidOperationException("not set up"));
        return variant switch
        {
            "buffered" => Operation.FromValueTask(rows.BufferedAsync),
            "task-per-row" => Operation.FromValueTask(rows.TaskPerRowAsync),
            "value-task-per-row" => Operation.FromValueTask(rows.ValueTaskPerRowAsync),
            "iterator" => Operation.FromValueTask(rows.IteratorAsync),
            "pooled-per-row" => Operation.FromValueTask(rows.PooledPerRowAsync),
            _ => throw new ArgumentException($"no variant '{variant}'", nameof(variant)),
        };
    }

    protected override SimulatedDevice CreateDevice(Arguments arguments) => new(DeviceSettings.Fixed(50));

    // Of ten rows.
    private static int HitsOf(string ratio) => ratio switch
    {
        "0" => 0,
        "0.9" => 9,
        "1" => Rows.Count,
        _ => throw new ArgumentException($"no hit ratio '{ratio}'", nameof(ratio)),
    };

    private static Expected PooledRow(string ratio) =>
        Row("pooled-per-row", ratio, 272, "the summing box of 152 B, and one box of 120 B unless the pool has it") with { AtLeast = 152 };

    private static Expected Row(string variant, string ratio, int bytes, string objects) =>
        new(variant, Arguments.Of(("hit-ratio", ratio)), bytes, objects);
}

/// <summary>Ten rows, one after another; some are there, for others the device must be asked. Each variant sums them.</summary>
internal sealed class Rows(int hits, SimulatedDevice device)
{
    /// <summary>Rows per operation.</summary>
    public const int Count = 10;

    private int position;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<decimal> BufferedAsync()
    {
        var sum = 0m;
        foreach (var row in await ReadAllAsync()) sum += row;
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<decimal> TaskPerRowAsync()
    {
        position = -1;
        var sum = 0m;
        while (await MoveTaskAsync()) sum += Current;
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<decimal> ValueTaskPerRowAsync()
    {
        position = -1;
        var sum = 0m;
        while (await MoveValueTaskAsync()) sum += Current;
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<decimal> IteratorAsync()
    {
        var sum = 0m;
        await foreach (var row in ReadEachAsync()) sum += row;
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<decimal> PooledPerRowAsync()
    {
        position = -1;
        var sum = 0m;
        while (await MovePooledAsync()) sum += Current;
        return sum;
    }

    private decimal Current => ValueOf(position);

    private async Task<List<decimal>> ReadAllAsync()
    {
        var rows = new List<decimal>(Count);
        for (var row = 0; row < Count; row++)
        {
            if (IsMiss(row)) await device.AccessAsync();
            rows.Add(ValueOf(row));
        }

        return rows;
    }

    private async Task<bool> MoveTaskAsync()
    {
        if (++position == Count) return false;
        if (IsMiss(position)) await device.AccessAsync();
        return true;
    }

    private async ValueTask<bool> MoveValueTaskAsync()
    {
        if (++position == Count) return false;
        if (IsMiss(position)) await device.AccessAsync();
        return true;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<bool> MovePooledAsync()
    {
        if (++position == Count) return false;
        if (IsMiss(position)) await device.AccessAsync();
        return true;
    }

    private async IAsyncEnumerable<decimal> ReadEachAsync()
    {
        for (var row = 0; row < Count; row++)
        {
            if (IsMiss(row)) await device.AccessAsync();
            yield return ValueOf(row);
        }
    }

    private bool IsMiss(int row) => row >= hits;

    private static decimal ValueOf(int row) => row + 0.25m;
}
