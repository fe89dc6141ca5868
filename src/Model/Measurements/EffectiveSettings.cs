using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Measurements;

/// <summary>Settings of a measured process as they were read back.</summary>
/// <param name="ServerGc">Whether server GC is on.</param>
/// <param name="ConcurrentGc">Whether background collection is on.</param>
/// <param name="Processors">Cores that the process may use.</param>
/// <param name="GcConfiguration">What <c>GC.GetConfigurationVariables</c> shows, as text.</param>
/// <param name="ReadBack">Each setting that was asked for, by its member name in a profile, with what was found in force.</param>
public sealed record EffectiveSettings(
    bool ServerGc,
    bool ConcurrentGc,
    int Processors,
    IReadOnlyDictionary<string, string> GcConfiguration,
    IReadOnlyDictionary<string, SettingReading> ReadBack);

/// <summary>One setting as it was found.</summary>
/// <param name="Value">The value in force, as a profile writes it: <c>true</c>, <c>64MB</c>, <c>2</c>.</param>
/// <param name="Source">Where it was read.</param>
public sealed record SettingReading(string Value, SettingSource Source);

/// <summary>Where a setting was read back.</summary>
public enum SettingSource
{
    /// <summary>In the measured process itself, before it measured.</summary>
    Process,

    /// <summary>In the trace of a process that was started with the same settings and did nothing.</summary>
    Trace,
}

/// <summary>One setting that was asked for, compared with what was found.</summary>
/// <param name="Name">Its member name in a profile.</param>
/// <param name="Asked">The value asked for, as a profile writes it.</param>
/// <param name="Found">The value in force, written the same.</param>
/// <param name="Remedy">What to do when the two differ.</param>
public sealed record SettingComparison(string Name, string Asked, string Found, string Remedy)
{
    /// <summary>Whether it took effect.</summary>
    public bool Took => Asked == Found;

    /// <summary>A refusal in words; null when all took effect.</summary>
    public static string? Refusal(IEnumerable<SettingComparison> settings)
    {
        var differences = string.Join("; ", settings.Where(setting => !setting.Took));
        return differences.Length > 0 ? $"settings did not take effect: {differences}" : null;
    }

    /// <inheritdoc />
    public override string ToString() => $"{Name}: asked for {Asked}, found {Found} ({Remedy})";
}

/// <summary>Settings that a process cannot read itself, as found in the events of its trace.</summary>
/// <param name="Gen0Size">Smallest gen0 budget that the runtime was given; null when it was given none.</param>
/// <param name="TieredCompilation">Whether tiered compilation is on.</param>
/// <param name="TieredPgo">Whether tier-up is guided by profiles.</param>
/// <param name="ReadyToRun">Whether precompiled code was used.</param>
public sealed record TracedSettings(ByteSize? Gen0Size, bool TieredCompilation, bool TieredPgo, bool ReadyToRun);
