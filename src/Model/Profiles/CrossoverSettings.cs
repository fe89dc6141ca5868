namespace AsyncLoad.Model.Profiles;

/// <summary>Where along one numeric setting a verdict changes: a few coarse steps first, then more where the answer lies.</summary>
/// <param name="Axis">Path of the setting, as <c>list settings</c> prints it, or <c>parameters.NAME</c> for a parameter of the workload.</param>
/// <param name="From">Lowest step: bytes where the setting is a size, else the number itself.</param>
/// <param name="To">Highest step, above <paramref name="From"/>.</param>
/// <param name="Steps">Coarse steps, both ends included; default 5, range 3 to 9.</param>
/// <param name="MostSteps">Steps in all; default 12, at least <paramref name="Steps"/>, at most 40.</param>
public sealed record CrossoverSettings(
    string Axis,
    double From,
    double To,
    int Steps = CrossoverSettings.DefaultSteps,
    int MostSteps = CrossoverSettings.DefaultMostSteps)
{
    /// <summary>Coarse steps where a profile does not say.</summary>
    public const int DefaultSteps = 5;

    /// <summary>Steps in all where a profile does not say.</summary>
    public const int DefaultMostSteps = 12;

    /// <summary>What parameters of workloads begin with as an axis.</summary>
    public const string ParameterPrefix = "parameters.";

    /// <summary>The parameter that is swept; null when a setting is.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public string? Parameter => Axis.StartsWith(ParameterPrefix, StringComparison.Ordinal) ? Axis[ParameterPrefix.Length..] : null;
}
