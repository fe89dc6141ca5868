using System.Text.Json;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Reporting.Results;

/// <summary>Warnings as <c>results.json</c> states them.</summary>
internal static class WarningResults
{
    /// <summary>The warnings of the run, then those of each comparison.</summary>
    public static IReadOnlyList<WarningResult> Of(RunAnalysis run) =>
    [
        .. run.Manifest.Warnings.Select(message => new WarningResult(Word(WarningSeverity.Warning), message)),
        .. run.Comparisons.SelectMany(comparison => comparison.Warnings.Select(warning => new WarningResult(Word(warning.Severity), warning.Message)
        {
            Id = warning.Id,
            Comparison = comparison.Comparison.Id,
            Remedy = warning.Remedy,
        })),
    ];

    private static string Word(WarningSeverity severity) => JsonNamingPolicy.CamelCase.ConvertName(severity.ToString());
}
