using AsyncLoad.Model.Plans;

namespace AsyncLoad.Reporting.Document;

/// <summary>The sides of a comparison, in the order they are shown.</summary>
internal static class SidePairs
{
    public static readonly IReadOnlyList<Side> Both = [Side.Baseline, Side.Candidate];
}
