using AsyncLoad.Fuzzing.Mutation;

namespace AsyncLoad.Proof.Grammar;

/// <summary>What a caller does with the task that it gets.</summary>
/// <param name="Body">The body of a method that takes <c>int i</c>, is async and returns an int.</param>
/// <param name="Members">Members of the same class.</param>
internal sealed record CallerShape(string Body, string Members = "")
{
    private const string Once = "return Use.Of(await @CALL);";

    /// <summary>Callers that await at once, also when they get a ValueTask.</summary>
    public static IReadOnlyList<CallerShape> Plain { get; } =
    [
        new(Once),
        new("return Use.Of(await @CALL.ConfigureAwait(false));"),
        new("var task = @CALL; return Use.Of(await task);"),
        new("try { return Use.Of(await @CALL); } finally { Use.Of(i); }"),
        new("try { return Use.Of(await @CALL); } catch (IOException) { return 0; }"),
        new("var sum = 0; for (var turn = 0; turn < 2; turn++) sum += Use.Of(await @CALL); return sum;"),
        new("var first = await @CALL; var second = await @CALL; return Use.Of(first) + Use.Of(second);"),
        new("if (i >= 0) { var found = await @CALL; return Use.Of(found); } return 0;"),
        new("return i switch { >= 0 => Use.Of(await @CALL), _ => 0 };"),
        new("return Use.Of(await @CALL) + (i < 0 ? Use.Of(await @CALL) : 0);"),
        new("return i < 0 ? 0 : Use.Of(await @CALL);"),
        new("await @CALL; return 1;"),
        new("return Use.Of(await Through(i));", "private static async @RETURNS[@T] Through(int i) => await @CALL;"),
        new("return Use.Of(await Through(i));", "private static @RETURNS[@T] Through(int i) => @CALL;"),
        new("return await Through(i);", "private static readonly Func<int, ValueTask<int>> Through = static async i => Use.Of(await @CALL);"),
        new("var task = @CALL; return task.IsCompletedSuccessfully ? Use.Of(task.Result) : Use.Of(await task);"),
        // They suspend for reasons of their own, and keep what they await then.
        new("await Task.Yield(); return Use.Of(await @CALL);"),
        new("var found = await @CALL; await Task.Yield(); return Use.Of(found);"),
        new("await Task.Yield(); return Use.Of(await @CALL.ConfigureAwait(false));"),
        new("await Task.Yield(); return Use.Of(await Through(i));", "private static @RETURNS[@T] Through(int i) => @CALL;"),
        new("var sum = 0; await foreach (var found in Through(i)) sum += found; return sum;", "private static async IAsyncEnumerable<int> Through(int i) { await Task.Yield(); yield return Use.Of(await @CALL); }"),
        // Statements that become a switch in IL.
        new("switch (i & 7) { case 0: return Use.Of(await @CALL); case 1: await @CALL; return 1; case 2: var found = await @CALL; return Use.Of(found); case 3: return 3; case 4: return i < 0 ? Use.Of(await @CALL) : 4; default: return Use.Of(await @CALL) + 1; }"),
        new("switch ((DayOfWeek)(i % 7)) { case DayOfWeek.Sunday: case DayOfWeek.Monday: return Use.Of(await @CALL); case DayOfWeek.Tuesday when i > 0: await @CALL; break; case DayOfWeek.Friday: return Use.Of(await @CALL) + 5; default: break; } return Use.Of(await @CALL);"),
        new("switch (Days[i & 7]) { case \"sunday\": return Use.Of(await @CALL); case \"monday\": await @CALL; return 1; case \"tuesday\": return 2; case \"wednesday\": return Use.Of(await @CALL) + 3; case \"thursday\": return 4; case \"friday\": return 5; case \"saturday\": return 6; default: return Use.Of(await @CALL) + 7; }", "private static readonly string[] Days = [\"sunday\", \"monday\", \"tuesday\", \"wednesday\", \"thursday\", \"friday\", \"saturday\", \"\"];"),
        new("return Days[i & 3] switch { \"sunday\" => Use.Of(await @CALL), \"monday\" => Use.Of(await @CALL) + 1, \"tuesday\" => 2, _ => Use.Of(await @CALL) + 3 };", "private static readonly string[] Days = [\"sunday\", \"monday\", \"tuesday\", \"\"];"),
        new("await using var scope = new Scope(); return Use.Of(await @CALL);", "private readonly struct Scope : IAsyncDisposable { public ValueTask DisposeAsync() => default; }"),
        new("using (new Scope()) { return Use.Of(await @CALL); }", "private readonly struct Scope : IDisposable { public void Dispose() => Use.Of(1); }"),
        new("return await Inner(i); static async ValueTask<int> Inner(int i) => Use.Of(await @CALL);"),
        new("for (var turn = 0; ; turn++) { try { return Use.Of(await @CALL); } catch (IOException) when (turn < 3) { Use.Of(turn); } }"),
        new("try { return Use.Of(await @CALL); } catch (IOException) { return Use.Of(await @CALL); } finally { await Task.CompletedTask; }"),
        new("return await @CALL is { } found ? Use.Of(found) : 0;"),
        new("var (first, second) = (await @CALL, await @CALL); return Use.Of(first) + Use.Of(second);"),
        new("var (found, turn) = (await @CALL, 0); do { found = await @CALL; } while (++turn < 2); return Use.Of(found);"),
        new("Func<ValueTask<int>> call = async () => Use.Of(await @CALL); return await call();"),
        new("var sum = 0; foreach (var id in new[] { i, i + 1 }.Where(id => id >= 0)) sum += Use.Of(await @CALL) + (id & 1); return sum;"),
        new("return await One(i) + await Two(i);", "private static async ValueTask<int> One(int i) => Use.Of(await @CALL); private static async ValueTask<int> Two(int i) { await Task.Yield(); return Use.Of(await @CALL); }"),
    ];

