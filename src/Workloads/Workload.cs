namespace AsyncLoad.Workloads;

/// <summary>A workload does one job; its variants do that same job in different async styles and return the same value.</summary>
/// <remarks>Created once per process. <see cref="SetUp"/> runs before any operation and <see cref="TearDown"/> after the last, each once, on one thread.</remarks>
public abstract class Workload
{
    /// <summary>Kebab-case id, stable: profiles, reports and tests use it.</summary>
    public abstract string Id { get; }

    /// <summary>One line of meaning.</summary>
    public abstract string Summary { get; }

    /// <summary>The publication it comes from, or null for our own.</summary>
    public virtual string? Source => null;

    /// <summary>What varies the job; none by default.</summary>
    public virtual IReadOnlyList<Parameter> Parameters => [];

    /// <summary>The ways to do it, in the order of reports: sync, Task, ValueTask, pooled.</summary>
    public abstract IReadOnlyList<Variant> Variants { get; }

    /// <summary>Figures that the source published; none by default.</summary>
    public virtual IReadOnlyList<Published> Published => [];

    /// <summary>What <see cref="Published"/> was measured with: runtime, tool, machine; null by default.</summary>
    public virtual string? PublishedOn => null;

    /// <summary>Where .NET 10 differs from the source, and why; nowhere by default.</summary>
    public virtual IReadOnlyList<Difference> Differences => [];

    /// <summary>Exact bytes per operation on x64 .NET 10; none by default.</summary>
    public virtual IReadOnlyList<Expected> Expected => [];

    /// <summary>Makes what the operations need; nothing by default.</summary>
    public virtual void SetUp(Arguments arguments)
    {
    }

    /// <summary>Releases what <see cref="SetUp"/> made; nothing by default.</summary>
    public virtual void TearDown()
    {
    }

    /// <summary>Makes one worker's operation for a variant; called once per worker, after <see cref="SetUp"/>.</summary>
    /// <param name="variant">One of <see cref="Variants"/>' ids.</param>
    /// <param name="arguments">A value for every parameter.</param>
    public abstract Operation CreateOperation(string variant, Arguments arguments);
}

/// <summary>A named choice between values.</summary>
/// <param name="Name">Kebab-case name.</param>
/// <param name="Summary">One line of meaning.</param>
/// <param name="Default">The value used when a profile names none; one of <paramref name="Values"/>.</param>
/// <param name="Values">The values it may take.</param>
public sealed record Parameter(string Name, string Summary, string Default, params IReadOnlyList<string> Values)
{
    /// <summary>Numbers that it also takes, in addition to <see cref="Values"/>, both ends included; null, the default, for none.</summary>
    public (double Min, double Max)? Range { get; init; }

    /// <summary>Numbers of <see cref="Range"/> must be multiples of this, above 0; null, the default, for any number.</summary>
    public double? Step { get; init; }
}

/// <summary>One async style of doing the job.</summary>
/// <param name="Id">Kebab-case id, unique in the workload.</param>
/// <param name="Summary">One line of meaning.</param>
/// <param name="ReturnType">C# name of the return type of the measured method.</param>
/// <param name="Builder">The async method builder that it uses.</param>
/// <param name="Suspends">Where it may suspend, or null when it always completes synchronously.</param>
public sealed record Variant(string Id, string Summary, string ReturnType, Builder Builder = Builder.None, string? Suspends = null)
{
    /// <summary>
    /// Boxes that a suspended operation rents from pools of <c>PoolingAsyncValueTaskMethodBuilder</c>, its own and those of methods it calls:
    /// the divisor of the pool hit rate. Default 0; set it for a variant that suspends in a pooled method. Null where it depends on parameters or timing.
    /// </summary>
    public int? PooledBoxes { get; init; } = 0;

    /// <summary>Operations that one call does, 1 or more; figures are divided by it. Default 1.</summary>
    public int OperationsPerCall { get; init; } = 1;

    /// <summary>Whether other variants are compared with it if no baseline is named; true for at most one. Default false.</summary>
    public bool IsBaseline { get; init; }
}

/// <summary>Which builder an async method is compiled with.</summary>
public enum Builder
{
    /// <summary>The measured methods are not async.</summary>
    None,

    /// <summary>The return type's own builder.</summary>
    Default,

    /// <summary><c>PoolingAsyncValueTaskMethodBuilder</c>.</summary>
    Pooling,
}

/// <summary>A figure as its source printed it.</summary>
/// <param name="Variant">The variant it is about.</param>
/// <param name="Arguments">The parameter values it is about.</param>
/// <param name="NanosecondsPerOperation">Time per operation in ns, or null.</param>
/// <param name="BytesPerOperation">Bytes per operation, or null.</param>
/// <param name="Table">Which of the source's tables it is from, in words; null when there is only one.</param>
/// <param name="Quoted">The figure as printed, where its unit is not time; null otherwise.</param>
public sealed record Published(
    string Variant,
    Arguments Arguments,
    double? NanosecondsPerOperation,
    double? BytesPerOperation,
    string? Table = null,
    string? Quoted = null);

/// <summary>A point where .NET 10 differs from what a source says.</summary>
/// <param name="Point">What differs, with both figures.</param>
/// <param name="Reason">Why.</param>
public sealed record Difference(string Point, string Reason);

/// <summary>What x64 .NET 10 must allocate.</summary>
/// <param name="Variant">The variant it is about.</param>
/// <param name="Arguments">The parameter values it is about.</param>
/// <param name="Bytes">Bytes per operation, whole.</param>
/// <param name="Objects">The objects that make them up, in words.</param>
/// <param name="AtLeast">The fewest, where allocation depends on timing; null, the default, for <paramref name="Bytes"/>.</param>
/// <param name="AtMost">The most, where allocation depends on timing; null, the default, for <paramref name="Bytes"/>.</param>
public sealed record Expected(string Variant, Arguments Arguments, int Bytes, string Objects, int? AtLeast = null, int? AtMost = null);

/// <summary>A workload whose operations own disposable parts, which are disposed at tear-down.</summary>
internal abstract class OwningWorkload : Workload
{
    private readonly List<IDisposable> owned = [];

    public sealed override void TearDown()
    {
        foreach (var part in owned) part.Dispose();
        owned.Clear();
    }

    /// <summary>Disposes a part at tear-down.</summary>
    protected T Own<T>(T part)
        where T : IDisposable
    {
        owned.Add(part);
        return part;
    }
}
