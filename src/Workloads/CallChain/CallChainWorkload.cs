namespace AsyncLoad.Workloads.CallChain;

/// <summary>
/// A chain of five classes that forward a constant, from "Surprising cost of synchronous fast-paths in asynchronous methods"
/// (J. Cincura, 2021; BenchmarkDotNet 0.13.0, .NET 5.0.8, Ryzen 7 5800X). It tests the text's last claim: under <c>Parallel.For</c>
/// the order of direct Task and direct ValueTask flips.
/// </summary>
/// <remarks>
/// Expected bytes: one <see cref="Task{T}"/> per level that returns one, 72 B for string and bool results, 80 B for decimal. A completed
/// <c>Task&lt;bool&gt;</c> is cached, so bool rows allocate nothing. The await variants count the async method at the call site too.
/// </remarks>
internal sealed class CallChainWorkload : Workload
{
    public override string Id => "call-chain";

    public override string Summary => "a chain of five calls that ends in a constant, completing synchronously";

    public override string Source => "Surprising cost of synchronous fast-paths in asynchronous methods, J. Cincura, 2021";

    public override IReadOnlyList<Parameter> Parameters { get; } =
    [
        new("deep", "enter the chain at its first class, or call the last one only", "true", "false", "true"),
        new("result", "type of the constant; a completed Task<bool> is cached, the others are not", "string", "bool", "decimal", "string"),
    ];

    public override IReadOnlyList<Variant> Variants { get; } =
    [
        new("direct-call", "ordinary calls", "T"),
        new("direct-task", "passes a completed task up unchanged", "Task<T>"),
        new("await-task", "async and await at every level", "Task<T>", Builder.Default),
        new("direct-value-task", "passes a ValueTask up unchanged", "ValueTask<T>"),
        new("await-value-task", "async and await at every level", "ValueTask<T>", Builder.Default),
    ];

    public override IReadOnlyList<Published> Published =>
    [
        Figure("direct-call", deep: false, 0.4399, 0), Figure("direct-call", deep: true, 6.2216, 0),
        Figure("direct-task", deep: false, 6.4300, 72), Figure("direct-task", deep: true, 6.3206, 72),
        Figure("await-task", deep: false, 28.8549, 216), Figure("await-task", deep: true, 94.6696, 504),
        Figure("direct-value-task", deep: false, 8.8030, 0), Figure("direct-value-task", deep: true, 9.8505, 0),
        Figure("await-value-task", deep: false, 50.6709, 0), Figure("await-value-task", deep: true, 138.4892, 0),
    ];

    public override string PublishedOn => "BenchmarkDotNet 0.13.0, .NET 5.0.8, Ryzen 7 5800X";

    public override IReadOnlyList<Difference> Differences =>
    [
        new(
            "direct-call with deep=false takes 0.4399 ns in the text and several ns here",
            "measured times include the load's delegate call, loop and store of the result, stated as load overhead; BenchmarkDotNet subtracts its own"),
        new(
            "await-value-task takes 1.46 times as long as await-task with deep=true in the text (138.4892 to 94.6696 ns) and about half as long here",
            "BenchmarkDotNet measures the same on .NET 10, so the runtime changed: async ValueTask methods that complete became faster than the seven tasks did"),
        new(
            "direct-value-task takes 1.56 times as long as direct-task with deep=true in the text (9.8505 to 6.3206 ns), an order said to flip under Parallel.For; here it is ahead under both loads",
            "the task row still has one allocation, and passing a ValueTask up five levels now costs no more than an ordinary call"),
    ];

    public override IReadOnlyList<Expected> Expected =>
    [
        .. Rows("direct-call", tasks: (0, 0)),
        .. Rows("direct-task", tasks: (1, 1)),
        .. Rows("await-task", tasks: (3, 7)),
        .. Rows("direct-value-task", tasks: (0, 0)),
        .. Rows("await-value-task", tasks: (0, 0)),
    ];

    public override Operation CreateOperation(string variant, Arguments arguments)
    {
        ArgumentNullException.ThrowIfNull(arguments);
        var deep = arguments.Flag("deep");
        return arguments["result"] switch
        {
            "bool" => Bool(variant, new BoolChain(deep)),
            "decimal" => Decimal(variant, new DecimalChain(deep)),
            "string" => String(variant, new StringChain(deep)),
            var other => throw new ArgumentException($"no result type '{other}'", nameof(arguments)),
        };
    }

    private static Operation Bool(string variant, BoolChain chain) => variant switch
    {
        "direct-call" => Operation.From(chain.DirectCall),
        "direct-task" => Operation.FromTask(chain.DirectTask),
        "await-task" => Operation.FromTask(chain.AwaitTask),
        "direct-value-task" => Operation.FromValueTask(chain.DirectValueTask),
        "await-value-task" => Operation.FromValueTask(chain.AwaitValueTask),
        _ => throw new ArgumentException($"no variant '{variant}'", nameof(variant)),
    };

    private static Operation Decimal(string variant, DecimalChain chain) => variant switch
    {
        "direct-call" => Operation.From(chain.DirectCall),
        "direct-task" => Operation.FromTask(chain.DirectTask),
        "await-task" => Operation.FromTask(chain.AwaitTask),
        "direct-value-task" => Operation.FromValueTask(chain.DirectValueTask),
        "await-value-task" => Operation.FromValueTask(chain.AwaitValueTask),
        _ => throw new ArgumentException($"no variant '{variant}'", nameof(variant)),
    };

    private static Operation String(string variant, StringChain chain) => variant switch
    {
        "direct-call" => Operation.From(chain.DirectCall),
        "direct-task" => Operation.FromTask(chain.DirectTask),
        "await-task" => Operation.FromTask(chain.AwaitTask),
        "direct-value-task" => Operation.FromValueTask(chain.DirectValueTask),
        "await-value-task" => Operation.FromValueTask(chain.AwaitValueTask),
        _ => throw new ArgumentException($"no variant '{variant}'", nameof(variant)),
    };

    private static Published Figure(string variant, bool deep, double nanoseconds, double bytes) =>
        new(variant, Arguments.Of(("deep", deep ? "true" : "false"), ("result", "string")), nanoseconds, bytes);

    private static IEnumerable<Expected> Rows(string variant, (int Shallow, int Deep) tasks)
    {
        foreach (var (deep, count) in new[] { ("false", tasks.Shallow), ("true", tasks.Deep) })
        {
            yield return Row(variant, deep, "bool", 0, "completed bool tasks are cached");
            yield return Row(variant, deep, "decimal", 80 * count, $"{count} Task<decimal> of 80 B");
            yield return Row(variant, deep, "string", 72 * count, $"{count} Task<string> of 72 B");
        }
    }

    private static Expected Row(string variant, string deep, string result, int bytes, string objects) =>
        new(variant, Arguments.Of(("deep", deep), ("result", result)), bytes, bytes == 0 && result != "bool" ? "nothing" : objects);
}
