using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Harness.Execution;

/// <summary>
/// Decides from a side's count slices whether to count again. Operations that do not suspend allocate the same bytes each time, unless the runtime allocates
/// meanwhile. On a busy machine 12 KB were seen once. If the operations themselves allocate now and then, slices go on to differ
/// and are judged as they are. Operations that suspend may differ by themselves. They are counted again only when slices differ by more than
/// a reader would ignore, and by no more than the runtime may have allocated. A process that allocates what the one before it did, or differs from it by what
/// a reader would ignore where operations suspend, needs a single slice.
/// </summary>
/// <param name="wanted">Slices that are kept, the newest; at least one.</param>
/// <param name="expected">Bytes per operation that an earlier process of the same side settled; null without one.</param>
/// <param name="again">Slices that may be taken beyond those wanted.</param>
internal sealed class CountEvidence(int wanted, double? expected = null, int again = CountEvidence.MostAgain)
{
    /// <summary>Slices that may be taken beyond those wanted, where they are short.</summary>
    public const int MostAgain = 3;

    // Seen beside three busy loops on two cores, in slices of 400 to 1,000 operations that suspend: 1.1 KB more for each new pool thread. Once per
    // process it was 11 to 12 KB, up to a third of what the operations allocate.
    private const double MostOfTheRuntime = 32 * 1024;

    // Bytes per operation, and a share of them.
    private const double Overlooked = 0.5;
    private const double OverlookedShare = 0.02;

    // In bytes per operation. A tenth of what full slices may be apart, so that those of all processes stay as close as full ones are.
    private const double MostOfFew = SideResult.StrayBytesPerOperation / 10;

    private readonly List<CountSlice> slices = [];
    private int taken;

    public IReadOnlyList<CountSlice> Newest => slices;

    /// <summary>Whether no further slice is needed, or none would help.</summary>
    public bool IsEnough => IsAsExpected || (taken >= wanted && (taken == wanted + again || Apart <= Allowed || IsOfOperations));

    /// <summary>What slices of a process settle for the next one, in bytes per operation; null where they differ by more than one slice may differ from it.</summary>
    public static double? Settled(IReadOnlyList<CountSlice> slices)
    {
        var counted = new CountEvidence(slices.Count + 1);
        foreach (var slice in slices) counted.Add(slice);
        return slices.Count > 0 && counted.Apart <= counted.Allowed ? slices[^1].BytesPerOperation : null;
    }

    /// <summary>Whether a slice of few operations shows the bytes that an earlier process settled. Where operations suspend, few of them differ too much by themselves.</summary>
    /// <param name="expected">Bytes per operation.</param>
    public static bool Confirms(CountSlice slice, double expected) =>
        slice.Suspensions == 0 && Math.Abs(slice.BytesPerOperation - expected) <= MostOfFew;

    public void Add(CountSlice slice)
    {
        taken++;
        slices.Add(slice);
        if (slices.Count > wanted) slices.RemoveAt(0);
    }

    private bool IsAsExpected => taken == 1 && expected is { } bytes && Math.Abs(Most - bytes) <= Allowed;

    private bool Suspend => slices.Exists(slice => slice.Suspensions > 0);

    // More than the runtime may have allocated between slices of operations that suspend.
    private bool IsOfOperations => Suspend && Apart * slices.Max(slice => slice.Operations) > MostOfTheRuntime;

    // How far slices may be apart, in bytes per operation.
    private double Allowed => Suspend ? Math.Max(Overlooked, OverlookedShare * Most) : SideResult.StrayBytesPerOperation;

    private double Most => slices.Max(slice => slice.BytesPerOperation);

    private double Apart => Most - slices.Min(slice => slice.BytesPerOperation);
}
