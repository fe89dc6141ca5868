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