    // One at least of each kind that stops compiling, or that a ValueTask must not go through.
    private static readonly IReadOnlyList<CallerShape> OfTasks =
    [
        new("Task<@T> task = @CALL; return Use.Of(await task);"),
        new("return Use.Of(await new ValueTask<@T>(@CALL));"),
        new("var task = @CALL; return Use.Of(await task) + Use.Of(await task);"),
        new("var task = @CALL; var other = await Task.FromResult(1L); return Use.Of(await task) + Use.Of(other);"),
        new("_ = @CALL; return 1;"),
        new("await @CALL.ContinueWith(static task => task.Result, TaskContinuationOptions.ExecuteSynchronously); return 1;"),
        new("return Use.Of(@CALL.GetAwaiter().GetResult());"),
        new("return Use.Of(@CALL.Result);"),
        new("var task = @CALL; task.Wait(); return Use.Of(task.Result);"),
        new("return Use.Of(await @CALL.ConfigureAwait(ConfigureAwaitOptions.ContinueOnCapturedContext));"),
        new("Task task = @CALL; await task.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing); return 1;"),
        new("return Use.Of(await @CALL.WaitAsync(TimeSpan.FromSeconds(1)));"),
        new("Func<int, Task<@T>> call = i => @CALL; return Use.Of(await call(i));"),
        new("return Use.Of(await Kept.GetOrAdd(i & 7, static i => @CALL));", "private static readonly ConcurrentDictionary<int, Task<@T>> Kept = new();"),
        new("return Use.Of(await Retry(static i => @CALL, i));", "private static async ValueTask<@T> Retry(Func<int, Task<@T>> call, int i) { try { return await call(i); } catch (IOException) { return await call(i); } }"),
        new("Task task = @CALL; await task; return 1;"),
        new("Task task = i >= 0 ? @CALL : Task.CompletedTask; await task; return 1;"),
        new("return Use.Of(await (i >= 0 ? @CALL : Other));", "private static readonly Task<@T> Other = Task.FromResult(Data@N.V);"),
        new("return Use.Of(await (i switch { >= 0 => @CALL, _ => Other }));", "private static readonly Task<@T> Other = Task.FromResult(Data@N.V);"),
        new("return Use.Of(await (Other ?? @CALL));", "private static readonly Task<@T>? Other = Environment.ProcessorCount < 0 ? Task.FromResult(Data@N.V) : null;"),
        new("object task = @CALL; return task is Task<@T> known ? Use.Of(await known) : 0;"),
        new("var tasks = new List<Task<@T>>(2) { @CALL, @CALL }; foreach (var task in tasks) await task; return 2;"),
        new("Task<@T>[] tasks = [@CALL, @CALL]; await Task.WhenAll(tasks); return 2;"),
        new("var all = await Task.WhenAll(@CALL, @CALL); return all.Length;"),
        new("var pair = (@CALL, @CALL); return Use.Of(await pair.Item1) + Use.Of(await pair.Item2);"),
        new("var task = @CALL; Func<Task<int>> call = async () => Use.Of(await task); return await call();"),
        new("Kept = @CALL; return Use.Of(await Kept);", "private static Task<@T>? Kept;"),
        new("Kept ??= @CALL; return Use.Of(await Kept) + Use.Of(await @CALL);", "private static Task<@T>? Kept;"),
        new("return Use.Of(await await Task.WhenAny(@CALL, Late));", "private static readonly Task<@T> Late = new TaskCompletionSource<@T>().Task;"),
        new("try { return i & 1; } finally { Task<@T> task = @CALL; await task; }"),
        new("var task = @CALL; return task.Status == TaskStatus.RanToCompletion ? Use.Of(task.Result) : Use.Of(await task);"),
        new("var task = @CALL; return task.IsFaulted ? -1 : Use.Of(await task);"),
        new("var task = @CALL; return task.Exception is null ? Use.Of(await task) : 0;"),
        new("var task = @CALL; return task == null ? -1 : Use.Of(await task);"),
        new("IAsyncResult task = @CALL; return task is null ? 0 : 1;"),
        new("dynamic task = @CALL; @T found = await task; return Use.Of(found);"),
        new("return Use.Of(await Pass(@CALL));", "private static async ValueTask<@T> Pass(Task<@T> task) => await task;"),
        new("return Use.Of(await Pass(@CALL));", "private static async ValueTask<TItem> Pass<TItem>(Task<TItem> task) => await task;"),
        new("Start(i, out var task); return Use.Of(await task);", "private static void Start(int i, out Task<@T> task) => task = @CALL;"),
        new("Task<@T>? before = null; var sum = 0; for (var turn = 0; turn < 2; turn++) { if (before != null) sum += Use.Of(await before); before = @CALL; } return sum + Use.Of(await before!);"),
        new("return Use.Of(await Through(i));", "private static async Task<@T> Through(int i) { return await @CALL; }"),
        new("return Use.Of(await Through(i));", "private static Task<@T> Through(int i) { if (i < 0) return Task.FromException<@T>(new IOException()); return @CALL; }"),
        new("return Use.Of(await Through(i));", "private static ValueTask<@T> Through(int i) => new(@CALL);"),
        new("await foreach (var found in Through(i)) { if (found == 0) return 0; } return 1;", "private static async IAsyncEnumerable<int> Through(int i) { yield return Use.Of(await @CALL); }"),
        new("using var stop = new CancellationTokenSource(); return Use.Of(await @CALL.WaitAsync(stop.Token));"),
        new("var awaiter = @CALL.GetAwaiter(); return awaiter.IsCompleted ? Use.Of(awaiter.GetResult()) : Use.Of(Data@N.V);"),
        new("return Use.Of(await Task.Run(() => @CALL));"),
        new("foreach (var task in new[] { @CALL }) await task; return 1;"),
        new("await Task.WhenAll(new[] { 1, 2 }.Select(i => @CALL)); return 2;"),
        new("Kept[i & 7] = @CALL; return Use.Of(await Kept[i & 7]);", "private static readonly Dictionary<int, Task<@T>> Kept = [];"),
        new("if (!Kept.TryGetValue(i & 7, out var task)) Kept[i & 7] = task = @CALL; return Use.Of(await task) + Use.Of(await @CALL);", "private static readonly Dictionary<int, Task<@T>> Kept = [];"),
        new("var lazy = new Lazy<Task<@T>>(() => @CALL); return Use.Of(await lazy.Value);"),
        new("Kept.Enqueue(@CALL); return Use.Of(await Kept.Dequeue());", "private static readonly Queue<Task<@T>> Kept = new();"),
        new("foreach (var task in Tasks(i)) await task; return 1;", "private static IEnumerable<Task<@T>> Tasks(int i) { yield return @CALL; }"),
        new("Func<int, Task> call = i => @CALL; await call(i); return 1;"),
        new("return Use.Of(await Inner(i)); Task<@T> Inner(int i) => @CALL;"),
        new("return Use.Of(await Inner(i)); async Task<@T> Inner(int i) => await @CALL;"),
        new("await Task.WhenAny(@CALL, Task.CompletedTask); return 1;"),
        new("var task = i switch { 0 => @CALL, 1 => @CALL, _ => @CALL }; return Use.Of(await task);"),
        new("Task<@T> task; switch (i & 3) { case 0: task = @CALL; break; case 1: task = Other; break; case 2: task = @CALL; break; default: task = @CALL; break; } return Use.Of(await task);", "private static readonly Task<@T> Other = Task.FromResult(Data@N.V);"),
        new("var (one, two) = (@CALL, @CALL); await Task.WhenAll(one, two); return Use.Of(one.Result) + Use.Of(two.Result);"),
        new("return Use.Of(await Waited(@CALL, 1));", "private static Task<@T> Waited(Task<@T> task, int seconds) => task.WaitAsync(TimeSpan.FromSeconds(seconds));"),
        new("return Use.Of(await new Holder(@CALL).Task);", "private sealed record Holder(Task<@T> Task);"),
        new("var task = @CALL; await task.ConfigureAwait(false); return Use.Of(await task);"),
    ];

    /// <summary>One of them.</summary>
    /// <param name="any">Whether a third of them are others than plain ones.</param>
    public static CallerShape Choose(Dice dice, bool any) => dice.Of(any && dice.OneIn(3) ? OfTasks : Plain);
}
