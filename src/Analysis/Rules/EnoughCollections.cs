using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Analysis.Rules;

/// <summary>
/// How many collections a side that allocates must have, since the cost of fewer depends on chance. Slices are added to a pair until it has them, and a
/// side that ends without them gets a warning.
/// </summary>
public static class EnoughCollections
{
    /// <summary>Collections of any generation that the slices of one pair's side must hold.</summary>
    public const int Fewest = 10;

    // Of the time of slices. Where pauses take less, a collection more or less moves a ratio by a fraction of the narrowest margin that is asked for.
    private const double LeastShare = 0.01;

    // In bytes. The counter of a slice moves by a thread's allocation context at a time, whichever part of the process filled it.
    private const long AllocationContext = 8 * 1024;

    /// <summary>Whether the slices of a pair that is under way hold too few. Nothing is counted yet, so the slices' own counter must do.</summary>
    public static bool AreMissing(IReadOnlyList<Slice> slices)
    {
        var bytes = slices.Sum(slice => slice.Gc.AllocatedBytes);
        return Collections(slices) < Fewest
            && bytes > AllocationContext * slices.Count
            && Allocates(bytes, slices.Sum(slice => slice.Operations));
    }

    /// <summary>Whether a pair of a side holds too few, judged or not. The pressurer counts: its collections stop the workload too.</summary>
    public static bool AreMissing(GcLedger ledger, CountedBytes bytes) => ledger.FewestCollections < Fewest
        && (ledger.Pressure?.AllocatedBytes > 0 || (bytes.Highest is { } counted ? counted > CountedBytes.Tolerance : Allocates(ledger.AllocatedBytes, ledger.Operations)));

    /// <summary>
    /// Whether later pairs of a side are given more slices where they hold too few. The first pair shows it: with all the slices it may have, it had enough, or
    /// had fewer that took a share of its time worth counting. Where it had a few short ones, more slices would be spent on what changes no ratio.
    /// </summary>
    /// <param name="first">The slices of the first pair's side.</param>
    public static bool AreWorthWaitingFor(IReadOnlyList<Slice> first) =>
        Collections(first) >= Fewest || first.Sum(slice => slice.Gc.Pause.Value) >= LeastShare * first.Sum(slice => slice.Elapsed.Value);

    private static int Collections(IReadOnlyList<Slice> slices) => slices.Sum(slice => slice.Gc.Collections);

    private static bool Allocates(long bytes, long operations) => bytes > CountedBytes.Tolerance * operations;
}
