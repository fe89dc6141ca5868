using System.Globalization;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Assurance.Planted;

/// <summary>What one round came to.</summary>
/// <param name="Comparisons">Methods that were compared.</param>
/// <param name="Slower">Whether the method that was made slower loses.</param>
/// <param name="Heavier">Whether the bytes that were added to the other are counted.</param>
/// <param name="Undecided">Comparisons that are inconclusive.</param>
/// <param name="False">What was said of methods to which nothing was done, a line each.</param>
/// <param name="Took">How long the command took, builds included.</param>
internal sealed record PlantedRound(int Comparisons, bool Slower, bool Heavier, int Undecided, IReadOnlyList<string> False, TimeSpan Took)
{
    // Closer than this are bytes that are the same: the runtime allocates a little by itself.
    private const double Tolerance = 0.05;

    /// <summary>Judges a run.</summary>
    /// <param name="results">What the program says of it.</param>
    /// <param name="took">How long it took.</param>
    /// <param name="planted">Whether its sides are the two commits; otherwise they are the same.</param>
    public static PlantedRound Of(RunResults results, TimeSpan took, bool planted)
    {
        var (slower, heavier) = (planted ? PlantedRepository.Slower : null, planted ? PlantedRepository.Heavier : null);
        return new PlantedRound(
            results.Comparisons.Count,
            results.Comparisons.Any(one => IsOf(one, slower) && one.Verdict == Verdict.Loses),
            results.Comparisons.Any(one => IsOf(one, heavier) && Differs(one.BytesDifference - PlantedRepository.Bytes) == false),
            results.Comparisons.Count(one => one.Verdict is Verdict.Inconclusive or null),
            [
                .. results.Comparisons.Where(one => !IsOf(one, slower) && one.Verdict is Verdict.Wins or Verdict.Loses).Select(one => $"{one.Id}: {Ratio(one)}"),
                .. results.Comparisons.Where(one => !IsOf(one, heavier) && Differs(one.BytesDifference) != false).Select(one => $"{one.Id}: {one.BytesDifference?.ToString("+0.0;-0.0", CultureInfo.InvariantCulture) ?? "no"} bytes"),
            ],
            took);
    }

    /// <summary>One line.</summary>
    public string Text(bool planted) => string.Create(
        CultureInfo.InvariantCulture,
        $"{Took.TotalMinutes:0.0} min, {Comparisons} comparisons, {Undecided} inconclusive{(planted ? $", slower {Found(Slower)}, heavier {Found(Heavier)}" : "")}, {False.Count} false");

    private static string Found(bool isFound) => isFound ? "found" : "missed";

    // The id is compare/METHOD-CANDIDATE-vs-BASELINE/…
    private static bool IsOf(ComparisonResult one, string? method) => method is not null && one.Id.Split('/')[1].StartsWith($"{method}-", StringComparison.Ordinal);

    private static bool? Differs(double? bytes) => bytes is { } difference ? Math.Abs(difference) > Tolerance : null;

    private static string Ratio(ComparisonResult one) =>
        string.Create(CultureInfo.InvariantCulture, $"{(one.Verdict == Verdict.Wins ? "wins" : "loses")} {one.Ratio?.Estimate:0.000} [{one.Ratio?.Low:0.000}, {one.Ratio?.High:0.000}] after {one.Ratio?.Pairs} pairs");
}
