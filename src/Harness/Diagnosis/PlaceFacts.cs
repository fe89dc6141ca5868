using System.Globalization;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Diagnosis;

/// <summary>Memory, disk, sockets and the clock.</summary>
internal static class PlaceFacts
{
    /// <summary>Two processes with a live set of 50 MB, and room for the page cache.</summary>
    private const long LeastMemory = 1_000_000_000;

    /// <summary>A run of a shipped profile with its traces takes a few hundred MB.</summary>
    private const long LeastDisk = 1_000_000_000;

    /// <summary>A clock of the processor costs 20 to 40 ns; one that the kernel or a hypervisor provides, about 1,000 ns.</summary>
    private const double MostNanoseconds = 100;

    public static IEnumerable<DoctorFact> Of(Examination found) =>
        [Memory(found.FreeMemory), Timestamps(found.Timestamps), Timers(found.Unpaced), Sockets(found.Storage, found.Advice), RunFolder(found.Storage), .. found.Runtimes.Count == 0 ? Array.Empty<DoctorFact>() : [Runtimes(found.Runtimes)]];

    private static DoctorFact Memory(ByteSize? free)
    {
        var little = free?.Bytes < LeastMemory;
        return new DoctorFact(
            "free-memory",
            free is null ? FactState.Unknown : little ? FactState.Warn : FactState.Ok,
            free is { } size ? new MeasuredSize(size.Bytes).ToString() : "the system does not tell",
            "both sides of a pair are alive at once, each with its live set; a plan that needs over 70 % of the free memory is refused",
            little ? "stop what holds memory, or raise the container's memory limit" : null);
    }

    private static DoctorFact Timestamps(TimestampCost cost)
    {
        var slow = cost.Nanoseconds > MostNanoseconds;
        var source = cost.Source is null ? "" : $", source {cost.Source}";
        return new DoctorFact(
            "timestamps",
            slow ? FactState.Warn : FactState.Ok,
            string.Create(CultureInfo.InvariantCulture, $"{cost.Nanoseconds:0} ns per reading, steps of {cost.Resolution:0} ns{source}"),
            "operations of 1 µs and more are timed one by one, and a slow clock adds to their latency",
            slow ? "use a machine whose clock source is tsc (or arch_sys_counter), not hpet, acpi_pm or xen" : null);
    }

    private static DoctorFact Timers(string? unpaced) => new(
        "timers",
        unpaced is null ? FactState.Ok : FactState.Warn,
        unpaced ?? "sleeps end when they are due",
        "openLoop, simulations and closedLoop with thinkTime wait between operations, and are refused where sleeps end late",
        unpaced is null ? null : "use sequential, parallelFor, parallelForAsync, wave, or closedLoop without thinkTime; measure the others on Linux (docs/platforms.md)");

    private static DoctorFact Sockets(StorageState storage, SystemAdvice advice) => new(
        "sockets",
        storage.SocketProblem is null ? FactState.Ok : FactState.Refused,
        storage.SocketProblem ?? $"usable, in {storage.Temporary}",
        $"measured processes and their traces are connected over {advice.Reached}",
        storage.SocketProblem is null ? null : $"set {ThisSystem.Files.TemporaryVariables[0]} to a short folder that you may write to");

    private static DoctorFact RunFolder(StorageState storage)
    {
        var little = storage.FreeDisk?.Bytes < LeastDisk;
        return new DoctorFact(
            "run-folder",
            storage.FolderProblem is not null || little ? FactState.Warn : FactState.Ok,
            storage.FolderProblem ?? (storage.FreeDisk is { } free ? $"writable, {new MeasuredSize(free.Bytes)} free" : "writable"),
            "run folders go to runs/ in the current folder unless --output names another; one traced comparison takes some 50 MB",
            storage.FolderProblem is not null ? "change to a folder that you may write to, or use --output" : little ? "make room, or use --output or --traces none" : null);
    }

    private static DoctorFact Runtimes(IReadOnlyList<string> versions) => new(
        "runtimes",
        FactState.Ok,
        string.Join(", ", versions),
        "a profile may name \"runtimes\" to be measured side by side; others can be laid out in a folder for --dotnet-root",
        null);
}
