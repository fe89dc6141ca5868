using System.Diagnostics;
using System.Globalization;

namespace AsyncLoad.Harness.Platform;

/// <summary>
/// The largest working set of another process from a moment on, read from outside so that the process does nothing for it. Linux records the peak, and
/// can reset it; elsewhere only the sizes when it is read are known.
/// </summary>
/// <param name="process">The process; it is alive while this is used.</param>
/// <param name="files">The files of the machine, or of a test.</param>
internal sealed class WorkingSetPeak(Process process, SystemFiles files)
{
    // proc_pid_clear_refs(5): the peak becomes what the working set is now.
    private const string ForgetPeak = "5";

    // "VmHWM:\t   12345 kB".
    private const string PeakLine = "VmHWM:";
    private const long Unit = 1024;

    private readonly string folder = string.Create(CultureInfo.InvariantCulture, $"proc/{process.Id}");

    /// <summary>The largest so far; null before it is first read, and where the system does not tell.</summary>
    public long? Bytes { get; private set; }

    /// <summary>Whether only the sizes when it was read are known.</summary>
    public bool IsSampled { get; private set; }

    /// <summary>Forgets the largest so far.</summary>
    public void Begin() => (Bytes, IsSampled) = (null, !files.Write($"{folder}/clear_refs", ForgetPeak));

    public void Read()
    {
        var seen = IsSampled ? null : KeptBySystem();
        if (seen is null) (IsSampled, seen) = (true, Now());
        if (seen > (Bytes ?? 0)) Bytes = seen;
    }

    private long? KeptBySystem() =>
        files.Lines($"{folder}/status").FirstOrDefault(line => line.StartsWith(PeakLine, StringComparison.Ordinal)) is { } line
        && long.TryParse(line.AsSpan(PeakLine.Length).Trim().TrimEnd("kB").Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out var size) ? size * Unit : null;

    private long? Now()
    {
        try
        {
            process.Refresh();
            return process.WorkingSet64 is > 0 and var size ? size : null;
        }
        catch (Exception exception) when (exception is InvalidOperationException or NotSupportedException or System.ComponentModel.Win32Exception)
        {
            // It has just ended, or the system does not say: the next request to it fails with the reason.
            Debug.WriteLine(exception);
            return null;
        }
    }
}
