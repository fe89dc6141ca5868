using System.Runtime.CompilerServices;

namespace AsyncLoad.Workloads.ShortChain;

/// <summary>
/// The three-step chain that opens "Surprising cost of synchronous fast-paths in asynchronous methods" (J. Cincura, 2021), which gives no
/// figures for it. It tests the text's rule of thumb: forwarding costs one task at any depth, awaiting one more per level.
/// </summary>
/// <remarks>
/// Expected bytes: a new FooBar of 24 B in every variant. Forwarding adds one <c>Task&lt;FooBar&gt;</c> of 72 B; awaiting at two of
/// the three levels adds three. A ValueTask adds nothing.
/// </remarks>
internal sealed class ShortChainWorkload : Workload
{
    public override string Id => "short-chain";

    public override string Summary => "a chain of three calls that ends in a new object, completing synchronously";

    public override string Source => "Surprising cost of synchronous fast-paths in asynchronous methods, J. Cincura, 2021";

    public override IReadOnlyList<Variant> Variants { get; } =
    [
        new("sync", "ordinary calls", "FooBar"),
        new("forward-task", "passes a completed task up unchanged", "Task<FooBar>"),
        new("await-task", "async and await at two of three levels", "Task<FooBar>", Builder.Default),
        new("forward-value-task", "passes a ValueTask up unchanged", "ValueTask<FooBar>"),
        new("await-value-task", "async and await at two of three levels", "ValueTask<FooBar>", Builder.Default),
    ];

    public override IReadOnlyList<Difference> Differences =>
    [
        new("the text counts one task when forwarding and three when awaiting; here every row has 24 B more", "the chain ends in a new FooBar, an object of the smallest size"),
    ];

    public override IReadOnlyList<Expected> Expected =>
    [
        new("sync", Arguments.None, 24, "FooBar 24 B"),
        new("forward-task", Arguments.None, 24 + 72, "FooBar 24 B, Task<FooBar> 72 B"),
        new("await-task", Arguments.None, 24 + 3 * 72, "FooBar 24 B, 3 Task<FooBar> of 72 B"),
        new("forward-value-task", Arguments.None, 24, "FooBar 24 B"),
        new("await-value-task", Arguments.None, 24, "FooBar 24 B"),
    ];

    public override Operation CreateOperation(string variant, Arguments arguments)
    {
        var chain = new FooBarChain();
        return variant switch
        {
            "sync" => Operation.From(chain.Foo),
            "forward-task" => Operation.FromTask(chain.FooForwardsTask),
            "await-task" => Operation.FromTask(chain.FooAwaitsTask),
            "forward-value-task" => Operation.FromValueTask(chain.FooForwardsValueTask),
            "await-value-task" => Operation.FromValueTask(chain.FooAwaitsValueTask),
            _ => throw new ArgumentException($"no variant '{variant}'", nameof(variant)),
        };
    }
}

/// <summary>Foo calls Bar, Bar calls Baz, Baz makes a <see cref="FooBar"/>: the text's opening example, in five styles.</summary>
internal sealed class FooBarChain
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public FooBar Foo() => Bar();

    private FooBar Bar() => Baz();

    private FooBar Baz() => new();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<FooBar> FooForwardsTask() => BarForwardsTask();

    private Task<FooBar> BarForwardsTask() => BazTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<FooBar> FooAwaitsTask() => await BarAwaitsTask();

    private async Task<FooBar> BarAwaitsTask() => await BazTask();

    private Task<FooBar> BazTask() => Task.FromResult(new FooBar());

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<FooBar> FooForwardsValueTask() => BarForwardsValueTask();

    private ValueTask<FooBar> BarForwardsValueTask() => BazValueTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<FooBar> FooAwaitsValueTask() => await BarAwaitsValueTask();

    private async ValueTask<FooBar> BarAwaitsValueTask() => await BazValueTask();

    private ValueTask<FooBar> BazValueTask() => ValueTask.FromResult(new FooBar());
}

/// <summary>The object that each call makes: 24 B, the smallest size of an object.</summary>
internal sealed class FooBar;
