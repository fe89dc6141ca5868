using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using AsyncLoad.Model.Protocol;

namespace AsyncLoad.Host.Platform;

/// <summary>What this process started, and what those started: known by a mark that they inherit, on Linux only.</summary>
internal static partial class StartedProcesses
{
    private const int KillSignal = 9;

    /// <summary>Ends them, for a harness that is gone and cannot. Those that it started itself have other marks.</summary>
    public static void End()
    {
        if (!OperatingSystem.IsLinux() || Environment.GetEnvironmentVariable(HostRequest.ProcessMark) is not { } mark) return;
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
