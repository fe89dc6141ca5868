using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Runs;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Platform;

/// <summary>Reads the machine's current counters; null when the system has none.</summary>
internal delegate MachineReading? ReadMachine();

/// <summary>The machine's counters at one moment. The difference of two readings says what happened between.</summary>
/// <param name="At">The moment, by the stopwatch.</param>
/// <param name="Own">Processor time of this process and of its children that have ended; null when not known.</param>
/// <param name="Throttling">How quotas have throttled the control group since it was created, or null.</param>
/// <param name="Load">Load average over the last minute, or null.</param>
/// <param name="Clock">Clock frequencies, or null.</param>
/// <param name="MemoryStall">Time in which some process waited for memory, since the machine started, or null.</param>
internal sealed record MachineReading(
    TimeSpan At,
    ProcessorTimes Processors,
    ProcessTimes? Own,
    Throttling? Throttling,
    double? Load,
    ClockFrequencies? Clock,
    Nanoseconds? MemoryStall)
{
    // Read once: it does not change while a program runs.
    private static readonly Lazy<IReadOnlyList<int>> WatchedOfMachine = new(static () => CoreClocks.Watched(Topology.OfMachine()));

    /// <summary>Reads this machine, in a millisecond or so.</summary>
    public static MachineReading? Read() => Read(SystemFiles.OfMachine, WatchedOfMachine.Value);

    /// <summary>Reads what these files tell.</summary>
    public static MachineReading? Read(SystemFiles files) => Read(files, CoreClocks.Watched(Topology.Read(files)));

    private static MachineReading? Read(SystemFiles files, IReadOnlyList<int> watched)
    {
        if (ProcessorTimes.Of(files.Lines(ProcessorTimes.File)) is not { } processors) return null;
        return new MachineReading(
            Stopwatch.GetElapsedTime(0),
            processors,
            ProcessTimes.Of(files.Text(ProcessTimes.OwnFile)),
            new ControlGroup(files).Throttling(),
            LoadOf(files.Text("proc/loadavg")),
            CoreClocks.Read(files, watched),
            StallOf(files.Lines("proc/pressure/memory")));
    }

    /// <summary>
    /// What happened between two readings; null unless there are two. Children count as own when they have ended in between: read before the
    /// first is started and after the last is gone.
    /// </summary>
    public static SampleEnvironment? Between(MachineReading? before, MachineReading? after)
    {
        if (before is null || after is null || after.At <= before.At) return null;
        var over = after.At - before.At;
        return new SampleEnvironment(
            Nanoseconds.From(over),
            after.Own is { } end && before.Own is { } start
                ? after.Processors.OtherCoresSince(before.Processors, end.Own + end.Children - start.Own - start.Children)
                : null,
            after.Processors.StolenShareSince(before.Processors),
            Grown(before.Throttling, after.Throttling),
            after.Load,
            after.Clock,
            after.MemoryStall >= before.MemoryStall ? Math.Min(1, (after.MemoryStall - before.MemoryStall)!.Value.Value / (over.TotalMilliseconds * 1e6)) : null);
    }

    /// <summary>"0.42 0.30 0.25 1/234 5678": over 1, 5 and 15 minutes.</summary>
    internal static double? LoadOf(string? text) =>
        double.TryParse(text?.Split(' ')[0], CultureInfo.InvariantCulture, out var load) && double.IsFinite(load) && load >= 0 ? load : null;

    /// <summary>"some avg10=0.00 avg60=0.00 avg300=0.00 total=1234", in µs.</summary>
    internal static Nanoseconds? StallOf(IEnumerable<string> lines)
    {
        const string Total = "total=";
        var some = lines.FirstOrDefault(line => line.StartsWith("some ", StringComparison.Ordinal));
        var total = some?.Split(' ').FirstOrDefault(field => field.StartsWith(Total, StringComparison.Ordinal));
        return long.TryParse(total?[Total.Length..], NumberStyles.None, CultureInfo.InvariantCulture, out var microseconds) ? new Nanoseconds(microseconds * 1_000) : null;
    }

    // A re-created group counts from 0 again.
    private static Throttling? Grown(Throttling? before, Throttling? after) =>
        before is not null && after is not null && after.Periods >= before.Periods && after.Time >= before.Time
            ? new Throttling(after.Periods - before.Periods, after.Time - before.Time)
            : null;
}

/// <summary>Reads the fingerprint that distinguishes this machine from others.</summary>
internal static class MachineProbe
{
    public const string CpuInfo = "proc/cpuinfo";

    public static MachineFingerprint Read()
    {
        var files = SystemFiles.OfMachine;
        var system = RuntimeInformation.OSDescription;
        var architecture = RuntimeInformation.ProcessArchitecture.ToString();
        var (processor, limit) = (ThisSystem.Processors.Name(files), new ControlGroup(files).CpuLimit());
        var memory = MachineMemory.Read().Total.Bytes;
        var identity = string.Create(
            CultureInfo.InvariantCulture,
            $"{system}|{architecture}|{processor}|{Environment.ProcessorCount}|{memory >> 30}|{limit}");
        var id = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(identity)))[..12];
        return new MachineFingerprint(id, system, architecture, processor, Environment.ProcessorCount, memory, limit);
    }

    /// <summary>
    /// Model name in /proc/cpuinfo. On Arm there are numbers for the maker and the model of each core, which may be of several kinds: "0x41 0xd0c" is Neoverse N1.
    /// Null when neither is there.
    /// </summary>
    internal static string? ProcessorOf(IReadOnlyList<string> lines)
    {
        if (Values(lines, "model name").FirstOrDefault() is { } name) return name;
        string[] cores = [.. Values(lines, "CPU implementer").Zip(Values(lines, "CPU part"), (maker, part) => $"{maker} {part}").Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)];
        return cores.Length == 0 ? null : string.Join(" + ", cores);
    }

    private static IEnumerable<string> Values(IEnumerable<string> lines, string name) =>
        from line in lines
        where line.StartsWith(name, StringComparison.Ordinal)
        select line[(line.IndexOf(':', StringComparison.Ordinal) + 1)..].Trim();
}
