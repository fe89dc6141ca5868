using System.Diagnostics;
using System.Globalization;

namespace AsyncLoad.Assurance.Soak;

/// <summary>What Linux tells of a process in <c>/proc</c>.</summary>
internal static class ProcessReader
{
    private static readonly char[] Blanks = [' ', '\t'];

    /// <summary>What it holds; null when it has ended.</summary>
    public static ProcessFigures? Read(int process)
    {
        var status = Status(process);
        return Figure(status, "VmRSS:") is { } kilobytes && Figure(status, "Threads:") is { } threads && Handles(process) is { } handles
            ? new ProcessFigures(kilobytes << 10, handles, (int)threads)
            : null;
    }

    /// <summary>The most memory that it has held so far; null when it has ended.</summary>
    public static long? PeakBytes(int process) => Figure(Status(process), "VmHWM:") is { } kilobytes ? kilobytes << 10 : null;

    /// <summary>A process, those that it started, and those that these started, as far as they have not ended.</summary>
    public static IReadOnlyList<int> WithDescendants(int process)
    {
        var parents = Directory.EnumerateDirectories("/proc")
            .Select(folder => int.TryParse(Path.GetFileName(folder), CultureInfo.InvariantCulture, out var number) ? number : 0)
            .Where(number => number > 0)
            .ToDictionary(number => number, number => (int?)Figure(Status(number), "PPid:"));
        var found = new List<int> { process };
        for (var at = 0; at < found.Count; at++) found.AddRange(parents.Where(entry => entry.Value == found[at]).Select(entry => entry.Key));
        return found;
    }

    private static string[] Status(int process) => UnlessEnded(() => File.ReadAllLines(Place(process, "status"))) ?? [];

    private static int? Handles(int process) => UnlessEnded(() => Directory.GetFileSystemEntries(Place(process, "fd")))?.Length;

    private static string Place(int process, string name) => FormattableString.Invariant($"/proc/{process}/{name}");

    // A process may end while it is looked at.
    private static string[]? UnlessEnded(Func<string[]> read)
    {
        try
        {
            return read();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            Debug.WriteLine(exception);
            return null;
        }
    }

    // "VmRSS:     1234 kB"; one that has ended and was not waited for has no such line.
    private static long? Figure(string[] status, string name) =>
        Array.Find(status, line => line.StartsWith(name, StringComparison.Ordinal)) is { } found
            ? long.Parse(found[name.Length..].Split(Blanks, StringSplitOptions.RemoveEmptyEntries)[0], CultureInfo.InvariantCulture)
            : null;
}
