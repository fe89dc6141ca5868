namespace AsyncLoad.Oracle.Grammar;

/// <summary>A kind of result.</summary>
/// <param name="Type">As it stands before the name of the method.</param>
/// <param name="Body">What the method does once it has noted its call; <c>NAME</c> is the text that it is noted by.</param>
/// <param name="IsConsumedSince016">Whether BenchmarkDotNet 0.15.8 keeps it as it is, and the next version awaits or enumerates it: the table of docs/plug-ins.md.</param>
/// <param name="Attributes">What stands before the method.</param>
internal sealed record ResultKind(string Type, string Body, bool IsConsumedSince016 = false, string Attributes = "")
{
    /// <summary>What the method is noted by where the table applies to it.</summary>
    public const char Consumed = '*';

    private const string Noted = "Recorder.Note(\"consumed \" + NAME);";

    /// <summary>All of them. What is refused is rare: it takes methods away from what is compared.</summary>
    public static Weighted<ResultKind> All { get; } = new(
        (60, new ResultKind("void", "")),
        (60, new ResultKind("int", "return 7;")),
        (30, new ResultKind("string", "return \"seven\";")),
        (15, new ResultKind("object", "return new object();")),
        (15, new ResultKind("double", "return 7.5;")),
        (15, new ResultKind("bool", "return true;")),
        (10, new ResultKind("char", "return 'c';")),
        (10, new ResultKind("decimal", "return 7.5m;")),
        (10, new ResultKind("DateTime", "return DateTime.UnixEpoch;")),
        (10, new ResultKind("Guid", "return Guid.Empty;")),
        (10, new ResultKind("int?", "return null;")),
        (10, new ResultKind("Level", "return Level.High;")),
        (10, new ResultKind("(int, string)", "return (7, \"seven\");")),
        (10, new ResultKind("Point", "return new Point(1, 2);")),
        (10, new ResultKind("Money", "return new Money(1);")),
        (10, new ResultKind("Type", "return typeof(int);")),
        (10, new ResultKind("int[]", "return [7];")),
        (10, new ResultKind("List<int>", "return [7];")),
        (10, new ResultKind("IReadOnlyList<int>", "return [7];")),
        (10, new ResultKind("Dictionary<int, string>", "return [];")),
        (10, new ResultKind("OwnList", "return new OwnList(NAME);")),
        (10, new ResultKind("Action", "return () => { };")),
        (5, new ResultKind("IDisposable", "return new MemoryStream();")),
        (60, new ResultKind("async Task", $"await Task.Yield(); {Noted}")),
        (60, new ResultKind("async Task<int>", $"await Task.Yield(); {Noted} return 7;")),
        (30, new ResultKind("async ValueTask", $"await Task.Yield(); {Noted}")),
        (30, new ResultKind("async ValueTask<int>", $"await Task.Yield(); {Noted} return 7;")),
        (10, new ResultKind("async ValueTask<int>", $"await Task.Yield(); {Noted} return 7;", Attributes: "[AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]")),
        (10, new ResultKind("Task", "return Task.CompletedTask;")),
        (10, new ResultKind("Task<string>", "return Task.FromResult(\"seven\");")),
        (10, new ResultKind("ValueTask<int>", "return new ValueTask<int>(new Source(NAME), 0);")),
        (10, new ResultKind("ValueTask", "return new ValueTask(new Source(NAME), 0);")),
        (5, new ResultKind("async Task<List<int>>", $"await Task.Yield(); {Noted} return [7];")),
        (15, new ResultKind("Own", "return new Own(NAME, later: true);", true)),
        (5, new ResultKind("Own", "return new Own(NAME, later: false);", true)),
        (5, new ResultKind("OwnStruct", "return new OwnStruct(NAME);", true)),
        (5, new ResultKind("OwnTask", "return OwnTask.Begin(NAME);", true)),
        (5, new ResultKind("ConfiguredTaskAwaitable", "return Results.Later(NAME).ConfigureAwait(false);", true)),
        (5, new ResultKind("ConfiguredTaskAwaitable<int>", "return Results.NumberLater(NAME).ConfigureAwait(false);", true)),
        (5, new ResultKind("ConfiguredValueTaskAwaitable<int>", "return new ValueTask<int>(new Source(NAME), 0).ConfigureAwait(false);", true)),
        (15, new ResultKind("IAsyncEnumerable<int>", "return Results.Stream(NAME);", true)),
        (5, new ResultKind("OwnStream", "return new OwnStream(NAME);", true)),
        (3, new ResultKind("IEnumerable<int>", "return Results.Numbers(NAME);")),
        (1, new ResultKind("System.Collections.IEnumerable", "return Results.Numbers(NAME);")),
        (1, new ResultKind("IQueryable<int>", "return Results.Numbers(NAME).AsQueryable();")),
        (1, new ResultKind("Lazy<int>", "return new Lazy<int>(() => 7);")),
        (1, new ResultKind("Task<IEnumerable<int>>", "return Results.NumbersLater(NAME);")),
        (1, new ResultKind("IEnumerator<int>", "return Results.Numbers(NAME).GetEnumerator();")),
        (1, new ResultKind("IAsyncEnumerator<int>", "return Results.Stream(NAME).GetAsyncEnumerator();")),
        (1, new ResultKind("Task<Task<int>>", "return Task.FromResult(Results.NumberLater(NAME));", true)),
        (1, new ResultKind("async void", "await Task.Yield();")),
        (2, new ResultKind("ref int", "return ref Results.Number;")));
}
