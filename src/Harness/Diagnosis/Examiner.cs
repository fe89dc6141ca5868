using System.Collections;
using System.Diagnostics;
using System.Runtime.InteropServices;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Runs;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Diagnosis;

/// <summary>All that <c>doctor</c> examines, as it was found. Null means that the system does not say.</summary>
/// <param name="Cores">Logical cores of the machine, including those that this process may not use.</param>
/// <param name="Place">The environment of runs: container, virtual machine and builds.</param>
/// <param name="Watched">What the machine did for a second.</param>
/// <param name="Busiest">The processes that used most of it, most first.</param>
/// <param name="Frequency">What decides how fast cores run.</param>
/// <param name="Storage">Where sockets and run folders go.</param>
/// <param name="Variables">Names of environment variables of this process that change its runtime.</param>
/// <param name="CoreFileLimit">Largest core file that a crash may write, in the system's words.</param>
internal sealed record Examination(
    MachineFingerprint Machine,
    int Cores,
    RunEnvironment Place,
    bool OtherRun,
    SampleEnvironment? Watched,
    IReadOnlyList<ProcessUse> Busiest,
    FrequencyControl Frequency,
    TimestampCost Timestamps,
    ByteSize? FreeMemory,
    StorageState Storage,
    IReadOnlyList<string> Variables,
    string? CoreFileLimit)
{
    /// <summary>Versions of .NET in the installation that runs this program, newest first.</summary>
    public IReadOnlyList<string> Runtimes { get; init; } = [];

    /// <summary>The processors that this program may use, and what they share; null where the system does not tell.</summary>
    public Topology? Topology { get; init; }

    /// <summary>Why loads that wait between operations cannot be measured here, as a measured process says; null where they can.</summary>
    public string? Unpaced { get; init; }

    /// <summary>Why threads are not bound to processors here, as a measured process says; null where they are.</summary>
    public string? Unbound { get; init; }

    /// <summary>Advice for this system.</summary>
    public SystemAdvice Advice { get; init; } = ThisSystem.Advice;
}

/// <summary>What decides how fast cores run.</summary>
/// <param name="Governor">Governor of the cores that workers take first: the first other than "performance", if there is one; or null.</param>
/// <param name="Turbo">Whether cores may run above their nominal frequency, or null.</param>
internal sealed record FrequencyControl(string? Governor, bool? Turbo);

/// <summary>What reading the clock costs.</summary>
/// <param name="Nanoseconds">A reading, on average.</param>
/// <param name="Resolution">Smallest step seen between two readings, in ns.</param>
/// <param name="Source">The kernel's name for its clock, or null.</param>
internal sealed record TimestampCost(double Nanoseconds, double Resolution, string? Source);

/// <summary>Where sockets and run folders go.</summary>
/// <param name="Temporary">The folder for temporary files.</param>
/// <param name="SocketProblem">Why no directory for sockets can be made; null when it can.</param>
/// <param name="FolderProblem">Why no run folder can be made in the current folder; null when it can.</param>
/// <param name="FreeDisk">Free bytes where it would be, or null.</param>
internal sealed record StorageState(string Temporary, string? SocketProblem, string? FolderProblem, ByteSize? FreeDisk);

/// <summary>Examines this machine for a little more than a second.</summary>
internal static class Examiner
{
    private const int Named = 3;
    private const int Rounds = 20;
    private const int Readings = 10_000;
    private static readonly TimeSpan Watch = TimeSpan.FromSeconds(1);

    // Variables, other than GC and JIT settings, that watch or change a runtime.
    private static readonly string[] Watchers =
        ["CORECLR_ENABLE_PROFILING", "DOTNET_EnableEventPipe", HostEnvironment.DiagnosticPorts, HostEnvironment.SpinLimit, "DOTNET_DbgEnableMiniDump"];

