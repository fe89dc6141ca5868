using System.Runtime.InteropServices;
using AsyncLoad.Model.Protocol;

namespace AsyncLoad.Harness.Platform;

/// <summary>What differs by system, chosen once. No other file of this program asks which system it is.</summary>
internal static class ThisSystem
{
    // Tests on other systems: measured processes then have the clocks of Windows, and are connected as there.
    private static bool EmulatesWindows => Environment.GetEnvironmentVariable(HostRequest.Clocks) == HostRequest.WindowsClocks;

    /// <summary>How measured processes are connected. Every Windows has named pipes; only newer versions have Unix sockets.</summary>
    public static ITransport Transport { get; } =
        OperatingSystem.IsWindows() ? PipeTransport.ByName : EmulatesWindows ? PipeTransport.ByPath : new SocketTransport();

    /// <summary>Folders and files that no other user can enter.</summary>
    public static IPrivateFiles Files { get; } =
        OperatingSystem.IsLinux() ? new LinuxPrivateFiles() : OperatingSystem.IsWindows() ? new WindowsPrivateFiles() : new UnixPrivateFiles();

    /// <summary>What the system tells in small text files; only on Linux.</summary>
    public static SystemFiles Machine { get; } = new(OperatingSystem.IsLinux() ? "/" : null);

    /// <summary>Ends the processes that started processes leave behind.</summary>
    public static IOffspring Offspring { get; } =
        OperatingSystem.IsLinux() ? new LinuxOffspring() : OperatingSystem.IsWindows() ? new WindowsOffspring() : new PortableOffspring();

    /// <summary>What the processor is called, and where processes start.</summary>
    public static IProcessors Processors { get; } =
        OperatingSystem.IsLinux() ? new LinuxProcessors() : OperatingSystem.IsWindows() ? new WindowsProcessors() : OperatingSystem.IsMacOS() ? new MacProcessors() : new PortableProcessors();

    /// <summary>Signals, and the ends of processes.</summary>
    public static Signals Signals { get; } =
        OperatingSystem.IsWindows() ? Signals.Windows : OperatingSystem.IsMacOS() ? Signals.MacOS : Signals.Linux;

    /// <summary>Advice of <c>doctor</c> for this system.</summary>
    public static SystemAdvice Advice { get; } = OperatingSystem.IsWindows() ? SystemAdvice.Windows : SystemAdvice.Unix;

    /// <summary>Names of programs and libraries, and how a shell takes a path.</summary>
    public static SystemNames Names { get; } =
        OperatingSystem.IsWindows() ? SystemNames.Windows : OperatingSystem.IsMacOS() ? SystemNames.MacOS : SystemNames.Linux;
}

/// <summary>Advice of <c>doctor</c> that depends on the system, for settings that cannot be read.</summary>
/// <param name="Speed">How to keep cores at their speed; null where the setting can be read.</param>
/// <param name="CrashFiles">How to keep a crash from writing a file; null where the setting can be read.</param>
/// <param name="Reached">How measured processes are connected, in words that follow "over".</param>
internal sealed record SystemAdvice(string? Speed, string? CrashFiles, string Reached)
{
    public static SystemAdvice Windows { get; } = new(
        "powercfg /setactive SCHEME_MIN keeps cores at their speed",
        "turn LocalDumps of Windows Error Reporting off, if they are on",
        "named pipes, and write temporary files");

    public static SystemAdvice Unix { get; } = new(null, null, "sockets, whose paths have 103 bytes at most");
}

/// <summary>Names of programs and libraries, and how a shell takes a path.</summary>
/// <param name="Muxer">What <c>dotnet</c> is called.</param>
/// <param name="Suffix">How the name of a program ends.</param>
/// <param name="Sqlite">Names of the system's SQLite, the first choice first.</param>
/// <param name="Quote">Quotes a path with blanks, so that a shell reads one word.</param>
internal sealed record SystemNames(string Muxer, string Suffix, IReadOnlyList<string> Sqlite, Func<string, string> Quote)
{
    public static SystemNames Windows { get; } = new("dotnet.exe", ".exe", ["winsqlite3.dll", "sqlite3.dll"], static path => $"\"{path}\"");

