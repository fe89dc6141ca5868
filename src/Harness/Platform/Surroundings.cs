using System.Globalization;

namespace AsyncLoad.Harness.Platform;

/// <summary>What a machine grants a run that begins, and what else it does.</summary>
/// <param name="BusyCores">Cores that all processes of the machine used over a quarter of a second; null where the system does not tell.</param>
/// <param name="Cores">Logical cores of the machine, whatever this process may use of them.</param>
/// <param name="CpuLimit">Cores that the control group allows, or null for no limit.</param>
/// <param name="OtherRun">Whether another process of this program is at work.</param>
internal sealed record Surroundings(double? BusyCores, int Cores, double? CpuLimit, bool OtherRun)
{
    private const string Statistics = "/proc/stat";

    // Not the load average: after a build, which is how a run begins in a clone, it tells of the build for minutes.
    private const double MostBusyPerCore = 0.2;
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(250);

    /// <summary>Reads them, which takes a quarter of a second.</summary>
    /// <param name="cpuLimit">Cores that the control group allows, or null for no limit.</param>
    /// <param name="cancellation">Ends the reading.</param>
    public static async Task<Surroundings> ReadAsync(double? cpuLimit, CancellationToken cancellation)
    {
        var before = ReadStatistics();
        await Task.Delay(Look, cancellation);
        var after = ReadStatistics();
        var cores = CountCores(after) ?? Environment.ProcessorCount;
        return new Surroundings(BusyShare(before, after) * cores, cores, cpuLimit, PrivateDirectories.AnyOfOthers(Path.GetTempPath()));
    }

    /// <summary>What of it disturbs measuring, in words; empty when nothing does.</summary>
    public IReadOnlyList<string> Warnings() =>
    [
        .. Warn(OtherRun, $"Another asyncload was at work on this machine when the run began: each disturbs the other."),
        .. Warn(BusyCores > MostBusyPerCore * Cores, $"Other processes used {BusyCores:0.0} of {Cores} cores when the run began: they compete for them."),
        .. Warn(CpuLimit < Cores, $"The control group grants {CpuLimit:0.##} of {Cores} cores: what uses more is throttled."),
    ];

    /// <summary>Share of all cores' time that was not idle between two readings of /proc/stat; null when they do not tell.</summary>
    internal static double? BusyShare(IReadOnlyList<string> before, IReadOnlyList<string> after)
    {
        if (Times(before) is not { } start || Times(after) is not { } end || end.All <= start.All) return null;
        return 1 - ((end.Idle - start.Idle) / (double)(end.All - start.All));
    }

    // "cpu  user nice system idle iowait irq softirq steal …", in ticks; waiting for a disk is idle.
    private static (long Idle, long All)? Times(IReadOnlyList<string> lines)
    {
        var sum = lines.FirstOrDefault(line => line.StartsWith("cpu ", StringComparison.Ordinal))?.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        if (sum is null || sum.Length < 9) return null;
        var ticks = new long[8];
        for (var field = 0; field < ticks.Length; field++)
        {
            if (!long.TryParse(sum[field + 1], NumberStyles.None, CultureInfo.InvariantCulture, out ticks[field])) return null;
        }

        return (ticks[3] + ticks[4], ticks.Sum());
    }

    private static string[] ReadStatistics() => File.Exists(Statistics) ? File.ReadAllLines(Statistics) : [];

    // One line a core, "cpu0 …", after the sum of all, "cpu  …".
    internal static int? CountCores(IEnumerable<string> lines) =>
        lines.Count(line => line.StartsWith("cpu", StringComparison.Ordinal) && line.Length > 3 && char.IsAsciiDigit(line[3])) is > 0 and var cores ? cores : null;

    private static IEnumerable<string> Warn(bool odd, FormattableString warning) => odd ? [warning.ToString(CultureInfo.InvariantCulture)] : [];
}
