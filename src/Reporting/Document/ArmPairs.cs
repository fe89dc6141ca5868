using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Reporting;

/// <summary>Picks a side of what both arms have.</summary>
internal static class ArmPairs
{
    public static readonly IReadOnlyList<Arm> Both = [Arm.Baseline, Arm.Candidate];

    public static T Of<T>(this ArmPair<T> pair, Arm arm) => arm == Arm.Baseline ? pair.Baseline : pair.Candidate;
}
