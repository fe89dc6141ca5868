using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Diffs;

/// <summary>Compares one side's counted bytes of two runs: without statistics where they are exact, by ranges where operations suspend.</summary>
public static class BytesDiffer
{
    /// <summary>The difference, or null when a run has no figure.</summary>
    public static BytesDiff? Of(CountedBytes before, CountedBytes after)
    {
        ArgumentNullException.ThrowIfNull(before);
        ArgumentNullException.ThrowIfNull(after);
        if (Count(before) is not { } from || Count(after) is not { } to) return null;
        var difference = to.PerOperation - from.PerOperation;
        // Where slices vary, any figure inside their range might have been the mean.
        var apart = before.Vary || after.Vary
            ? from.Lowest - to.Highest > CountedBytes.Tolerance || to.Lowest - from.Highest > CountedBytes.Tolerance
            : Math.Abs(difference) > CountedBytes.Tolerance;
        var close = Math.Abs(difference) <= CountedBytes.Tolerance;
        return new BytesDiff(apart ? BytesChange.Changed : close ? BytesChange.Same : BytesChange.Undecided, from, to, difference);
    }

    private static ByteCount? Count(CountedBytes counted) =>
        counted is { PerOperation: { } bytes, Lowest: { } lowest, Highest: { } highest } ? new ByteCount(bytes, lowest, highest) : null;
}
