namespace AsyncLoad.Analysis.Findings;

/// <summary>Operations suspend, and how many bytes that takes is not the same in every count slice.</summary>
internal static class BytesVary
{
    public const string Id = "bytes-vary";

    public static IEnumerable<Finding> Find(JudgedComparison comparison) =>
        comparison.EachArm.Where(arm => arm.Bytes.Vary).Select(arm => new Finding(
            Id,
            FindingSeverity.Note,
            FormattableString.Invariant($"{arm.Cell.Variant}: {arm.Bytes.Lowest:0.###} to {arm.Bytes.Highest:0.###} B/op in its count slices, {arm.Bytes.PerOperation:0.###} in the mean: operations suspend, so timing decides."),
            "Read the range, not the mean. Pools serve part of the calls (see the pool hit rate), or an inner method now and then finishes before the outer one looks."));
}
