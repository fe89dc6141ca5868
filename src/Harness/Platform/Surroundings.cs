using System.Globalization;

namespace AsyncLoad.Harness.Platform;

/// <summary>What a machine grants a run that begins, and what else it does.</summary>
/// <param name="Load">Load average over the last minute, all processes of the machine; null where the system does not tell.</param>
/// <param name="Cores">Logical cores of the machine, whatever this process may use of them.</param>
/// <param name="CpuLimit">Cores that the control group allows, or null for no limit.</param>
/// <param name="OtherRun">Whether another process of this program is at work.</param>
internal sealed record Surroundings(double? Load, int Cores, double? CpuLimit, bool OtherRun)
{
    private const string LoadAverage = "/proc/loadavg";
    private const string Statistics = "/proc/stat";
    private const double MostLoadPerCore = 0.5;

    /// <summary>Reads them.</summary>
    /// <param name="cpuLimit">Cores that the control group allows, or null for no limit.</param>
    public static Surroundings Read(double? cpuLimit) => new(
        File.Exists(LoadAverage) ? ParseLoad(File.ReadAllText(LoadAverage)) : null,
        (File.Exists(Statistics) ? CountCores(File.ReadLines(Statistics)) : null) ?? Environment.ProcessorCount,
        cpuLimit,
        PrivateDirectories.AnyOfOthers(Path.GetTempPath()));

    /// <summary>What of it disturbs measuring, in words; empty when nothing does.</summary>
    public IReadOnlyList<string> Warnings() =>
    [
        .. Warn(OtherRun, $"Another asyncload was at work on this machine when the run began: each disturbs the other."),
        .. Warn(Load > MostLoadPerCore * Cores, $"The load average was {Load:0.00} on {Cores} cores when the run began: other processes compete for them."),
        .. Warn(CpuLimit < Cores, $"The control group grants {CpuLimit:0.##} of {Cores} cores: what uses more is throttled."),
    ];

    // "0.85 1.75 2.99 2/412 9023": over 1, 5 and 15 minutes.
    internal static double? ParseLoad(string text) =>
        double.TryParse(text.Split(' ')[0], CultureInfo.InvariantCulture, out var load) ? load : null;

    // One line a core, "cpu0 …", after the sum of all, "cpu  …".
    internal static int? CountCores(IEnumerable<string> lines) =>
        lines.Count(line => line.StartsWith("cpu", StringComparison.Ordinal) && line.Length > 3 && char.IsAsciiDigit(line[3])) is > 0 and var cores ? cores : null;

    private static IEnumerable<string> Warn(bool odd, FormattableString warning) => odd ? [warning.ToString(CultureInfo.InvariantCulture)] : [];
}
