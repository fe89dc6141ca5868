using AsyncLoad.Analysis.Metrics;

namespace AsyncLoad.Analysis.Warnings;

/// <summary>Other processes of the machine were at work while pairs were measured.</summary>
internal static class MachineBusy
{
    public const string Id = "machine-busy";

    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        var pairs = comparison.Evidence.Progress.Completed;
        List<double> busy = [.. pairs.Select(pair => pair.Environment?.OtherCores).OfType<double>().Where(cores => cores > DisturbedPairs.OtherCoresAllowed)];
        if (busy.Count == 0) yield break;
        yield return new Warning(
            Id,
            WarningSeverity.Warning,
            FormattableString.Invariant(
                $"Other processes used more than {DisturbedPairs.OtherCoresAllowed:0.0} core in {busy.Count} of {pairs.Count} pairs, up to {busy.Max():0.0}, which makes pairs differ more."),
            "Stop other processes (\"asyncload doctor\" names them), and do not measure during a build. More pairs also narrow the interval.");
    }
}
