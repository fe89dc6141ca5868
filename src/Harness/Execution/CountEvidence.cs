using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Harness.Execution;

/// <summary>
/// Decides from a side's count slices whether to count again. Bytes of operations that do not suspend are the same each time, unless the runtime allocated
/// something of its own meanwhile, as it does on a busy machine: 12 KB were seen once. What the operations themselves allocate now and then goes on to differ,
/// and is then judged as slices that disagree. Operations that suspend may differ by themselves, so these count again only where slices are further apart than
/// a reader would overlook, and by no more than the runtime may have allocated.
/// </summary>
/// <param name="wanted">Slices that are kept, the newest; at least one.</param>
internal sealed class CountEvidence(int wanted)
{
    /// <summary>Slices that may be taken beyond those wanted.</summary>
    public const int MostAgain = 3;

    // Beside three busy loops on two cores, slices of 400 to 1,000 operations that suspend held 1.1 KB more for each thread that the pool began, and once in a
    // process 11 to 12 KB: up to a third of what the operations allocate.
    private const double MostOfTheRuntime = 32 * 1024;

    // Bytes per operation, and a share of them.
    private const double Overlooked = 0.5;
    private const double OverlookedShare = 0.02;

    private readonly List<CountSlice> slices = [];
    private int taken;

    public IReadOnlyList<CountSlice> Newest => slices;

    /// <summary>Whether no further slice is needed, or none would help.</summary>
    public bool IsEnough => taken >= wanted && (taken == wanted + MostAgain || (Suspend ? !MayHoldOfTheRuntime : Apart <= SideResult.StrayBytesPerOperation));

    public void Add(CountSlice slice)
    {
        taken++;
        slices.Add(slice);
        if (slices.Count > wanted) slices.RemoveAt(0);
    }

    private bool Suspend => slices.Exists(slice => slice.Suspensions > 0);

    private bool MayHoldOfTheRuntime =>
        Apart > Math.Max(Overlooked, OverlookedShare * Most) && Apart * slices.Max(slice => slice.Operations) <= MostOfTheRuntime;

    private double Most => slices.Max(slice => slice.BytesPerOperation);

    private double Apart => Most - slices.Min(slice => slice.BytesPerOperation);
}
