using System.Globalization;

namespace AsyncLoad.Harness.Platform;

/// <summary>What all cores did since the machine started, in the system's ticks, as /proc/stat tells it.</summary>
/// <param name="Idle">Ticks without work, or waiting for a disk.</param>
/// <param name="Stolen">Ticks that the host of a virtual machine gave to others.</param>
/// <param name="All">All ticks, the two above included.</param>
/// <param name="Cores">Logical cores of the machine, including those that this process may not use; null when the file does not tell.</param>
internal sealed record ProcessorTimes(long Idle, long Stolen, long All, int? Cores)
{
    public const string File = "proc/stat";

    /// <summary>The times in the lines of the file, or null when they are not there.</summary>
    /// <remarks>"cpu  user nice system idle iowait irq softirq steal guest …": guests are counted under user already (proc(5)).</remarks>
    public static ProcessorTimes? Of(IReadOnlyList<string> lines)
    {
        var sum = lines.FirstOrDefault(line => line.StartsWith("cpu ", StringComparison.Ordinal))?.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        if (sum is null || sum.Length < 9) return null;
        var ticks = new long[8];
        for (var field = 0; field < ticks.Length; field++)
        {
            if (!long.TryParse(sum[field + 1], NumberStyles.None, CultureInfo.InvariantCulture, out ticks[field])) return null;
        }

        return new ProcessorTimes(ticks[3] + ticks[4], ticks[7], ticks.Sum(), CountCores(lines));
    }

    /// <summary>Share of all cores' time since an earlier reading that was not idle, 0 to 1; null when time stood still.</summary>
    public double? BusyShareSince(ProcessorTimes earlier) => ShareSince(earlier, times => times.All - times.Idle);

    /// <summary>The same for time that was stolen.</summary>
    public double? StolenShareSince(ProcessorTimes earlier) => ShareSince(earlier, times => times.Stolen);

    /// <summary>Cores that others used since an earlier reading; null when time stood still or cores are not known.</summary>
    /// <param name="ownTicks">Ticks in between that were not used by others.</param>
    /// <remarks>Processes are counted in nanoseconds and the machine in ticks, so a difference below 0 counts as 0.</remarks>
    public double? OtherCoresSince(ProcessorTimes earlier, long ownTicks) =>
        ShareSince(earlier, times => times.All - times.Idle - times.Stolen) is { } busy
            ? Math.Max(0, busy - (ownTicks / (double)(All - earlier.All))) * Cores
            : null;

    // Counters may decrease when a core is removed: then there is no figure.
    private double? ShareSince(ProcessorTimes earlier, Func<ProcessorTimes, long> part) =>
        All > earlier.All && part(this) >= part(earlier) && part(this) - part(earlier) <= All - earlier.All
            ? (part(this) - part(earlier)) / (double)(All - earlier.All)
            : null;

    // One line per core, "cpu0 …", after the sum of all, "cpu  …".
    private static int? CountCores(IEnumerable<string> lines) =>
        lines.Count(line => line.StartsWith("cpu", StringComparison.Ordinal) && line.Length > 3 && char.IsAsciiDigit(line[3])) is > 0 and var cores ? cores : null;
}

/// <summary>Processor time of one process in the system's ticks, as /proc/[pid]/stat tells it.</summary>
/// <param name="Name">The process's name, at most 15 characters; foreign text.</param>
/// <param name="Own">User and system time of its threads.</param>
/// <param name="Children">The same for children that ended and were waited for, and for theirs.</param>
internal sealed record ProcessTimes(string Name, long Own, long Children)
{
    public const string OwnFile = "proc/self/stat";

    // Counted from after the name, which may contain blanks and brackets: state is field 3 of proc(5), utime 14, stime 15, cutime 16, cstime 17.
    private const int FirstTime = 11;
    private const int Times = 4;

    /// <summary>The times in the text of the file, or null when they are not there.</summary>
    public static ProcessTimes? Of(string? text)
    {
        var (open, close) = (text?.IndexOf('(', StringComparison.Ordinal) ?? -1, text?.LastIndexOf(')') ?? -1);
        if (open < 0 || close < open) return null;
        var fields = text![(close + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        if (fields.Length < FirstTime + Times) return null;
        var ticks = new long[Times];
        for (var field = 0; field < Times; field++)
        {
            if (!long.TryParse(fields[FirstTime + field], NumberStyles.None, CultureInfo.InvariantCulture, out ticks[field])) return null;
        }

        return new ProcessTimes(text[(open + 1)..close], ticks[0] + ticks[1], ticks[2] + ticks[3]);
    }
}