    public static SystemNames MacOS { get; } = new("dotnet", "", ["/usr/lib/libsqlite3.dylib", "libsqlite3.dylib"], OfUnix);

    public static SystemNames Linux { get; } = new("dotnet", "", ["libsqlite3.so.0", "libsqlite3.so"], OfUnix);

    private static string OfUnix(string path) => $"'{path.Replace("'", "'\\''", StringComparison.Ordinal)}'";
}

/// <summary>Which signals ask a program to end, and how the end of a process shows in its exit code.</summary>
/// <param name="Interrupts">What a person sends from a terminal: Ctrl-C, and Ctrl-Break on Windows, which is SIGQUIT there.</param>
/// <param name="Terminations">What asks to end from outside. SIGHUP means that the terminal has closed.</param>
/// <param name="EndsAfterHandling">Whether the system ends the process as soon as a termination has been handled, even if the handler cancels it.</param>
/// <param name="EndName">The name of what ended a process, by its exit code; null where it ended by itself.</param>
internal sealed record Signals(IReadOnlyList<PosixSignal> Interrupts, IReadOnlyList<PosixSignal> Terminations, bool EndsAfterHandling, Func<int, string?> EndName)
{
    public static Signals Linux { get; } = new([PosixSignal.SIGINT], [PosixSignal.SIGTERM, PosixSignal.SIGHUP], EndsAfterHandling: false, code => OfUnix(code, busError: 7));

    public static Signals MacOS { get; } = new([PosixSignal.SIGINT], [PosixSignal.SIGTERM, PosixSignal.SIGHUP], EndsAfterHandling: false, code => OfUnix(code, busError: 10));

    public static Signals Windows { get; } = new([PosixSignal.SIGINT, PosixSignal.SIGQUIT], [PosixSignal.SIGTERM, PosixSignal.SIGHUP], EndsAfterHandling: true, OfWindows);

    /// <summary>Whether what ended a process asks programs to end. It may have gone to all programs of a terminal or a job.</summary>
    /// <param name="endName">Its name, as <see cref="EndName"/> gives it.</param>
    public static bool AskToEnd(string? endName) => endName is "SIGHUP" or "SIGINT" or "SIGTERM" or "STATUS_CONTROL_C_EXIT";

    // A killed process shows as 128 + the signal's number.
    private static string? OfUnix(int code, int busError) => (code - 128) switch
    {
        1 => "SIGHUP",
        2 => "SIGINT",
        4 => "SIGILL",
        6 => "SIGABRT",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        15 => "SIGTERM",
        var number when number == busError => "SIGBUS",
        _ => null,
    };

    // Values of ntstatus.h, and what the runtime ends with.
    private static string? OfWindows(int code) => unchecked((uint)code) switch
    {
        0xC0000005 => "STATUS_ACCESS_VIOLATION",
        0xC0000006 => "STATUS_IN_PAGE_ERROR",
        0xC0000017 => "STATUS_NO_MEMORY",
        0xC000001D => "STATUS_ILLEGAL_INSTRUCTION",
        0xC0000094 => "STATUS_INTEGER_DIVIDE_BY_ZERO",
        0xC00000FD => "STATUS_STACK_OVERFLOW",
        0xC0000135 => "STATUS_DLL_NOT_FOUND",
        0xC000013A => "STATUS_CONTROL_C_EXIT",
        0xC0000142 => "STATUS_DLL_INIT_FAILED",
        0xC0000374 => "STATUS_HEAP_CORRUPTION",
        0xC0000409 => "STATUS_STACK_BUFFER_OVERRUN",
        0x80131506 => "COR_E_EXECUTIONENGINE",
        0x80131623 => "COR_E_FAILFAST",
        0xE0434352 => "an unhandled exception (0xE0434352)",
        _ => null,
    };
}
