using System.Diagnostics;
using AsyncLoad.Model.Protocol;

namespace AsyncLoad.Harness.Platform;

/// <summary>Starts processes so that their descendants can be ended with them, as far as the system can track these.</summary>
internal static class Offspring
{
    /// <summary>Starts a process.</summary>
    /// <param name="directory">A directory of this process. Its name is in the mark, so that processes left by a killed run can be found.</param>
    /// <param name="processors">The processors that it is kept to; null for all.</param>
    public static Process Start(ProcessStartInfo start, PrivateDirectory directory, IReadOnlyList<int>? processors = null)
    {
        start.Environment[HostRequest.ProcessMark] = directory.NextSocketPath();
#pragma warning disable RS0030 // The one place where processes start.
        return ThisSystem.Offspring.Start(() =>
            (processors is null ? Process.Start(start) : ThisSystem.Processors.While(processors, () => Process.Start(start))) ?? throw new InvalidOperationException($"{start.FileName} did not start"));
#pragma warning restore RS0030
    }
}
