namespace AsyncLoad.Analysis.Warnings;

/// <summary>Count slices of one side differ although no operation suspended, so that no bytes per operation can be stated.</summary>
internal static class BytesDisagree
{
    public const string Id = "bytes-disagree";

    public static IEnumerable<Warning> Find(JudgedComparison comparison) =>
        comparison.Sides.Each().Where(side => side.Bytes.Disagree).Select(side => new Warning(
            Id,
            WarningSeverity.Warning,
            FormattableString.Invariant($"{side.Cell.Label}: count slices range from {side.Bytes.Lowest:0.###} to {side.Bytes.Highest:0.###} B/op, so no figure is given."),
            "Look at the types in the trace: something else in the process allocates, or an operation has a rare path."));
}
