namespace AsyncLoad.Workloads.StockPrices;

/// <summary>
/// A cached price looked up by a linear search of 101 names, from "The performance characteristics of async methods in C#" (S. Tepliakov,
/// 2018; .NET Framework era). It tests the text's claims: 88 B for each <c>Task&lt;decimal&gt;</c> that completes synchronously, about 300 B
/// and 4 us for each await that does not, a ValueTask that costs more than a task once it suspends, and a local function that captures and
/// so allocates even on the fast path.
/// </summary>
/// <remarks>
/// Expected bytes.
/// </remarks>
public sealed class StockPricesWorkload : Workload
{
    private const string Company = "MSFT";
    private const string Initializer = "in the initialiser's Task.Yield";
    private const string InitializerAndCaller = "in the initialiser's Task.Yield and in the lookup that awaits it";

    private PriceList prices = new();

    /// <inheritdoc />
    public override string Id => "stock-prices";

    /// <inheritdoc />
    public override string Summary => "a linear search of 101 names for the last one, after an initialiser that has nothing left to do";

    /// <inheritdoc />
    public override string Source => "The performance characteristics of async methods in C#, S. Tepliakov, 2018";

    /// <inheritdoc />
    public override IReadOnlyList<Variant> Variants { get; } =
    [
        new("sync", "all synchronous", "decimal"),
        new("sync-over-async", "blocks on the completed async initialiser", "decimal"),
        new("task", "awaits the completed initialiser", "Task<decimal>", Builder.Default),
        new("value-task", "awaits the completed initialiser", "ValueTask<decimal>", Builder.Default),
        new("value-task-split", "not async; the slow path is a local function fed by parameters", "ValueTask<decimal>"),
        new("value-task-split-capturing", "not async; the slow path is a local function that captures", "ValueTask<decimal>"),
        new("sync-over-async-await", "blocks on an initialiser that yields", "decimal", Builder.Default, Initializer),
        new("task-await", "awaits an initialiser that yields", "Task<decimal>", Builder.Default, InitializerAndCaller),
        new("value-task-await", "awaits an initialiser that yields", "ValueTask<decimal>", Builder.Default, InitializerAndCaller),
        new("value-task-pooled-await", "awaits an initialiser that yields", "ValueTask<decimal>", Builder.Pooling, InitializerAndCaller),
    ];

    /// <summary>The source prints three tables. The second stands first: it is the only one that holds the four synchronous rows together.</summary>
    public override IReadOnlyList<Published> Published { get; } =
    [
        Figure("sync", 1260, 0), Figure("sync-over-async", 1399, 0), Figure("task", 1552, 88), Figure("value-task", 1519, 0),
        Figure("sync", 2177, 0), Figure("sync-over-async", 2268, 0), Figure("task", 2523, 88),
        Figure("sync-over-async", 2332, 0), Figure("task", 2505, 88), Figure("value-task", 2625, 0),
        Figure("sync-over-async-await", 6441, 296), Figure("task-await", 10439, 553), Figure("value-task-await", 10455, 577),
    ];

    /// <inheritdoc />
    public override void SetUp(Arguments arguments) => prices = new PriceList();

    /// <inheritdoc />
    public override void TearDown() => prices = new PriceList();

    /// <inheritdoc />
    public override Operation CreateOperation(string variant, Arguments arguments)
    {
        var stock = prices;
        return variant switch
        {
            "sync" => Operation.From(() => stock.Sync(Company)),
            "sync-over-async" => Operation.From(() => stock.SyncOverAsync(Company)),
            "task" => Operation.FromTask(() => stock.AsTask(Company)),
            "value-task" => Operation.FromValueTask(() => stock.AsValueTask(Company)),
            "value-task-split" => Operation.FromValueTask(() => stock.AsValueTaskSplit(Company)),
            "value-task-split-capturing" => Operation.FromValueTask(() => stock.AsValueTaskSplitCapturing(Company)),
            "sync-over-async-await" => Operation.From(() => stock.SyncOverAsyncAwait(Company)),
            "task-await" => Operation.FromTask(() => stock.AsTaskAwait(Company)),
            "value-task-await" => Operation.FromValueTask(() => stock.AsValueTaskAwait(Company)),
            "value-task-pooled-await" => Operation.FromValueTask(() => stock.AsValueTaskPooledAwait(Company)),
            _ => throw new ArgumentException($"no variant '{variant}'", nameof(variant)),
        };
    }

    private static Published Figure(string variant, double nanoseconds, double bytes) => new(variant, Arguments.None, nanoseconds, bytes);
}
