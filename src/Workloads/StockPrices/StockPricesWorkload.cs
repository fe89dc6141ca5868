using System.Globalization;
using System.Runtime.CompilerServices;

namespace AsyncLoad.Workloads.StockPrices;

/// <summary>
/// A cached price looked up by a linear search of 101 names, from "The performance characteristics of async methods in C#" (S. Tepliakov,
/// 2018; .NET Framework era). It tests the text's claims: 88 B for each <c>Task&lt;decimal&gt;</c> that completes synchronously; about 300 B
/// and 4 µs for each await that does not; a ValueTask that costs more than a task once it suspends; and a local function that captures,
/// and so allocates even on the fast path.
/// </summary>
/// <remarks>
/// Expected bytes: a <c>Task&lt;decimal&gt;</c> is 80 B; the initialiser's box is 112 B; the caller's box is 120 B as a Task and 136 B as a ValueTask, whose builder holds a result beside the task. From the pool it is 0 B:
/// the thread that takes the price returns it. A capturing local function makes a closure of 40 B: this, company, initialiser.
/// </remarks>
internal sealed class StockPricesWorkload : Workload
{
    private const string Company = "MSFT";
    private const string Initializer = "in the initialiser's Task.Yield";
    private const string InitializerAndCaller = "in the initialiser's Task.Yield and in the lookup that awaits it";

    private PriceList prices = new();

    public override string Id => "stock-prices";

    public override string Summary => "a linear search of 101 names for the last one, after an initialiser that has nothing left to do";

    public override string Source => "The performance characteristics of async methods in C#, S. Tepliakov, 2018";

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
        new("value-task-pooled-await", "awaits an initialiser that yields", "ValueTask<decimal>", Builder.Pooling, InitializerAndCaller) { PooledBoxes = 1 },
    ];

    public override IReadOnlyList<Published> Published =>
    [
        .. Table("first: Task", ("sync", 2177, 0), ("sync-over-async", 2268, 0), ("task", 2523, 88)),
        .. Table("second: with ValueTask", ("sync", 1260, 0), ("sync-over-async", 1399, 0), ("task", 1552, 88), ("value-task", 1519, 0)),
        .. Table(
            "third: with an initialiser that yields",
            ("sync-over-async", 2332, 0), ("task", 2505, 88), ("value-task", 2625, 0),
            ("sync-over-async-await", 6441, 296), ("task-await", 10439, 553), ("value-task-await", 10455, 577)),
    ];

    public override string PublishedOn => ".NET Framework era (2018)";

    public override IReadOnlyList<Difference> Differences =>
    [
        new("a Task<decimal> has 88 B in the text and 80 B here", "the field for a task's parent, 8 B, has moved to an object that few tasks have"),
        new(
            "sync-over-async-await allocates 296 B in the text and 112 B here",
            "a suspended method was a task, a boxed state machine, a runner, a delegate and what they carry; now the task is the box of the state machine and is queued itself"),
        new(
            "task-await allocates 553 B in the text and 232 B here, value-task-await 577 B and 248 B",
            "the same change twice: a box for the initialiser, 112 B, and one for the lookup, 120 B, or 136 B where its builder keeps a result beside the task"),
    ];

    public override IReadOnlyList<Expected> Expected =>
    [
        Row("sync", 0, "nothing"),
        Row("sync-over-async", 0, "nothing: the completed Task is cached"),
        Row("task", 80, "Task<decimal> 80 B"),
        Row("value-task", 0, "nothing"),
        Row("value-task-split", 0, "nothing"),
        Row("value-task-split-capturing", 40, "closure 40 B"),
        Row("sync-over-async-await", 112, "box of the initialiser 112 B; 64 B more where spinning does not suffice") with { AtMost = 112 + 64 },
        Row("task-await", 112 + 120, "box of the initialiser 112 B + box of the lookup 120 B"),
        Row("value-task-await", 112 + 136, "box of the initialiser 112 B + box of the lookup 136 B"),
        Row("value-task-pooled-await", 112, "box of the initialiser 112 B; the lookup's comes from the pool"),
    ];

    public override void SetUp(Arguments arguments) => prices = new PriceList();

    public override void TearDown() => prices = new PriceList();

    public override Operation CreateOperation(string variant, Arguments arguments)
    {
        var stock = prices;
        return variant switch
        {
            "sync" => Operation.From(() => stock.PriceSync(Company)),
            "sync-over-async" => Operation.From(() => stock.PriceSyncOverAsync(Company)),
            "task" => Operation.FromTask(() => stock.PriceAsTask(Company)),
            "value-task" => Operation.FromValueTask(() => stock.PriceAsValueTask(Company)),
            "value-task-split" => Operation.FromValueTask(() => stock.PriceAsValueTaskSplit(Company)),
            "value-task-split-capturing" => Operation.FromValueTask(() => stock.PriceAsValueTaskSplitCapturing(Company)),
            "sync-over-async-await" => Operation.From(() => stock.PriceSyncOverAsyncAwait(Company)),
            "task-await" => Operation.FromTask(() => stock.PriceAsTaskAwait(Company)),
            "value-task-await" => Operation.FromValueTask(() => stock.PriceAsValueTaskAwait(Company)),
            "value-task-pooled-await" => Operation.FromValueTask(() => stock.PriceAsValueTaskPooledAwait(Company)),
            _ => throw new ArgumentException($"no variant '{variant}'", nameof(variant)),
        };
    }

    private static IEnumerable<Published> Table(string name, params IEnumerable<(string Variant, double Nanoseconds, double Bytes)> rows) =>
        rows.Select(row => new Published(row.Variant, Arguments.None, row.Nanoseconds, row.Bytes, name));

    private static Expected Row(string variant, int bytes, string objects) => new(variant, Arguments.None, bytes, objects);
}

