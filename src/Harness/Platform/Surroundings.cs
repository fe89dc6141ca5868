using System.Globalization;
using System.Runtime.InteropServices;

namespace AsyncLoad.Harness.Platform;

/// <summary>The state of the machine when a run begins: its limits and its load.</summary>
/// <param name="BusyCores">Cores that all processes of the machine used over a quarter of a second; null where the system does not tell.</param>
/// <param name="Cores">Logical cores of the machine, including those that this process may not use.</param>
/// <param name="CpuLimit">Cores that the control group allows, or null for no limit.</param>
internal sealed record Surroundings(double? BusyCores, int Cores, double? CpuLimit, bool OtherRun)
{
    // Of proc/self/stat, counted from the field after the name. The policies for work that can wait: SCHED_BATCH and SCHED_IDLE.
    private const int NiceField = 16;
    private const int PolicyField = 38;
    private static readonly string[] Patient = ["3", "5"];

    // Not the load average, which stays high for minutes after a build.
    private const double MostBusyPerCore = 0.2;
    private static readonly TimeSpan Watched = TimeSpan.FromMilliseconds(250);

    /// <summary>Whether .NET counts one core for this program.</summary>
    public bool OneCore { get; init; }

    /// <summary>Whether this program has a low priority: it was started by <c>nice</c>, or by <c>chrt --batch</c> or <c>--idle</c>.</summary>
    public bool GivesWay { get; init; }

    /// <summary>What this program and the system are built for. They differ where the program is emulated, or has 32 bits.</summary>
    public (Architecture Program, Architecture System) BuiltFor { get; init; }

    /// <summary>Reads them, which takes a quarter of a second.</summary>
    public static async Task<Surroundings> ReadAsync(double? cpuLimit, CancellationToken cancellation)
    {
        var before = ReadTimes();
        await Task.Delay(Watched, cancellation);
        var after = ReadTimes();
        var cores = after?.Cores ?? Environment.ProcessorCount;
        return new Surroundings(before is null ? null : after?.BusyShareSince(before) * cores, cores, cpuLimit, PrivateDirectories.AnyRunOfOthers())
        {
            OneCore = Environment.ProcessorCount == 1,
            GivesWay = GivesWayBy(SystemFiles.OfMachine.Text(ProcessTimes.OwnFile)),
            BuiltFor = (RuntimeInformation.ProcessArchitecture, RuntimeInformation.OSArchitecture),
        };
    }

    /// <summary>Whether "7 (name) S 1 …" shows a niceness above 0 or a policy for work that can wait.</summary>
    internal static bool GivesWayBy(string? stat)
    {
        var fields = stat?[(stat.LastIndexOf(')') + 1)..].Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries) ?? [];
        return fields.Length > PolicyField
            && ((int.TryParse(fields[NiceField], NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var nice) && nice > 0) || Patient.Contains(fields[PolicyField]));
    }

    /// <summary>The warning that another run is active now; null when there is none, or when the warning is known.</summary>
    public static string? LaterRun(IEnumerable<string> known)
    {
        const string Warning = "Another asyncload ran on this machine while this run measured, and each disturbs the other: run one at a time.";
        return known.Contains(Warning) || !PrivateDirectories.AnyRunOfOthers() ? null : Warning;
    }

    /// <summary>What disturbs measuring, in words; empty when nothing does.</summary>
    public IReadOnlyList<string> Warnings() =>
    [
        .. Warn(OtherRun, $"Another asyncload ran on this machine when the run began, and each disturbs the other: run one at a time."),
        .. Warn(BusyCores > MostBusyPerCore * Cores, $"Other processes used {BusyCores:0.0} of {Cores} cores when the run began, so intervals may be wider: stop them before the next run."),
        .. Warn(OneCore, $"This program may use one core, so the compiler and the collector take turns with what is measured: give it two or more."),
        .. Warn(GivesWay, $"This program runs at a low priority, so other programs take its cores first: start it without nice or chrt."),
        .. Warn(BuiltFor.Program != BuiltFor.System, $"This program is built for {BuiltFor.Program} and runs on an {BuiltFor.System} system, so its times are not those of a native program: install .NET for {BuiltFor.System}."),
        .. Warn(CpuLimit < Cores, $"The control group grants {CpuLimit:0.##} of {Cores} cores, and loads that use more are throttled: raise the CPU limit."),
    ];

    private static ProcessorTimes? ReadTimes() => ProcessorTimes.Of(SystemFiles.OfMachine.Lines(ProcessorTimes.File));

    private static IEnumerable<string> Warn(bool odd, FormattableString warning) => odd ? [warning.ToString(CultureInfo.InvariantCulture)] : [];
}
