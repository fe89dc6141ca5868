using System.Globalization;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Runs;

namespace AsyncLoad.Harness.Diagnosis;

/// <summary>Facts about the processes that measure, and about where they run.</summary>
internal static class ProcessFacts
{
    public static IEnumerable<DoctorFact> Of(Examination found) =>
        [Container(found.Place), VirtualMachine(found.Place), Build(found.Place), Debugger(found.Place), Variables(found.Variables), CoreFiles(found.CoreFileLimit, found.Advice)];

    private static DoctorFact Container(RunEnvironment place) => new(
        "container",
        FactState.Ok,
        place.Container is { } sign ? $"yes, by {sign}" : "no sign of one",
        "a container may limit cores and memory, and does not show what runs outside it",
        null);

    private static DoctorFact VirtualMachine(RunEnvironment place) => new(
        "virtual-machine",
        place.VirtualMachine is null ? FactState.Unknown : FactState.Ok,
        place.VirtualMachine switch { null => "the processor does not tell", true => "yes", false => "no" },
        "its host may take cores away: see the fact stolen",
        null);

    private static DoctorFact Build(RunEnvironment place)
    {
        var debug = Those(place, state => !state.Optimized);
        return new DoctorFact(
            "build",
            debug.Count > 0 ? FactState.Refused : FactState.Ok,
            debug.Count > 0 ? $"without optimisation: {string.Join(", ", debug)}" : "optimised",
            "code that is not optimised allocates more and runs slower",
            debug.Count > 0 ? "build with -c Release; use --force to measure anyway" : null);
    }

    private static DoctorFact Debugger(RunEnvironment place)
    {
        string[] attached =
        [
            .. Those(place, state => state.Debugged).Select(name => $"attached to {name}"),
            .. Processes(place).Where(process => process.State.Watched is not null).Select(process => $"{process.Name} is watched by {process.State.Watched}"),
        ];
        return new DoctorFact(
            "debugger",
            attached.Length > 0 ? FactState.Refused : FactState.Ok,
            attached.Length > 0 ? string.Join(", ", attached) : "none",
            "a debugger makes the runtime optimise less and stop at every exception, and a profiler adds work to calls",
            attached.Length > 0 ? "start without debugging or profiling; use --force to measure anyway" : null);
    }

    private static List<string> Those(RunEnvironment place, Predicate<ProcessState> wanted) =>
        [.. Processes(place).Where(process => wanted(process.State)).Select(process => process.Name)];

    private static (ProcessState State, string Name)[] Processes(RunEnvironment place) => [(place.Harness, "asyncload"), (place.Host, "the host")];

    private static DoctorFact Variables(IReadOnlyList<string> names)
    {
        var kept = names.Any(name => !HostEnvironment.IsHandedOn(name));
        return new DoctorFact(
            "runtime-variables",
            kept ? FactState.Warn : FactState.Ok,
            names.Count > 0 ? string.Join(", ", names.Select(name => HostEnvironment.IsHandedOn(name) ? $"{name} (handed on)" : name)) : "none",
            "measured processes do not get the others (their environment is an allow-list), so your program may behave differently",
            kept ? "unset them, or name them in a profile: GC and JIT settings in gcSettings, others in environment" : null);
    }

    private static DoctorFact CoreFiles(string? limit, SystemAdvice advice) => new(
        "core-files",
        limit switch { null => FactState.Unknown, "0" => FactState.Ok, _ => FactState.Warn },
        limit switch { null => "the system does not tell", "0" => "off", _ => $"written up to {limit} bytes" },
        "a measured process that crashes is written to disk with its whole live set, while the next pair runs",
        limit switch { null => advice.CrashFiles, "0" => null, _ => "ulimit -c 0" });
}

/// <summary>The processor time of one process.</summary>
/// <param name="Name">Its name, at most 15 characters; foreign text.</param>
/// <param name="Cores">Cores that it used on average, above 0.</param>
internal sealed record ProcessUse(int Id, string Name, double Cores)
{
    /// <summary>Processor time of every process that can be seen except this one, by its id.</summary>
    public static IReadOnlyDictionary<int, ProcessTimes> ReadAll(SystemFiles files)
    {
        var found = new Dictionary<int, ProcessTimes>();
        foreach (var folder in files.Folders("proc"))
        {
            if (!int.TryParse(folder, NumberStyles.None, CultureInfo.InvariantCulture, out var id) || id == Environment.ProcessId) continue;
            if (ProcessTimes.Of(files.Text($"proc/{folder}/stat")) is { } times) found[id] = times;
        }

        return found;
    }

    /// <summary>The processes that used most between two readings, most first; at most <paramref name="count"/>, and none that used nothing.</summary>
    /// <param name="after">The later one. An id that has less time than before belongs to another process, which is left out.</param>
    /// <param name="coresPerTick">Cores that one tick of processor time stands for.</param>
    public static IReadOnlyList<ProcessUse> Busiest(
        IReadOnlyDictionary<int, ProcessTimes> before, IReadOnlyDictionary<int, ProcessTimes> after, double coresPerTick, int count) =>
    [
        .. after
            .Select(process => (process.Key, process.Value.Name, Ticks: process.Value.Own - (before.GetValueOrDefault(process.Key)?.Own ?? 0)))
            .Where(process => process.Ticks > 0)
            .OrderByDescending(process => process.Ticks)
            .ThenBy(process => process.Key)
            .Take(count)
            .Select(process => new ProcessUse(process.Key, process.Name, process.Ticks * coresPerTick)),
    ];
}
