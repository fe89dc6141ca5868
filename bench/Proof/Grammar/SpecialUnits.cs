namespace AsyncLoad.Proof.Grammar;

/// <summary>Units that no table of shapes gives: closures, conversions, properties, and what is combined or kept.</summary>
internal static class SpecialUnits
{
    /// <summary>Each has a class <c>Caller@N</c> with a method <c>Call@NAsync(int)</c>.</summary>
    public static IReadOnlyList<string> All { get; } =
    [
        .. LocalFunctions(),
        .. Lambdas(),
        .. Conversions(),
        .. Combinations(),
        .. Members(),
        .. Several(),
    ];

    private static string InCaller(string members) => $"public static class Caller@N\n{{\n    {members}\n}}\n";

    private static IEnumerable<string> LocalFunctions() =>
    [
        InCaller("public static async ValueTask<int> Call@NAsync(int i) { if (i < 0) await Task.Yield(); return await AddAsync(1); async ValueTask<int> AddAsync(int more) { if (more < 0) await Task.Yield(); return i + more; } }"),
        InCaller("public static async ValueTask<int> Call@NAsync(int i) { var (low, high) = (i & 3, (long)i); if (i < 0) await Task.Yield(); return await AddAsync() + await AddAsync(); async Task<bool> Never() { await Task.Yield(); return low > high; } async ValueTask<int> AddAsync() { if (i < 0) return await Never() ? 1 : 0; return low + (int)(high & 7); } }"),
        // Made static, it cannot use the members of its type.
        "public sealed class Store@N(int size) { private readonly int size = size; public async ValueTask<int> GetAsync(int i) { if (i < 0) await Task.Yield(); return await AddAsync(); async ValueTask<int> AddAsync() { if (i < 0) await Task.Yield(); return i + size; } } }\n"
            + InCaller("private static readonly Store@N Store = new(7); public static async ValueTask<int> Call@NAsync(int i) => await Store.GetAsync(i);"),
        "public sealed class Store@N(int size) { private readonly int size = size; public async ValueTask<int> GetAsync(int i) { var more = i & 3; if (i < 0) await Task.Yield(); return await AddAsync() + await TwiceAsync(); async ValueTask<int> AddAsync() { if (i < 0) await Task.Yield(); return i + Size(); } async ValueTask<int> TwiceAsync() { if (i < 0) await Task.Yield(); return 2 * more; } } private int Size() => size & 7; }\n"
            + InCaller("private static readonly Store@N Store = new(7); public static async ValueTask<int> Call@NAsync(int i) => await Store.GetAsync(i);"),
        // Parameters by value would not bring back what it writes.
        InCaller("public static async ValueTask<int> Call@NAsync(int i) { var count = 0; await AddAsync(); await AddAsync(); return count; async ValueTask AddAsync() { if (i < 0) await Task.Yield(); Interlocked.Increment(ref count); } }"),
        InCaller("public static async ValueTask<int> Call@NAsync(int i) { var count = 0; await AddAsync(); await AddAsync(); return count; async ValueTask AddAsync() { if (i < 0) await Task.Yield(); count++; } }"),
        InCaller("public static async ValueTask<int> Call@NAsync(int i) { var count = 1; await AddAsync(); count = 5; return await AddAsync(); async ValueTask<int> AddAsync() { if (i < 0) await Task.Yield(); return count; } }"),
        InCaller("public static async ValueTask<int> Call@NAsync(int i) { var sum = 0; await Task.CompletedTask; foreach (var number in Numbers()) sum += number; return sum; IEnumerable<int> Numbers() { yield return i & 1; yield return i & 2; } }"),
        "public sealed class Store@N<TItem>(TItem item) { public async ValueTask<TItem> GetAsync(int i) { var kept = item; if (i < 0) await Task.Yield(); return await GetKeptAsync(); async ValueTask<TItem> GetKeptAsync() { if (i < 0) await Task.Yield(); return kept; } } }\n"
            + InCaller("private static readonly Store@N<string> Store = new(\"value\"); public static async ValueTask<int> Call@NAsync(int i) => (await Store.GetAsync(i)).Length;"),
        InCaller("public static async ValueTask<int> Call@NAsync(int i) { var sum = 0; for (var turn = 0; turn < 2; turn++) { var kept = turn + i; sum += await AddAsync() & 1; async ValueTask<int> AddAsync() { if (kept < 0) await Task.Yield(); return kept; } } return sum; }"),
        InCaller("public static ValueTask<int> Call@NAsync(int i) { return AddAsync(3); async ValueTask<int> AddAsync(int more) { if (i < 0) await Task.Yield(); return i + more; } }"),
        // Without a closure: a structure is enough.
        InCaller("public static async ValueTask<int> Call@NAsync(int i) { if (i < 0) await Task.Yield(); return Add(3); int Add(int more) => i + more; }"),
    ];

