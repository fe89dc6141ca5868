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
    /// what the pool hit rate divides by. 0 by default, which a variant that suspends in a pooled method must not keep; null where it depends on parameters or timing.
    /// </summary>
    public int? PooledBoxes { get; init; } = 0;

    /// <summary>Operations that one call does: figures are divided by it. 1 by default.</summary>
    public int OperationsPerCall { get; init; } = 1;

    /// <summary>Whether others are compared with it where no baseline is named; one variant at most. False by default.</summary>
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
