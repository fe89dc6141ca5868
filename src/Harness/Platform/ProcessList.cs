using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using AsyncLoad.Model.Protocol;

namespace AsyncLoad.Harness.Platform;

/// <summary>Processes as /proc lists them. For Linux, unless a member says otherwise.</summary>
internal static partial class ProcessList
{
    private const int KillSignal = 9;

    // WNOHANG of waitpid(2).
    private const int AtOnce = 1;

    // Fields after the name in proc(5): the state (Z once a process has ended and is not waited for), the parent, and the start time.
    private const int State = 0;
    private const int Parent = 1;
    private const int Start = 19;

    private static string Own { get; } = Environment.ProcessId.ToString(CultureInfo.InvariantCulture);

    /// <summary>Whether this process has a child.</summary>
    public static bool HasChildren => Others().Any(process => FieldsOf(process.Folder)[Parent] == Own);

    /// <summary>When a process started, in ticks since the machine did; null when it does not live, or the system does not tell.</summary>
    public static string? StartOf(int process) =>
        SystemFiles.OfMachine.Exists("proc/self") && FieldsOf(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}"))[Start] is { Length: > 0 } start ? start : null;

    /// <summary>Whether a process lives. A different start time means another process with the same id.</summary>
    /// <param name="start">What <see cref="StartOf"/> returned for it; null where it is not known.</param>
    public static bool Lives(int process, string? start)
    {
        if (start is not null && StartOf(Environment.ProcessId) is not null) return StartOf(process) == start;
        try
        {
            using var found = Process.GetProcessById(process);
            return true;
        }
        catch (ArgumentException)
        {
            return false;
        }
    }

    /// <summary>Kills every process whose inherited mark begins with a text.</summary>
    /// <param name="mark">The beginning; a NUL ends a whole mark.</param>
    /// <param name="killed">Gets the number and the name of each.</param>
    /// <returns>Whether there was one.</returns>
    public static bool KillMarked(string mark, IDictionary<int, string> killed)
    {
        var wanted = Encoding.UTF8.GetBytes($"{HostRequest.ProcessMark}={mark}");
        var found = false;
        foreach (var (id, folder) in Others())
        {
            if (ThisSystem.Files.IsOwn(folder) && HostRequest.HasVariable(Read($"{folder}/environ"), wanted)) found |= Kill(id, folder, killed);
        }

        return found;
    }

    /// <summary>Kills every child of this process, and clears away those that have ended.</summary>
    /// <param name="killed">Gets the number and the name of each that lived.</param>
    /// <returns>Whether one lived.</returns>
    public static bool KillChildren(IDictionary<int, string> killed)
    {
        var found = false;
        foreach (var (id, folder) in Others())
        {
            var fields = FieldsOf(folder);
            if (fields[Parent] != Own) continue;
            if (fields[State] != "Z") found |= Kill(id, folder, killed);
            _ = WaitFor(id, 0, AtOnce);
        }

        return found;
    }

    private static IEnumerable<(int Id, string Folder)> Others() =>
        from folder in Directory.EnumerateDirectories("/proc")
        let id = int.TryParse(Path.GetFileName(folder), NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : Environment.ProcessId
        where id != Environment.ProcessId
        select (id, folder);

    private static bool Kill(int id, string folder, IDictionary<int, string> killed)
    {
        killed.TryAdd(id, Encoding.UTF8.GetString(Read($"{folder}/comm")).TrimEnd());
        _ = SendSignal(id, KillSignal);
        return true;
    }

    // The fields after the name, which may contain blanks and brackets. All are empty when the process has ended.
    private static string[] FieldsOf(string folder)
    {
        var stat = Encoding.UTF8.GetString(Read($"{folder}/stat"));
        return stat[(stat.LastIndexOf(')') + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries) is { Length: > Start } fields ? fields : [.. Enumerable.Repeat("", Start + 1)];
    }

    private static byte[] Read(string path)
    {
        try
        {
            return File.ReadAllBytes(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // It ended meanwhile, or may not be read by this user.
            Debug.WriteLine(exception);
            return [];
        }
    }

    [LibraryImport("libc", EntryPoint = "kill")]
    private static partial int SendSignal(int process, int signal);

    [LibraryImport("libc", EntryPoint = "waitpid")]
    private static partial int WaitFor(int process, nint status, int options);
}
