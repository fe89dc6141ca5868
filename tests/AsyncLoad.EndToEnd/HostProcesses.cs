using System.Globalization;
using System.Runtime.InteropServices;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>Signals, and the processes that belong to a sandbox, as <c>/proc</c> shows them.</summary>
internal static partial class HostProcesses
{
    /// <summary>Signals by their numbers on Linux.</summary>
    public enum Signal
    {
        Hangup = 1,
        Interrupt = 2,
        Kill = 9,
        Terminate = 15,
        Continue = 18,
        Stop = 19,
    }

    /// <summary>Skips a test where there are neither signals nor <c>/proc</c>.</summary>
    public static void Require() => Assert.SkipUnless(OperatingSystem.IsLinux(), "signals and /proc are those of Linux");

    /// <summary>Lets programs started from here hear <see cref="Signal.Interrupt"/>: a shell's background jobs inherit that they ignore it.</summary>
    public static void HearInterrupts()
    {
        if (OperatingSystem.IsLinux() && IsIn(Environment.ProcessId, "SigIgn:", Signal.Interrupt)) _ = SetHandler((int)Signal.Interrupt, DefaultHandler);
    }

    /// <summary>Skips a test where programs started from here inherit that they ignore a signal, as under nohup.</summary>
    public static void RequireHeard(Signal signal) => Assert.SkipWhen(IsIn(Environment.ProcessId, "SigIgn:", signal), $"{signal} is ignored here");

    /// <summary>Whether a signal was sent to a process and none of its threads has taken it yet.</summary>
    public static bool IsPending(int process, Signal signal) => IsIn(process, "ShdPnd:", signal);

    /// <summary>Measured processes that were started by a program of this sandbox and live.</summary>
    public static IReadOnlyList<int> Of(Sandbox sandbox) =>
        [.. All(sandbox).Where(id => Read(id, "cmdline").Contains("AsyncLoad.Host.dll", StringComparison.Ordinal))];

    /// <summary>Processes with exactly this command line, its words ended by NUL.</summary>
    public static IReadOnlyList<int> Of(string commandLine) => [.. All().Where(id => CommandLine(id) == commandLine)];

    /// <summary>All processes of this sandbox, the programs themselves included.</summary>
    public static IEnumerable<int> All(Sandbox sandbox) => All().Where(id => EnvironmentOf(id).Contains(sandbox.Temporary, StringComparison.Ordinal));

    private static IEnumerable<int> All() =>
        from folder in Directory.EnumerateDirectories("/proc")
        let name = Path.GetFileName(folder)
        where name.All(char.IsAsciiDigit)
        select int.Parse(name, CultureInfo.InvariantCulture);

    /// <summary>Kills the processes of a sandbox, where they can be told.</summary>
    /// <returns>The command lines of those that lived.</returns>
    public static IReadOnlyList<string> EndAll(Sandbox sandbox)
    {
        if (!OperatingSystem.IsLinux()) return [];
        var left = All(sandbox).Select(id => (Id: id, Line: CommandLine(id))).ToList();
        foreach (var (id, _) in left) Send(id, Signal.Kill);
        return [.. left.Select(process => process.Line.Replace('\0', ' '))];
    }

    /// <summary>The environment that a process was started under, apart by NUL; empty when it has ended.</summary>
    public static string EnvironmentOf(int process) => Read(process, "environ");

    /// <summary>Words of a process's command line, apart by NUL; empty when it has ended.</summary>
    public static string CommandLine(int process) => Read(process, "cmdline");

    /// <summary>Processor time of a process so far, in clock ticks of 10 ms; 0 when it has ended.</summary>
    public static long Ticks(int process)
    {
        // Fields 14 and 15 of proc(5), user and system; the second field, a name in brackets, may hold anything.
        var stat = Read(process, "stat");
        return stat[(stat.LastIndexOf(')') + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries) is [_, _, _, _, _, _, _, _, _, _, _, var user, var system, ..]
            ? long.Parse(user, CultureInfo.InvariantCulture) + long.Parse(system, CultureInfo.InvariantCulture)
            : 0;
    }

    /// <summary>Most memory that a process has had resident so far, in bytes; 0 when it has ended.</summary>
    public static long PeakMemory(int process)
    {
        const string Peak = "VmHWM:";
        var line = Read(process, "status").Split('\n').FirstOrDefault(line => line.StartsWith(Peak, StringComparison.Ordinal));
        return line is null ? 0 : 1024 * long.Parse(line[Peak.Length..].Replace("kB", "", StringComparison.Ordinal).Trim(), CultureInfo.InvariantCulture);
    }

    /// <summary>Sends a signal; a process that has just ended is no error.</summary>
    public static void Send(int process, Signal signal) => _ = SendSignal(process, (int)signal);

    // Whether a mask of signals in proc(5) has one of them; none has when the process has ended.
    private static bool IsIn(int process, string mask, Signal signal)
    {
        var line = Read(process, "status").Split('\n').FirstOrDefault(line => line.StartsWith(mask, StringComparison.Ordinal));
        return line is not null && (ulong.Parse(line[mask.Length..].Trim(), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture) & (1UL << ((int)signal - 1))) != 0;
    }

    private static string Read(int process, string file)
    {
        try
        {
            return File.ReadAllText($"/proc/{process.ToString(CultureInfo.InvariantCulture)}/{file}");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // It ended meanwhile, or belongs to somebody else: none of ours.
            return "";
        }
    }

    // SIG_DFL of signal.h.
    private const nint DefaultHandler = 0;

    [LibraryImport("libc", EntryPoint = "signal")]
    private static partial nint SetHandler(int signal, nint handler);

    [LibraryImport("libc", EntryPoint = "kill")]
    private static partial int SendSignal(int process, int signal);
}
