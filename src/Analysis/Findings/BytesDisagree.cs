namespace AsyncLoad.Analysis.Findings;

/// <summary>Count slices of one arm differ although no operation suspended, so that no bytes an operation can be stated.</summary>
internal static class BytesDisagree
{
    public const string Id = "bytes-disagree";

    public static IEnumerable<Finding> Find(JudgedComparison comparison) =>
        comparison.EachArm.Where(arm => arm.Bytes.Disagree).Select(arm => new Finding(
            Id,
            FindingSeverity.Warning,
            FormattableString.Invariant($"{arm.Cell.Variant}: count slices range from {arm.Bytes.Lowest:0.###} to {arm.Bytes.Highest:0.###} B/op, so none is given."),
            "Something else in the process allocates, or an operation has a rare path: look at the trace's types."));
}
