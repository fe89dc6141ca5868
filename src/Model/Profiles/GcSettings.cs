using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Profiles;

/// <summary>GC and JIT settings of a measured process; null leaves the platform's default in place.</summary>
/// <param name="Name">Name in ids and reports.</param>
/// <param name="Server">Server GC.</param>
/// <param name="Concurrent">Background gen2 collections.</param>
/// <param name="Gen0Size">Smallest gen0 budget.</param>
/// <param name="Gen0MaxBudget">Largest gen0 budget.</param>
/// <param name="HeapHardLimit">Hard limit of the managed heap.</param>
/// <param name="ConserveMemory">0 to 9: how hard the GC works to keep the heap small.</param>
/// <param name="Datas">Dynamic adaptation of server GC to what the application keeps alive.</param>
/// <param name="HeapCount">Number of server GC heaps, 1 or more; turns <paramref name="Datas"/> off.</param>
/// <param name="RetainVm">Keep freed segments instead of returning them.</param>
/// <param name="TieredPgo">Profile-guided tier-up.</param>
/// <param name="TieredCompilation">Tiered compilation.</param>
/// <param name="ReadyToRun">Precompiled framework code.</param>
public sealed record GcSettings(
    string Name,
    bool? Server = null,
    bool? Concurrent = null,
    ByteSize? Gen0Size = null,
    ByteSize? Gen0MaxBudget = null,
    ByteSize? HeapHardLimit = null,
    int? ConserveMemory = null,
    bool? Datas = null,
    int? HeapCount = null,
    bool? RetainVm = null,
    bool? TieredPgo = null,
    bool? TieredCompilation = null,
    bool? ReadyToRun = null)
{
    /// <summary>The platform's own settings.</summary>
    public static GcSettings Default { get; } = new("default");
}
