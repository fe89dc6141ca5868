using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Profiles;

/// <summary>What else the heap holds and does while a workload is measured, in the words of GCPerfSim plus a pace.</summary>
/// <param name="Name">Name in ids and reports; the preset's unless the profile gives one.</param>
/// <param name="LiveSet">Size of a graph of small linked objects that stays alive in gen2; 0 for none.</param>
/// <param name="OldToYoungWritesPerMs">Fresh objects stored into the live set per millisecond in which the slice barrier is open; 0 for none.</param>
/// <param name="Gen0Size">Gen0 budget that the pressure asks for where the GC settings name none; null leaves it alone.</param>
/// <param name="AllocatePerSecond">Bytes allocated in the background per second in which the slice barrier is open, object headers included; 0 for none.</param>
/// <param name="SurvivePercent">Share of these bytes, small and large alike, in objects that live until a collection has found them; 0 to 100.</param>
/// <param name="LohPerMille">Share of these bytes, in thousandths, in objects of 100 to 200 KB on the large object heap; 0 to 1,000.</param>
/// <param name="PinnedPercent">Share of the small objects that survive and are pinned meanwhile; 0 to <paramref name="SurvivePercent"/>.</param>
/// <param name="FinalizablePercent">Share of the small objects that have a finalizer; 0 to 100.</param>
public sealed record PressureSettings(
    string Name,
    ByteSize LiveSet,
    int OldToYoungWritesPerMs,
    ByteSize? Gen0Size,
    ByteSize AllocatePerSecond = default,
    int SurvivePercent = 0,
    int LohPerMille = 0,
    int PinnedPercent = 0,
    int FinalizablePercent = 0)
{
    /// <summary>Largest of the small objects allocated in the background, in bytes.</summary>
    public const int LargestSmallObject = 4_000;

    /// <summary>Largest of the large ones, in bytes.</summary>
    public const int LargestObject = 204_800;

    // Presets ask for a gen0 of 4 MB and for allocation that fills it 25 times per second or more. A pair's 0.6 s of slices then hold ten
    // collections even where the workload allocates nothing. What the rates cost is in docs/evidence/adr/0005.
    private static readonly ByteSize SmallGen0 = ByteSize.FromMegabytes(4);
    private static readonly ByteSize Rate = ByteSize.FromMegabytes(200);

    /// <summary>No pressure: the workload has the heap to itself.</summary>
    public static PressureSettings Calm { get; } = new("calm", default, 0, null);

    /// <summary>A 50 MB live set with 50 old-to-young writes per millisecond and a 4 MB gen0, so that a slice budget holds enough collections to judge.</summary>
    public static PressureSettings OldHeap { get; } = new("old-heap", ByteSize.FromMegabytes(50), 50, SmallGen0);

    /// <summary>Garbage of other code in the process: 200 MB/s of small objects of which a tenth outlives a collection.</summary>
    public static PressureSettings Churn { get; } = new("churn", default, 0, SmallGen0, Rate, SurvivePercent: 10);

    /// <summary>The same rate, two fifths of it in objects of 100 to 200 KB, which only full collections free.</summary>
    public static PressureSettings LargeObjects { get; } = new("large-objects", default, 0, SmallGen0, Rate, SurvivePercent: 10, LohPerMille: 400);

    /// <summary>The same rate, a fifth of the objects with a finalizer: 20,000 per second outlive a collection because of it.</summary>
    public static PressureSettings Finalizers { get; } = new("finalizers", default, 0, SmallGen0, Rate, FinalizablePercent: 20);

    /// <summary>The same rate, every twentieth object pinned until a collection has found it: 5,000 per second that cannot be moved.</summary>
    public static PressureSettings Pinned { get; } = new("pinned", default, 0, SmallGen0, Rate, SurvivePercent: 10, PinnedPercent: 5);

    /// <summary>The named presets that profiles may build on.</summary>
    public static IReadOnlyList<PressureSettings> Presets { get; } = [Calm, OldHeap, Churn, LargeObjects, Finalizers, Pinned];
}
