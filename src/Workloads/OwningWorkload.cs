namespace AsyncLoad.Workloads;

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