/// <summary>Prices that are loaded on first use and then looked up by a linear search. One list for all workers, which only read it once it is loaded.</summary>
internal sealed class PriceList
{
    private const int Companies = 100;
    private const int LoadingMs = 42;

    private List<(string Name, decimal Price)>? prices;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public decimal PriceSync(string company)
    {
        Initialize();
        return Find(company);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public decimal PriceSyncOverAsync(string company)
    {
        InitializeAsync().GetAwaiter().GetResult();
        return Find(company);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<decimal> PriceAsTask(string company)
    {
        await InitializeAsync();
        return Find(company);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<decimal> PriceAsValueTask(string company)
    {
        await InitializeAsync();
        return Find(company);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<decimal> PriceAsValueTaskSplit(string company)
    {
        var initializing = InitializeAsync();
        return initializing.IsCompleted ? new ValueTask<decimal>(Find(company)) : FindLaterAsync(initializing, company);

        async ValueTask<decimal> FindLaterAsync(Task pending, string wanted)
        {
            await pending;
            return Find(wanted);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<decimal> PriceAsValueTaskSplitCapturing(string company)
    {
        var initializing = InitializeAsync();
        return initializing.IsCompleted ? new ValueTask<decimal>(Find(company)) : FindLaterAsync();

        async ValueTask<decimal> FindLaterAsync()
        {
            await initializing;
            return Find(company);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public decimal PriceSyncOverAsyncAwait(string company)
    {
        InitializeAfterYieldAsync().GetAwaiter().GetResult();
        return Find(company);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<decimal> PriceAsTaskAwait(string company)
    {
        await InitializeAfterYieldAsync();
        return Find(company);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<decimal> PriceAsValueTaskAwait(string company)
    {
        await InitializeAfterYieldAsync();
        return Find(company);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<decimal> PriceAsValueTaskPooledAwait(string company)
    {
        await InitializeAfterYieldAsync();
        return Find(company);
    }

    private void Initialize() => prices ??= Load();

    private async Task InitializeAsync()
    {
        if (prices is not null) return;
        await Task.Delay(LoadingMs);
        prices = Load();
    }

    private async Task InitializeAfterYieldAsync()
    {
        if (prices is not null)
        {
            await Task.Yield();
            return;
        }

        await Task.Delay(LoadingMs);
        prices = Load();
    }

    private static List<(string Name, decimal Price)> Load()
    {
        var loaded = new List<(string Name, decimal Price)>();
        for (var price = 1; price <= Companies; price++) loaded.Add((price.ToString(CultureInfo.InvariantCulture), price));
        loaded.Add(("MSFT", 42));
        return loaded;
    }

    private decimal Find(string company)
    {
        foreach (var (name, price) in prices!)
        {
            if (name == company) return price;
        }

        throw new KeyNotFoundException($"no price for '{company}'");
    }
}
