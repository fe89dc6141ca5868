using System.Globalization;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Testing;

/// <summary>Figures as sentences say them, and what is expected of bytes.</summary>
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
        side is null ? "no pair of it could be measured" : side.Missing.GetValueOrDefault(figure, "asyncload does not say why");

    /// <summary>Fails unless there are at most so many bytes, what the runtime allocates now and then for itself left out.</summary>
    /// <exception cref="ExpectationException">There are more.</exception>
    public static void ExpectBytes(string name, double found, double most, string folder)
    {
        if (found <= most + SideResult.StrayBytesPerOperation) return;
        throw new ExpectationException($"{name} allocates {Number(found)} B per operation, at most {Number(most)} were allowed; run folder {folder}");
    }
}
