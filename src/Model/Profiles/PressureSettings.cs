using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Profiles;

/// <summary>
/// What else the heap holds and does while a workload is measured, in the words of GCPerfSim plus a pace.
/// </summary>
/// <param name="Name">Name in ids and reports; the preset's unless the profile gives one.</param>
/// <param name="LiveSet">Size of a graph of small linked objects that stays alive in gen2; 0 for none.</param>
/// <param name="OldToYoungWritesPerMs">Fresh objects stored into the live set a millisecond of open gate; 0 for none.</param>
/// <param name="Gen0Size">Gen0 budget that the pressure asks for where the GC settings name none; null leaves it alone.</param>
public sealed record PressureSettings(string Name, ByteSize LiveSet, int OldToYoungWritesPerMs, ByteSize? Gen0Size)
{
    /// <summary>No pressure: the workload has the heap to itself.</summary>
    public static PressureSettings Calm { get; } = new("calm", default, 0, null);

    /// <summary>
    /// A 50 MB live set with 50 old-to-young writes a millisecond and a 4 MB gen0, so that a slice budget holds enough collections to judge.
    /// </summary>
    public static PressureSettings OldHeap { get; } = new("old-heap", ByteSize.FromMegabytes(50), 50, ByteSize.FromMegabytes(4));

    /// <summary>The named presets that profiles may build on.</summary>
    public static IReadOnlyList<PressureSettings> Presets { get; } = [Calm, OldHeap];
}