    private static IEnumerable<string> Lambdas() =>
    [
        InCaller("private static readonly string[] Kept = [.. Enumerable.Range(0, 64).Select(number => $\"value {number}\")]; public static async ValueTask<int> Call@NAsync(int i) => (await GetAsync(i & 63)).Length; private static async ValueTask<string> GetAsync(int id) { if (Kept[id] is { } found) return found; await Task.Yield(); return Kept.First(kept => kept.Length == id); }"),
        InCaller("private static readonly string[] Kept = [.. Enumerable.Range(0, 64).Select(number => $\"value {number}\")]; public static async ValueTask<int> Call@NAsync(int i) => (await GetAsync(i & 63)).Length; private static ValueTask<string> GetAsync(int id) { if (id >= 0) return new(Kept[id]); return new(Task.Run(() => Kept[id + 1])); }"),
        InCaller("private static readonly string[] Kept = [.. Enumerable.Range(0, 64).Select(number => $\"value {number}\")]; public static async ValueTask<int> Call@NAsync(int i) => await GetAsync(i % 5); private static async ValueTask<int> GetAsync(int id) { switch (id) { case 0: return 1; case 1: return 3; case 2: return 4; case 3: return 8; case 4: return 15; default: await Task.Yield(); return Kept.Count(kept => kept.Length == id); } }"),
        InCaller("public static async ValueTask<int> Call@NAsync(int i) => await GetAsync(i); private static ValueTask<int> GetAsync(int id) { if (id >= 0) return new(id & 7); return FindAsync(row => row.Id == id); } private static ValueTask<int> FindAsync(System.Linq.Expressions.Expression<Func<Row@N, bool>> test) => new(test.ToString().Length);")
            + "public sealed record Row@N(int Id);",
        InCaller("public static async ValueTask<int> Call@NAsync(int i) => await GetAsync(i); private static async ValueTask<int> GetAsync(int id) { if (id >= 0) return id & 7; var rows = new List<Row@N>().AsQueryable(); await Task.Yield(); return (from row in rows where row.Id == id select row.Id).FirstOrDefault(); }")
            + "public sealed record Row@N(int Id);",
        InCaller("public static async ValueTask<int> Call@NAsync(int i) { var sum = Twice(more => more + i); if (i < 0) await Task.Yield(); return sum & 7; } private static int Twice(Func<int, int> change) => change(change(1));"),
        InCaller("public static async ValueTask<int> Call@NAsync(int i) { return await Twice(AddAsync); async ValueTask<int> AddAsync(int more) { if (i < 0) await Task.Yield(); return i + more; } } private static async ValueTask<int> Twice(Func<int, ValueTask<int>> add) => await add(1) + await add(2);"),
        InCaller("public static async ValueTask<int> Call@NAsync(int i) { var sum = Once(() => i); return sum + await AddAsync(); async ValueTask<int> AddAsync() { if (i < 0) await Task.Yield(); return i & 1; } } private static int Once(Func<int> get) => get();"),
    ];

