namespace AsyncLoad.Analysis.Warnings;

/// <summary>The host of the virtual machine gave processor time to others while pairs were measured.</summary>
internal static class Stolen
{
    public const string Id = "stolen";

    /// <summary>Share of all cores' time that may be stolen in a pair: 2 %, the half-width asked of an interval. It would move by that if only one side were hit.</summary>
    public const double ShareAllowed = 0.02;

    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        var pairs = comparison.Evidence.Progress.Completed;
        List<double> stolen = [.. pairs.Select(pair => pair.Environment?.StolenShare).OfType<double>().Where(share => share > ShareAllowed)];
        if (stolen.Count == 0) yield break;
        yield return new Warning(
            Id,
            WarningSeverity.Warning,
            FormattableString.Invariant(
                $"The host of this virtual machine took more than {100 * ShareAllowed:0} % of its cores' time in {stolen.Count} of {pairs.Count} pairs, up to {100 * stolen.Max():0.0} %: other machines run on the same cores."),
            "Use a machine with dedicated cores and without burst credits, or measure more pairs at another time.");
    }
}
