using System.Globalization;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Testing;

/// <summary>A candidate compared with a baseline. Expectations are about the candidate.</summary>
public sealed class MeasuredPair
{
    private readonly (string Baseline, string Candidate) names;
    private readonly ComparisonResult result;

    internal MeasuredPair((string Baseline, string Candidate) names, ComparisonResult result, string folder) =>
        (this.names, this.result, RunFolder) = (names, result, folder);

    /// <summary>Time per operation of the candidate ÷ that of the baseline: below 1 the candidate is faster. Null when it could not be measured.</summary>
    public double? Ratio => result.Ratio?.Estimate;

    /// <summary>Lower end of the interval of the ratio; null when <see cref="Ratio"/> is.</summary>
    public double? RatioLow => result.Ratio?.Low;

    /// <summary>Upper end of the interval of the ratio; null when <see cref="Ratio"/> is.</summary>
    public double? RatioHigh => result.Ratio?.High;

    /// <summary>Bytes per operation of the baseline; null when they were not counted.</summary>
    public double? BaselineBytes => result.Metrics.Baseline?.BytesPerOperation;

    /// <summary>Bytes per operation of the candidate; null when they were not counted.</summary>
    public double? CandidateBytes => result.Metrics.Candidate?.BytesPerOperation;

    /// <summary>Share of the candidate's suspensions that found a pooled box, 0 to 1; null where the candidate uses no pool, or the share is not known.</summary>
    public double? PoolHitRate => result.Metrics.Candidate?.PoolHitRate;

    /// <summary>Ids of the report's warnings; empty for none.</summary>
    public IReadOnlyList<string> Warnings => result.Warnings;

    /// <summary>The folder with the evidence and the report.</summary>
    public string RunFolder { get; }

    /// <summary>Expects the candidate to take no longer than the baseline, or longer by no more than a share of it: 0.05 allows 5 %. The whole interval must lie below.</summary>
    /// <returns>Itself.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The share is negative.</exception>
    /// <exception cref="ExpectationException">It is slower, or the pairs leave it undecided.</exception>
    /// <exception cref="MeasurementException">There is no ratio.</exception>
    public MeasuredPair NotSlowerByMoreThan(double share)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(share);
        if (result.Ratio is not { } ratio)
            throw new MeasurementException($"{names.Candidate} could not be compared with {names.Baseline}: {MissingRatio()}; run folder {RunFolder}");
        var most = 1 + share;
        if (ratio.High <= most) return this;
        var found = string.Create(
            CultureInfo.InvariantCulture, $"{names.Candidate} takes {ratio.Estimate:0.00#} times as long as {names.Baseline} [{ratio.Low:0.00#}, {ratio.High:0.00#}]");
        var ending = ratio.Low > most
            ? string.Create(CultureInfo.InvariantCulture, $", but at most {most:0.#####} is allowed")
            : string.Create(CultureInfo.InvariantCulture, $": {ratio.Pairs} pairs do not decide whether that is more than {most:0.#####}; measure more pairs");
        throw new ExpectationException($"{found}{ending}; run folder {RunFolder}");
    }

    /// <summary>Expects the candidate to allocate at most this many bytes per operation.</summary>
    /// <returns>Itself.</returns>
    /// <exception cref="ExpectationException">It allocates more.</exception>
    /// <exception cref="MeasurementException">Its bytes were not counted.</exception>
    public MeasuredPair BytesAtMost(double bytes)
    {
        MeasuredFigures.ExpectBytes(names.Candidate, MeasuredFigures.BytesOf(names.Candidate, result.Metrics.Candidate, RunFolder), bytes, RunFolder);
        return this;
    }

    /// <summary>Expects at least a share of the candidate's suspensions to find a pooled box: 0.9 asks for 90 %.</summary>
    /// <returns>Itself.</returns>
    /// <exception cref="ExpectationException">Fewer do.</exception>
    /// <exception cref="MeasurementException">The share is not known.</exception>
    public MeasuredPair PoolHitRateAtLeast(double share)
    {
        if (PoolHitRate is not { } found)
            throw new MeasurementException($"the pool hit rate of {names.Candidate} is not known: {MeasuredFigures.Reason(result.Metrics.Candidate, "poolHitRate")}; run folder {RunFolder}");
        if (found >= share) return this;
        throw new ExpectationException($"{names.Candidate} finds a pooled box for {MeasuredFigures.Percent(found)} of its suspensions, but at least {MeasuredFigures.Percent(share)} is required; run folder {RunFolder}");
    }

    private string MissingRatio() => result.Missing.GetValueOrDefault("ratio", "asyncload gave no reason");
}

/// <summary>Figures as messages show them, and the expectation of bytes.</summary>
internal static class MeasuredFigures
{
    /// <summary>At most two decimals: <c>72</c>, <c>72.5</c>.</summary>
    public static string Number(double value) => value.ToString("0.##", CultureInfo.InvariantCulture);

    /// <summary>A share of 1 in percent, at most one decimal: <c>62.5 %</c>.</summary>
    public static string Percent(double share) => (100 * share).ToString("0.#", CultureInfo.InvariantCulture) + " %";

    /// <summary>The bytes that were counted.</summary>
    /// <exception cref="MeasurementException">None were.</exception>
    public static double BytesOf(string name, SideResult? side, string folder) =>
        side?.BytesPerOperation ?? throw new MeasurementException($"the bytes of {name} were not counted: {Reason(side, "bytesPerOperation")}; run folder {folder}");

    /// <summary>Why a figure of a side is missing.</summary>
    public static string Reason(SideResult? side, string figure) =>
        side is null ? "no pair could be measured" : side.Missing.GetValueOrDefault(figure, "asyncload gave no reason");

    /// <summary>Fails if there are more bytes, apart from what the runtime itself allocates now and then.</summary>
    /// <exception cref="ExpectationException">There are more.</exception>
    public static void ExpectBytes(string name, double found, double most, string folder)
    {
        if (found <= most + SideResult.StrayBytesPerOperation) return;
        throw new ExpectationException($"{name} allocates {Number(found)} B per operation, but at most {Number(most)} B are allowed; run folder {folder}");
    }
}
