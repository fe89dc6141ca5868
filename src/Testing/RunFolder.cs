using System.Globalization;
using System.Security.Cryptography;
using System.Text.Json;
using AsyncLoad.Model;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Testing;

/// <summary>The run folder of a measurement, and its results.</summary>
internal static class RunFolder
{
    private const int LongestName = 40;

    /// <summary>A new path: names sort by time and are unique.</summary>
    public static string New(string runs, string workload)
    {
        var stamp = TimeProvider.System.GetUtcNow().ToString("yyyyMMdd'T'HHmmss'Z'", CultureInfo.InvariantCulture);
        var name = string.Concat(workload.Select(letter => char.IsAsciiLetterOrDigit(letter) ? letter : '-').Take(LongestName));
        return Path.GetFullPath(Path.Combine(runs, $"{stamp}-{name}-{RandomNumberGenerator.GetHexString(4, lowercase: true)}"));
    }

    /// <summary>The end of a sentence that names the folder; empty when it does not exist.</summary>
    public static string Named(string folder) => Directory.Exists(folder) ? $"; run folder {folder}" : "";

    // A class of benchmarks is measured with every value of its parameters.
    private static string NotOne(IReadOnlyList<ComparisonResult> comparisons) => comparisons is [var first, ..]
        ? string.Create(
            CultureInfo.InvariantCulture,
            $"{comparisons.Count} comparisons were measured, one for each set of parameter values: name one value of each in Parameters, such as {string.Join(", ", first.Parameters.Select(parameter => $"{parameter.Key}={parameter.Value}"))}")
        : "results.json has no comparison";

    /// <summary>The results of the only comparison of a run.</summary>
    /// <exception cref="MeasurementException">There is none.</exception>
    public static ComparisonResult Read(string folder)
    {
        try
        {
            var results = ModelJson.Read(File.ReadAllBytes(Path.Combine(folder, "results.json")), ModelJson.Line.RunResults);
            return results.Comparisons is [var only] ? only : throw new MeasurementException($"{NotOne(results.Comparisons)}{Named(folder)}");
        }
        catch (Exception exception) when (exception is JsonException or IOException or UnauthorizedAccessException)
        {
            throw new MeasurementException($"results.json cannot be read: {exception.Message}{Named(folder)}");
        }
    }
}
