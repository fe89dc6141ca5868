using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Analysis.Gates;

/// <summary>Changes that cannot be counted from a reference run of another machine or of other sides, and what to do instead.</summary>
public static class OtherMachine
{
    private const string Instead = "measure both versions in one run, with compare --baseline commit=… --candidate commit=HEAD";

    /// <summary>What to say of a plan before it is measured, since its gates will be undecided; null where none will be for this reason.</summary>
    /// <param name="plan">What will be measured.</param>
    /// <param name="against">The reference run.</param>
    /// <param name="machine">Fingerprint of the machine that will measure.</param>
    public static string? Warning(Plan plan, RunAnalysis against, string machine)
    {
        var before = new ReferenceComparisons(against, machine);
        string[] metrics =
        [
            .. (from comparison in plan.Comparisons
                from gate in comparison.Gates
                where gate.MaxChange is not null && before.OtherMachineOf(comparison, gate) is not null
                select $"\"{gate.Metric}\"").Distinct(StringComparer.Ordinal),
        ];
        return metrics.Length == 0 ? null : $"that run comes from another machine, so gates with \"maxChange\" on {string.Join(", ", metrics)} will be undecided: {Instead}";
    }

    /// <summary>What to say of comparisons whose gates cannot count from the reference run, since it has not measured the same: one line for each reason.</summary>
    /// <param name="plan">What will be measured.</param>
    /// <param name="against">The reference run.</param>
    /// <param name="machine">Fingerprint of the machine that will measure.</param>
    public static IEnumerable<string> NotTheSame(Plan plan, RunAnalysis against, string machine)
    {
        var before = new ReferenceComparisons(against, machine);
        return
            from comparison in plan.Comparisons
            from reason in comparison.Gates.Where(gate => gate.MaxChange is not null).Select(gate => before.NotTheSame(comparison, gate)).OfType<string>().Distinct(StringComparer.Ordinal)
            group comparison.Id by reason into same
            select $"{same.First()}{(same.Skip(1).Any() ? FormattableString.Invariant($" and {same.Count() - 1} more") : "")}: gates with \"maxChange\" will be undecided: {same.Key}";
    }

    /// <summary>Why a gate is undecided.</summary>
    /// <param name="then">The machine of the reference run.</param>
    /// <param name="now">The machine that measured.</param>
    /// <param name="because">What <see cref="DependsOn"/> says.</param>
    internal static string Reason(string then, string now, string because) =>
        $"the reference run comes from another machine ({then}, and this is {now}), and {because}: {Instead}";

    /// <summary>Why a figure of one machine cannot be compared with one of another; null for bytes per operation, which are the same on both.</summary>
    internal static string? DependsOn(GateSettings gate)
    {
        var judged = Metric.Named(gate.Metric)?.Judged;
        if (judged is { IsOfMemory: true } || MemoryGate.FigureOf(gate.Metric) is not null) return "memory depends on cores and memory of the machine";
        return judged is null ? null : "a ratio depends on the processor";
    }
}
