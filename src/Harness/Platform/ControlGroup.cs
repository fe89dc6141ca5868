using System.Globalization;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Platform;

/// <summary>The control group of this process and its visible parents: version 2 of the interface, else version 1.</summary>
internal sealed class ControlGroup(SystemFiles files)
{
    private const string Mount = "sys/fs/cgroup";
    private const string Membership = "proc/self/cgroup";
    private const string Processor = "cpu";
    private const string Memory = "memory";
    private const string Tasks = "pids";

    /// <summary>Path of the group in the hierarchy that limits processor time; null when there is none.</summary>
    public string? Path => Place(Processor)?.Path;

    /// <summary>Cores that the tightest quota on the way up allows; null for no limit.</summary>
    public double? CpuLimit() => Folders(Processor)
        .Select(folder => QuotaOf(files.Text($"{folder}/cpu.max")) ?? QuotaOf(files.Text($"{folder}/cpu.cfs_quota_us"), files.Text($"{folder}/cpu.cfs_period_us")))
        .Min();

    /// <summary>How long quotas have throttled the group since it was created, by the strictest one on the way up; null when not known.</summary>
    public Throttling? Throttling() => Folders(Processor)
        .Select(folder => ThrottlingOf(files.Lines($"{folder}/cpu.stat")))
        .OfType<Throttling>()
        .MaxBy(throttling => throttling.Time);

    /// <summary>Processes of the group that the kernel has killed because memory ran out, since it was created; null when not known.</summary>
    public long? MemoryKills() => Folders(Memory)
        .Select(folder => KillsOf(files.Lines($"{folder}/memory.events")) ?? KillsOf(files.Lines($"{folder}/memory.oom_control")))
        .FirstOrDefault(kills => kills is not null);

    /// <summary>Bytes that the group may have, by the tightest limit on the way up; null for no limit.</summary>
    public long? MemoryLimit() => Folders(Memory).Select(LimitOf).Min();

    /// <summary>Bytes that the group may have in addition, by the tightest limit on the way up; null for no limit.</summary>
    public long? FreeMemory() => Folders(Memory)
        .Select(folder => LimitOf(folder) - (Number($"{folder}/memory.current") ?? Number($"{folder}/memory.usage_in_bytes")))
        .Min();

    /// <summary>Processes and threads that the group may have in addition, by the tightest limit on the way up; null for no limit.</summary>
    public long? FreeTasks() => Folders(Tasks).Select(folder => Number($"{folder}/pids.max") - Number($"{folder}/pids.current")).Min();

    /// <summary>"oom_kill 1" among other lines, in both versions.</summary>
    internal static long? KillsOf(IEnumerable<string> lines)
    {
        const string Kills = "oom_kill ";
        var line = lines.FirstOrDefault(line => line.StartsWith(Kills, StringComparison.Ordinal));
        return long.TryParse(line?[Kills.Length..], NumberStyles.None, CultureInfo.InvariantCulture, out var count) ? count : null;
    }

    /// <summary>Version 2: "max 100000" or "150000 100000", quota and period in µs.</summary>
    internal static double? QuotaOf(string? cpuMax) =>
        cpuMax?.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries) is [var quota, var period] ? QuotaOf(quota, period) : null;

    /// <summary>Version 1: each in its own file; a quota of −1 is none.</summary>
    internal static double? QuotaOf(string? quota, string? period) =>
        double.TryParse(quota, CultureInfo.InvariantCulture, out var used) && used > 0
        && double.TryParse(period, CultureInfo.InvariantCulture, out var whole) && whole > 0 ? used / whole : null;

    /// <summary>Version 2 has <c>throttled_usec</c>, version 1 <c>throttled_time</c> in ns.</summary>
    internal static Throttling? ThrottlingOf(IEnumerable<string> lines)
    {
        long? periods = null;
        long? time = null;
        foreach (var line in lines)
        {
            if (line.Split(' ', StringSplitOptions.RemoveEmptyEntries) is not [var name, var text]
                || !long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var value)) continue;
            if (name == "nr_throttled") periods = value;
            if (name == "throttled_usec") time = value * 1_000;
            if (name == "throttled_time") time = value;
        }

        return periods is { } count && time is { } nanoseconds ? new Throttling(count, new Nanoseconds(nanoseconds)) : null;
    }

    // In both versions. Without a limit version 1 has a number beyond any machine.
    private long? LimitOf(string folder) => Number($"{folder}/memory.max") ?? Number($"{folder}/memory.limit_in_bytes");

    // The word "max" is no limit.
    private long? Number(string path) => long.TryParse(files.Text(path), NumberStyles.AllowTrailingWhite, CultureInfo.InvariantCulture, out var number) ? number : null;

    // From the group itself up to the mount. Inside a container the path may be that of the host, and then only the mount exists.
    private IEnumerable<string> Folders(string controller)
    {
        if (Place(controller) is not { } place) yield break;
        for (var path = place.Path.TrimEnd('/'); path.Length > 0; path = path[..path.LastIndexOf('/')])
        {
            if (files.Exists(place.Mount + path)) yield return place.Mount + path;
        }

        yield return place.Mount;
    }

    // "4:cpu,cpuacct:/docker/0a1b" is version 1 and wins where both are there, since a controller belongs to one of them; "0::/user.slice" is version 2.
    private (string Mount, string Path)? Place(string controller)
    {
        (string, string)? unified = null;
        foreach (var line in files.Lines(Membership))
        {
            if (line.Split(':', 3) is not [_, var controllers, ['/', ..] path]) continue;
            if (controllers.Split(',').Contains(controller)) return ($"{Mount}/{(files.Exists($"{Mount}/{controllers}") ? controllers : controller)}", path);
            if (controllers.Length == 0) unified = (Mount, path);
        }

        return unified;
    }
}
