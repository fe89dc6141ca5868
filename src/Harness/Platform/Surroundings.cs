using System.Globalization;

namespace AsyncLoad.Harness.Platform;

/// <summary>What a machine grants a run that begins, and what else it does.</summary>
/// <param name="BusyCores">Cores that all processes of the machine used over a quarter of a second; null where the system does not tell.</param>
/// <param name="Cores">Logical cores of the machine, whatever this process may use of them.</param>
/// <param name="CpuLimit">Cores that the control group allows, or null for no limit.</param>
internal sealed record Surroundings(double? BusyCores, int Cores, double? CpuLimit, bool OtherRun)
{
    // Not the load average: after a build, which is how a run begins in a clone, it tells of the build for minutes.
    private const double MostBusyPerCore = 0.2;
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(250);

    /// <summary>Reads them, which takes a quarter of a second.</summary>
    public static async Task<Surroundings> ReadAsync(double? cpuLimit, CancellationToken cancellation)
    {
        var before = ReadTimes();
        await Task.Delay(Look, cancellation);
        var after = ReadTimes();
        var cores = after?.Cores ?? Environment.ProcessorCount;
        return new Surroundings(before is null ? null : after?.BusyShareSince(before) * cores, cores, cpuLimit, PrivateDirectories.AnyRunOfOthers());
    }

    /// <summary>That another run has come meanwhile, in words; null when none has, or when that is known.</summary>
    public static string? LaterRun(IEnumerable<string> known)
    {
        const string Warning = "Another asyncload was at work on this machine while this run measured: each disturbs the other.";
        return known.Contains(Warning) || !PrivateDirectories.AnyRunOfOthers() ? null : Warning;
    }

    /// <summary>What of it disturbs measuring, in words; empty when nothing does.</summary>
    public IReadOnlyList<string> Warnings() =>
    [
        .. Warn(OtherRun, $"Another asyncload was at work on this machine when the run began: each disturbs the other."),
        .. Warn(BusyCores > MostBusyPerCore * Cores, $"Other processes used {BusyCores:0.0} of {Cores} cores when the run began: they compete for them."),
        .. Warn(CpuLimit < Cores, $"The control group grants {CpuLimit:0.##} of {Cores} cores: what uses more is throttled."),
    ];

    private static ProcessorTimes? ReadTimes() => ProcessorTimes.Of(SystemFiles.OfMachine.Lines(ProcessorTimes.File));

    private static IEnumerable<string> Warn(bool odd, FormattableString warning) => odd ? [warning.ToString(CultureInfo.InvariantCulture)] : [];
}