    /// <summary>Examines the machine.</summary>
    /// <param name="freeMemory">Memory that is free; null when the system does not tell.</param>
    public static async Task<Examination> ExamineAsync(RunEnvironment place, ByteSize? freeMemory, CancellationToken cancellation)
    {
        var files = SystemFiles.OfMachine;
        var (processesBefore, before) = (ProcessUse.ReadAll(files), MachineReading.Read(files));
        await Task.Delay(Watch, cancellation);
        var (after, processesAfter) = (MachineReading.Read(files), ProcessUse.ReadAll(files));
        var cores = after?.Processors.Cores ?? Environment.ProcessorCount;
        var ticks = after?.Processors.All - before?.Processors.All;
        return new Examination(
            MachineProbe.Read(),
            cores,
            place,
            PrivateDirectories.AnyRunOfOthers(),
            MachineReading.Between(before, after),
            ticks > 0 ? ProcessUse.Busiest(processesBefore, processesAfter, cores / (double)ticks.Value, Named) : [],
            ReadFrequency(files),
            Time(files),
            freeMemory,
            ReadStorage(),
            RuntimeVariables(Environment.GetEnvironmentVariables().Keys),
            CoreFileLimit(files.Lines("proc/self/limits")))
        {
            Topology = Topology.OfMachine(),
            Runtimes = [.. InstalledRuntimes.All(root: null).Select(runtime => runtime.Version)],
        };
    }

    /// <summary>Which of these variables change how a runtime works, sorted.</summary>
    internal static IReadOnlyList<string> RuntimeVariables(ICollection names) =>
    [
        .. names.OfType<string>()
            .Where(name => HostEnvironment.IsOfRuntime(name) || Watchers.Contains(name, StringComparer.OrdinalIgnoreCase))
            .Order(StringComparer.Ordinal),
    ];

    /// <summary>"Max core file size        0                    unlimited            bytes": the limit in force, before the one that it may be raised to.</summary>
    internal static string? CoreFileLimit(IEnumerable<string> limits)
    {
        const string Name = "Max core file size";
        return limits.FirstOrDefault(line => line.StartsWith(Name, StringComparison.Ordinal))?[Name.Length..]
            .Split(' ', StringSplitOptions.RemoveEmptyEntries).FirstOrDefault();
    }

    internal static FrequencyControl ReadFrequency(SystemFiles files)
    {
        var off = files.Text($"{Topology.Devices}/intel_pstate/no_turbo")?.Trim();
        var on = files.Text($"{Topology.Devices}/cpufreq/boost")?.Trim();
        // Each core may have its own.
        var governors = CoreClocks.Watched(Topology.Read(files)).Select(core => files.Text(FormattableString.Invariant($"{Topology.Devices}/cpu{core}/cpufreq/scaling_governor"))?.Trim()).OfType<string>().ToList();
        return new FrequencyControl(
            governors.Find(governor => governor != "performance") ?? governors.FirstOrDefault(),
            off is "0" or "1" ? off == "0" : on is "0" or "1" ? on == "1" : null);
    }

    private static TimestampCost Time(SystemFiles files)
    {
        // The shortest of many rounds: the others were interrupted.
        var rounds = Enumerable.Range(0, Rounds).Select(_ => ReadTimestamps()).ToList();
        var nanosecondsPerTick = 1e9 / Stopwatch.Frequency;
        var source = files.Text("sys/devices/system/clocksource/clocksource0/current_clocksource")?.Trim();
        return new TimestampCost(rounds.Min(round => round.Took) * nanosecondsPerTick / Readings, rounds.Min(round => round.Step) * nanosecondsPerTick, source);
    }

    private static (long Took, long Step) ReadTimestamps()
    {
        var began = Stopwatch.GetTimestamp();
        var (last, step) = (began, long.MaxValue);
        for (var reading = 0; reading < Readings; reading++)
        {
            var now = Stopwatch.GetTimestamp();
            if (now > last) step = Math.Min(step, now - last);
            last = now;
        }

        return (last - began, step);
    }

    private static StorageState ReadStorage()
    {
        var here = Directory.GetCurrentDirectory();
        return new StorageState(Path.GetTempPath(), Problem(() => PrivateDirectory.Create().Dispose()), Problem(() => WriteInto(here)), FreeDisk.For(here));
    }

    private static void WriteInto(string folder)
    {
        var path = Path.Combine(folder, $".asyncload-doctor-{Guid.NewGuid():N}");
        using var file = new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.None, 1, FileOptions.DeleteOnClose);
    }

    private static string? Problem(Action attempt)
    {
        try
        {
            attempt();
            return null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or ExternalException)
        {
            return exception.Message;
        }
    }
}
