using System.Globalization;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Testing;

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
