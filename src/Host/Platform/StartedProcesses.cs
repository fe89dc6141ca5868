using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Text;
using AsyncLoad.Model.Protocol;

namespace AsyncLoad.Host.Platform;

/// <summary>The descendants of this process.</summary>
internal interface IStartedProcesses
{
    /// <summary>Ends them in place of a harness that is gone. Processes of the harness itself are not touched.</summary>
    void End();
}

/// <summary>For systems that cannot track them. On Windows they are in a job, which ends with the harness.</summary>
internal sealed class PortableStartedProcesses : IStartedProcesses
{
    public void End()
    {
    }
}

/// <summary>Finds them by a variable that they inherit.</summary>
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
            return HostRequest.HasVariable(File.ReadAllBytes($"{folder}/environ"), wanted);
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
