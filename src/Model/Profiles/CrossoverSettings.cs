namespace AsyncLoad.Model.Profiles;

/// <summary>Where along one numeric setting a verdict changes: a few coarse levels first, then more where the answer lies.</summary>
/// <param name="Axis">Path of the setting, as <c>list settings</c> prints it, or <c>parameters.NAME</c> for a parameter of the workload.</param>
/// <param name="From">Lowest level: bytes where the setting is a size, else the number itself.</param>
/// <param name="To">Highest level, above <paramref name="From"/>.</param>
/// <param name="Levels">Coarse levels, both ends included; default 5, range 3 to 9.</param>
/// <param name="MostLevels">Levels in all; default 12, at least <paramref name="Levels"/>, at most 40.</param>
public sealed record CrossoverSettings(
    string Axis,
    double From,
    double To,
    int Levels = CrossoverSettings.DefaultLevels,
    int MostLevels = CrossoverSettings.DefaultMostLevels)
{
    /// <summary>Coarse levels where a profile does not say.</summary>
    public const int DefaultLevels = 5;

    /// <summary>Levels in all where a profile does not say.</summary>
    public const int DefaultMostLevels = 12;

    /// <summary>What parameters of workloads begin with as an axis.</summary>
    public const string ParameterPrefix = "parameters.";

    /// <summary>The parameter that is swept; null when a setting is.</summary>
    [System.Text.Json.Serialization.JsonIgnore]
    public string? Parameter => Axis.StartsWith(ParameterPrefix, StringComparison.Ordinal) ? Axis[ParameterPrefix.Length..] : null;
}
