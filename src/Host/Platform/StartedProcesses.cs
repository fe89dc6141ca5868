using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Text;
using AsyncLoad.Model.Protocol;

namespace AsyncLoad.Host.Platform;

/// <summary>What this process started, and what those started.</summary>
internal interface IStartedProcesses
{
    /// <summary>Ends them, for a harness that is gone and cannot. Those that it started itself are left alone.</summary>
    void End();
}

/// <summary>Where they are not known. On Windows they are in a job, which ends with the harness.</summary>
internal sealed class PortableStartedProcesses : IStartedProcesses
{
    public void End()
    {
    }
}

/// <summary>Known by a mark that they inherit.</summary>
[SupportedOSPlatform("linux")]
internal sealed partial class LinuxStartedProcesses : IStartedProcesses
{
    private const int KillSignal = 9;

    public void End()
    {
        if (Environment.GetEnvironmentVariable(HostRequest.ProcessMark) is not { } mark) return;
        var wanted = Encoding.UTF8.GetBytes($"{HostRequest.ProcessMark}={mark}\0");
        foreach (var folder in Directory.EnumerateDirectories("/proc"))
        {
            if (int.TryParse(Path.GetFileName(folder), NumberStyles.None, CultureInfo.InvariantCulture, out var id) && id != Environment.ProcessId && IsMarked(folder, wanted))
                _ = SendSignal(id, KillSignal);
        }
    }

    private static bool IsMarked(string folder, byte[] wanted)
    {
        try
        {
            return File.ReadAllBytes($"{folder}/environ").AsSpan().IndexOf(wanted) >= 0;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // It ended meanwhile, or belongs to another user.
            Debug.WriteLine(exception);
            return false;
        }
    }

    [LibraryImport("libc", EntryPoint = "kill")]
    private static partial int SendSignal(int process, int signal);
}
