using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Text;
using Microsoft.Win32;

namespace AsyncLoad.Harness.Platform;

/// <summary>What the processor is called, and on which processors a process starts.</summary>
internal interface IProcessors
{
    /// <summary>Its name, which distinguishes machines; null when not known.</summary>
    string? Name(SystemFiles files);

    /// <summary>Runs <paramref name="start"/>, which starts a process, with the calling thread kept to some processors: the process inherits them.</summary>
    T While<T>(IReadOnlyList<int> processors, Func<T> start);
}

/// <summary>For other systems. A started process counts more processors than it was to be kept to, which shows that it was not.</summary>
internal sealed class PortableProcessors : IProcessors
{
    public string? Name(SystemFiles files) => null;

    public T While<T>(IReadOnlyList<int> processors, Func<T> start) => start();
}

/// <summary>Uses /proc/cpuinfo and sched_setaffinity(2).</summary>
[SupportedOSPlatform("linux")]
internal sealed class LinuxProcessors : IProcessors
{
    public string? Name(SystemFiles files) => MachineProbe.ProcessorOf(files.Lines(MachineProbe.CpuInfo));

    public T While<T>(IReadOnlyList<int> processors, Func<T> start) => ThreadCores.While(processors, start);
}

/// <summary>Uses sysctl(3).</summary>
[SupportedOSPlatform("macos")]
internal sealed partial class MacProcessors : IProcessors
{
    private const int Longest = 256;

    public string? Name(SystemFiles files)
    {
        var bytes = new byte[Longest];
        nint length = Longest;
        return Read("machdep.cpu.brand_string", bytes, ref length, 0, 0) == 0 ? Encoding.UTF8.GetString(bytes, 0, (int)length).TrimEnd('\0').Trim() : null;
    }

    public T While<T>(IReadOnlyList<int> processors, Func<T> start) => start();

    [LibraryImport("libc", EntryPoint = "sysctlbyname", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Read(string name, byte[] value, ref nint length, nint written, nint writtenLength);
}

/// <summary>Uses the registry.</summary>
[SupportedOSPlatform("windows")]
internal sealed class WindowsProcessors : IProcessors
{
    public string? Name(SystemFiles files)
    {
        using var key = Registry.LocalMachine.OpenSubKey(@"HARDWARE\DESCRIPTION\System\CentralProcessor\0");
        return (key?.GetValue("ProcessorNameString") as string)?.Trim();
    }

    public T While<T>(IReadOnlyList<int> processors, Func<T> start) => start();
}

/// <summary>
/// Keeps the calling thread to some processors while it starts a process, which inherits them with its first instruction.
/// </summary>
[SupportedOSPlatform("linux")]
internal static partial class ThreadCores
{
    // 65,536 processors, more than any kernel supports.
    private const int Words = 1_024;

    /// <summary>Runs <paramref name="start"/> on these processors alone.</summary>
    public static T While<T>(IReadOnlyList<int> processors, Func<T> start)
    {
        Span<ulong> before = stackalloc ulong[Words];
        before.Clear();
        Span<ulong> asked = stackalloc ulong[Words];
        asked.Clear();
        foreach (var number in processors) asked[number / 64] |= 1UL << (number % 64);
        if (GetAffinity(0, Words * sizeof(ulong), before) < 0 || SetAffinity(0, Words * sizeof(ulong), asked) != 0) return start();
        try
        {
            return start();
        }
        finally
        {
            _ = SetAffinity(0, Words * sizeof(ulong), before);
        }
    }

    [LibraryImport("libc", EntryPoint = "sched_setaffinity")]
    private static partial int SetAffinity(int thread, nint size, ReadOnlySpan<ulong> mask);

    [LibraryImport("libc", EntryPoint = "sched_getaffinity")]
    private static partial int GetAffinity(int thread, nint size, Span<ulong> mask);
}
