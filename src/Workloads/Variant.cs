namespace AsyncLoad.Workloads;

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
