using System.Runtime.InteropServices;

namespace AsyncLoad.Host.Platform;

/// <summary>What differs by system, chosen once. No other file of the measured process asks which system it is.</summary>
internal static class ThisSystem
{
    /// <summary>Where threads run.</summary>
    public static IProcessors Processors { get; } =
        OperatingSystem.IsLinux() ? new LinuxProcessors() : OperatingSystem.IsWindows() ? new WindowsProcessors() : new PortableProcessors();

    /// <summary>How threads sleep.</summary>
    public static IWaiting Waiting { get; } = EmulatedClocks.Over(
        OperatingSystem.IsLinux() ? new LinuxWaiting() : OperatingSystem.IsWindows() ? new WindowsWaiting() : new PortableWaiting());

    /// <summary>What processor time was used.</summary>
    public static IProcessClock Clock { get; } = EmulatedClocks.Over(
        OperatingSystem.IsLinux() ? new LinuxProcessClock() : OperatingSystem.IsWindows() ? new WindowsProcessClock() : new PortableProcessClock());

    /// <summary>What this process started.</summary>
    public static IStartedProcesses Started { get; } = OperatingSystem.IsLinux() ? new LinuxStartedProcesses() : new PortableStartedProcesses();

    /// <summary>
    /// Signals that a terminal sends to all of its programs, and that they can outlive. Ctrl-Break of Windows is SIGQUIT there; elsewhere that one asks for a dump.
    /// SIGHUP means that the terminal has closed, which on Windows ends a program in any case.
    /// </summary>
    public static IReadOnlyList<PosixSignal> OfTerminal { get; } =
        OperatingSystem.IsWindows() ? [PosixSignal.SIGINT, PosixSignal.SIGQUIT] : [PosixSignal.SIGINT, PosixSignal.SIGHUP];

    /// <summary>How native libraries and the folders of packages are called.</summary>
    public static LibraryNames Libraries { get; } =
        OperatingSystem.IsWindows() ? LibraryNames.Windows : OperatingSystem.IsMacOS() ? LibraryNames.MacOS : LibraryNames.Linux;
}

/// <summary>How native libraries are called, and which parts of a package are for this system.</summary>
/// <param name="Extension">With its dot.</param>
/// <param name="Identifiers">The system in runtime identifiers, the most general first, without the architecture.</param>
internal sealed record LibraryNames(string Extension, IReadOnlyList<string> Identifiers)
{
    public static LibraryNames Windows { get; } = new(".dll", ["win"]);

    public static LibraryNames MacOS { get; } = new(".dylib", ["unix", "osx"]);

    public static LibraryNames Linux { get; } = new(".so", ["unix", "linux"]);
}
