namespace AsyncLoad.Analysis.Warnings;

/// <summary>The cores' clock was not the same from pair to pair.</summary>
internal static class FrequencyVaried
{
    public const string Id = "frequency-varied";

    /// <summary>
    /// Largest distance of the fastest core's frequency over pairs, as a share of the highest: 10 %. Turbo steps by 1 to 3 % as neighbours wake;
    /// more comes from a governor or from heat. Slower cores say nothing: idle ones slow down at once.
    /// </summary>
    public const double ShareAllowed = 0.1;

    // A note: both sides of a pair meet the same clock, so its ratio stands. Times of different pairs may differ by it.
    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        List<double> fastest = [.. comparison.Evidence.Progress.Completed.Select(pair => pair.Environment?.Clock?.Fastest).OfType<double>()];
        if (fastest.Count == 0 || fastest.Max() - fastest.Min() <= ShareAllowed * fastest.Max()) yield break;
        var slow = fastest.Count(megahertz => megahertz < (1 - ShareAllowed) * fastest.Max());
        yield return new Warning(
            Id,
            WarningSeverity.Note,
            FormattableString.Invariant(
                $"The fastest core ran at {fastest.Min():0} to {fastest.Max():0} MHz: in {slow} of {fastest.Count} pairs more than {100 * ShareAllowed:0} % below the highest. Ratios hold; times per operation mix the speeds."),
            "Set the governor to performance and switch turbo off, plug the machine in, and let it cool.");
    }
}