    private static IEnumerable<string> Conversions() =>
    [
        InCaller("public static async ValueTask<int> Call@NAsync(int i) => (await GetAsync(i).AsTask()).Length; private static async ValueTask<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return \"value\"; }"),
        InCaller("public static async ValueTask<int> Call@NAsync(int i) => (await GetAsync(i).AsTask().ConfigureAwait(false)).Length; private static async ValueTask<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return \"value\"; }"),
        InCaller("public static async ValueTask<int> Call@NAsync(int i) => (await GetAsync(i).AsTask().ConfigureAwait(ConfigureAwaitOptions.None)).Length; private static async ValueTask<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return \"value\"; }"),
        InCaller("public static async ValueTask<int> Call@NAsync(int i) { Task<string> task = GetAsync(i).AsTask(); return (await task).Length; } private static async ValueTask<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return \"value\"; }"),
        InCaller("public static async ValueTask<int> Call@NAsync(int i) => (await PassAsync(i)).Length; private static Task<string> PassAsync(int id) => GetAsync(id).AsTask(); private static async ValueTask<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return \"value\"; }"),
        InCaller("public static async ValueTask<int> Call@NAsync(int i) { var task = GetAsync(i).AsTask(); return (await task).Length + (await task).Length; } private static async ValueTask<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return \"value\"; }"),
    ];

    private static IEnumerable<string> Combinations() =>
    [
        InCaller("public static async ValueTask<int> Call@NAsync(int i) { var found = await Task.WhenAll(GetAsync(i), GetAsync(i + 1)); return found.Length; } private static async Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return \"value\"; }"),
        InCaller("public static async ValueTask<int> Call@NAsync(int i) => await Task.Run(() => i & 7);"),
        InCaller("public static async ValueTask<int> Call@NAsync(int i) { var source = new TaskCompletionSource<string>(); source.SetResult(\"value\"); return (await source.Task).Length; }"),
        InCaller("public static async ValueTask<int> Call@NAsync(int i) { var sum = 0; await foreach (var number in NumbersAsync(i)) sum += number; return sum; } private static async IAsyncEnumerable<int> NumbersAsync(int i) { yield return i & 1; await Task.CompletedTask; yield return 2; }"),
        InCaller("private static readonly ConcurrentDictionary<int, Task<string>> Kept = new(); public static async ValueTask<int> Call@NAsync(int i) { Kept.Clear(); return (await Kept.GetOrAdd(i & 3, static id => GetAsync(id))).Length; } private static async Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return \"value\"; }"),
    ];

    // Code of several of them is put into one caller, and each has to be charged for its own.
    private static IEnumerable<string> Several() =>
    [
        Repository + InCaller("private static readonly Repository@N Store = new(); public static async ValueTask<int> Call@NAsync(int i) => (await Store.NameAsync(i)).Length + (await Store.NickAsync(i)).Length;"),
        Repository + InCaller("private static readonly Repository@N Store = new(); public static async ValueTask<int> Call@NAsync(int i) { var name = await Store.NameAsync(i); var nick = await Store.NickAsync(i); var price = await Store.PriceAsync(i); return name.Length + nick.Length + (int)price; }"),
        Repository + InCaller("private static readonly Repository@N Store = new(); public static async ValueTask<int> Call@NAsync(int i) { if (await Store.NickAsync(i) is { Length: > 9 } nick) return nick.Length; return i < 0 ? (int)await Store.PriceAsync(i) : (await Store.NameAsync(i)).Length; }"),
        Repository + "public sealed class Service@N(Repository@N store) { public async Task<string> NameAsync(int id) => await store.NameAsync(id); public async Task<string> BothAsync(int id) { var nick = await store.NickAsync(id); return nick.Length > 9 ? nick : await store.NameAsync(id); } }\n"
            + InCaller("private static readonly Service@N Service = new(new()); public static async ValueTask<int> Call@NAsync(int i) => (await Service.NameAsync(i)).Length + (await Service.BothAsync(i)).Length;"),
        Repository + "public sealed class Service@N(Repository@N store) { public async Task<string> NameAsync(int id) { await Task.Yield(); return await store.NameAsync(id); } } public sealed class Controller@N(Service@N service) { public async Task<int> GetAsync(int id) { var name = await service.NameAsync(id); return name.Length + 1000; } }\n"
            + InCaller("private static readonly Controller@N Controller = new(new(new())); public static async ValueTask<int> Call@NAsync(int i) => await Controller.GetAsync(i);"),
        "public interface IStore@N { Task<TItem> ReadAsync<TItem>(int id) where TItem : new(); } public sealed class Store@N : IStore@N { public async Task<TItem> ReadAsync<TItem>(int id) where TItem : new() { if (id < 0) await Task.Yield(); return Kept<TItem>.V; } private static class Kept<TItem> where TItem : new() { public static readonly TItem V = new(); } } public sealed class User@N;\n"
            + InCaller("private static readonly IStore@N Store = new Store@N(); public static async ValueTask<int> Call@NAsync(int i) => Use.Of(await Store.ReadAsync<User@N>(i)) + Use.Of(await Store.ReadAsync<decimal>(i));"),
    ];

