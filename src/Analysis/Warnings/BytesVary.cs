namespace AsyncLoad.Analysis.Warnings;

/// <summary>Operations suspend, and how many bytes that takes is not the same in every count slice.</summary>
internal static class BytesVary
{
    public const string Id = "bytes-vary";

    public static IEnumerable<Warning> Find(JudgedComparison comparison) =>
        comparison.Sides.Each().Where(side => side.Bytes.Vary).Select(side => new Warning(
            Id,
            WarningSeverity.Note,
            FormattableString.Invariant($"{side.Cell.Label}: {side.Bytes.Lowest:0.###} to {side.Bytes.Highest:0.###} B/op in its count slices, {side.Bytes.PerOperation:0.###} on average: operations suspend, so bytes depend on timing."),
            "Use the range, not the mean. Pools serve part of the calls (see the pool hit rate), or an inner method sometimes completes before it is awaited."));
}
