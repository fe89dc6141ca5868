using System.Text.Json.Serialization;

namespace AsyncLoad.Model.Results;

/// <summary>A warning in words.</summary>
/// <param name="Severity">How much it limits the results, in camelCase: <c>note</c>, <c>warning</c> or <c>invalid</c>.</param>
/// <param name="Message">What was found, in words.</param>
public sealed record WarningResult(string Severity, string Message)
{
    /// <summary>Kebab-case id, stable; null, and then not in JSON, for a warning about the whole run.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Id { get; init; }

    /// <summary>Id of the comparison that it is about; null, and then not in JSON, for the whole run.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Comparison { get; init; }

    /// <summary>What to do about it, in words; null, and then not in JSON, where the message says so.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Remedy { get; init; }
}