    private const string Repository = "public sealed class Repository@N { private readonly string[] names = [.. Enumerable.Range(0, 64).Select(number => $\"name {number}\")]; public Task<string> NameAsync(int id) => Task.FromResult(names[id & 63]); public Task<string> NickAsync(int id) => Task.FromResult(names[(id + 1) & 63]); public Task<decimal> PriceAsync(int id) => Task.FromResult(id * 1.5m); }\n";

    private static IEnumerable<string> Members() =>
    [
        "public sealed class Store@N { public Task<string> Current => Task.FromResult(\"value\"); }\n"
            + InCaller("private static readonly Store@N Store = new(); public static async ValueTask<int> Call@NAsync(int i) => (await Store.Current).Length;"),
        "public interface IStore@N { Task<string> Current { get; } } public sealed class Store@N : IStore@N { public Task<string> Current { get { return Task.FromResult(\"value\"); } } }\n"
            + InCaller("private static readonly IStore@N Store = new Store@N(); public static async ValueTask<int> Call@NAsync(int i) => (await Store.Current).Length;"),
        "public sealed class Store@N { public Task<string> this[int id] => Task.FromResult(\"value\"); }\n"
            + InCaller("private static readonly Store@N Store = new(); public static async ValueTask<int> Call@NAsync(int i) => (await Store[i]).Length;"),
        // Null has a task that is there already, and new ValueTask<string?>(null) could be either of two constructors.
        InCaller("public static async ValueTask<int> Call@NAsync(int i) => (await GetAsync(i))?.Length ?? 0; private static Task<string?> GetAsync(int id) => (id & 1) == 0 ? Task.FromResult<string?>(null) : Task.FromResult<string?>(\"value\");"),
        InCaller("private static readonly Func<int, Task<string>> GetAsync = static async id => { if (id < 0) await Task.Yield(); return \"value\"; }; public static async ValueTask<int> Call@NAsync(int i) => (await GetAsync(i)).Length;"),
        "public delegate Task<string> Get@N(int id);\n"
            + InCaller("private static readonly Get@N Get = GetAsync; public static async ValueTask<int> Call@NAsync(int i) => (await Get(i)).Length + (await GetAsync(i)).Length; private static async Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return \"value\"; }"),
        "public sealed class Store@N : TextReader { public override async Task<string?> ReadLineAsync() { if (Environment.TickCount64 < 0) await Task.Yield(); return \"value\"; } }\n"
            + InCaller("private static readonly TextReader Store = new Store@N(); public static async ValueTask<int> Call@NAsync(int i) => (await Store.ReadLineAsync())!.Length;"),
        // Lets its task be tested for null.
        "public sealed class Store@N { public async Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return \"value\"; } }\n"
            + InCaller("private static readonly Store@N? Store = Environment.ProcessorCount > 0 ? new() : null; public static async ValueTask<int> Call@NAsync(int i) { var task = Store?.GetAsync(i); return task is null ? 0 : (await task).Length; }"),
        "public sealed class Store@N { public async Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return \"value\"; } }\n"
            + InCaller("private static readonly Store@N? Store = Environment.ProcessorCount > 0 ? new() : null; public static async ValueTask<int> Call@NAsync(int i) => (await (Store?.GetAsync(i) ?? Task.FromResult(\"\"))).Length;"),
        // Two classes of the same name in a list of callers; both must change.
        "public static class Store@N { public static async Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return \"value\"; } public static async Task<string> GetAsync(int id, string other) => (await GetAsync(id)) ?? other; }\n"
            + InCaller("public static async ValueTask<int> Call@NAsync(int i) => (await Store@N.GetAsync(i, \"other\")).Length;"),
    ];
}
