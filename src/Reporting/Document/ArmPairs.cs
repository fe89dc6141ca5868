using AsyncLoad.Model.Plans;

namespace AsyncLoad.Reporting.Document;

/// <summary>The sides of a comparison, in the order they are shown.</summary>
internal static class ArmPairs
{
    public static readonly IReadOnlyList<Arm> Both = [Arm.Baseline, Arm.Candidate];
}
