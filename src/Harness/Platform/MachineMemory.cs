using System.Globalization;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Platform;

/// <summary>Memory of the machine or its control group.</summary>
/// <param name="Total">All of it.</param>
/// <param name="Free">What is free.</param>
internal sealed record MachineMemory(ByteSize Total, ByteSize Free)
{
    // Settings of the collector, as GC.GetConfigurationVariables names them.
    private static readonly string[] HeapLimits = ["GCHeapHardLimit", "GCHeapHardLimitPercent"];

    /// <summary>Reads it now.</summary>
    /// <remarks>
    /// The collector of this process knows it, as of its last collection. Where the environment limits the heap of this process (<c>DOTNET_GCHeapHardLimit</c>), the
    /// collector tells of that limit, which measured processes do not get.
    /// </remarks>
    public static MachineMemory Read()
    {
        if (LimitsHeap(GC.GetConfigurationVariables()) && Of(SystemFiles.OfMachine) is { } told) return told;
        GC.Collect(0, GCCollectionMode.Forced, blocking: true);
        var memory = GC.GetGCMemoryInfo();
        return new MachineMemory(new ByteSize(memory.TotalAvailableMemoryBytes), new ByteSize(Math.Max(0, memory.TotalAvailableMemoryBytes - memory.MemoryLoadBytes)));
    }

    /// <summary>Whether a setting limits the heap.</summary>
    internal static bool LimitsHeap(IReadOnlyDictionary<string, object> settings) => HeapLimits.Any(name => settings.TryGetValue(name, out var limit) && limit is > 0L);

    /// <summary>What the system's files tell; null where they do not.</summary>
    internal static MachineMemory? Of(SystemFiles files)
    {
        var lines = files.Lines("proc/meminfo");
        if (Line(lines, "MemTotal:") is not { } total || Line(lines, "MemAvailable:") is not { } available) return null;
        var group = new ControlGroup(files);
        return new MachineMemory(new ByteSize(Math.Min(total, group.MemoryLimit() ?? total)), new ByteSize(Math.Clamp(group.FreeMemory() ?? available, 0, available)));
    }

    // "MemAvailable:   13034612 kB"
    private static long? Line(IEnumerable<string> lines, string name) =>
        lines.FirstOrDefault(line => line.StartsWith(name, StringComparison.Ordinal))?[name.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries) is [var number, "kB"]
        && long.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out var kilobytes) && kilobytes < long.MaxValue >> 10 ? kilobytes << 10 : null;
}
