using System.Globalization;

namespace AsyncLoad.Harness.Platform;

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
