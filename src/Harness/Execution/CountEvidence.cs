using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Harness.Execution;

/// <summary>
/// Decides from an arm's count slices whether to count again. Bytes of operations that do not suspend are the same each time, unless the runtime allocated
/// something of its own meanwhile, as it does on a busy machine: 12 KB were seen once. What the operations themselves allocate now and then goes on to differ,
/// and is then judged as slices that disagree.
/// </summary>
/// <param name="wanted">Slices that are kept, the newest; at least one.</param>
internal sealed class CountEvidence(int wanted)
{
    /// <summary>Slices that may be taken beyond those wanted.</summary>
    public const int MostAgain = 3;

    private readonly List<CountSlice> slices = [];
    private int taken;

    /// <summary>The newest slices.</summary>
    public IReadOnlyList<CountSlice> Newest => slices;

    /// <summary>Whether no further slice is needed, or none would help.</summary>
    public bool IsEnough => taken >= wanted && (taken == wanted + MostAgain || Agree || slices.Exists(slice => slice.Suspensions > 0));

    public void Add(CountSlice slice)
    {
        taken++;
        slices.Add(slice);
        if (slices.Count > wanted) slices.RemoveAt(0);
    }

    private bool Agree => slices.Max(slice => slice.BytesPerOperation) - slices.Min(slice => slice.BytesPerOperation) <= ArmResult.StrayBytesPerOperation;
}
