using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using AsyncLoad.Model.Protocol;

namespace AsyncLoad.Harness.Platform;

/// <summary>
/// Starts processes so that whatever they start can be ended with them. On Linux each of those is known by a variable that it inherits, whatever session it
/// went to; one that lost both the variable and its parent becomes a child of this process. On Windows they are in a job. Elsewhere only what is still
/// below a process ends with it.
/// </summary>
internal static partial class Offspring
{
    // PR_SET_CHILD_SUBREAPER of prctl(2), since Linux 3.4.
    private const int AdoptOption = 36;

    // A process that does not end on SIGKILL waits in the kernel, for a disk that does not answer.
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(2);

    private static readonly ConditionalWeakTable<Process, JobObject> Jobs = [];
    private static readonly Lock Guard = new();

    // Numbers of processes that were started here and are not known to have ended.
    private static readonly HashSet<int> Living = [];
    private static bool adopts;

    /// <summary>Makes this process the parent of what loses its own below it. Not where it has children that it did not start, as a shell that became it has: what those lose is none of ours.</summary>
    public static void Adopt() => adopts = OperatingSystem.IsLinux() && !ProcessList.HasChildren && SetProcessOption(AdoptOption, 1, 0, 0, 0) == 0;

    /// <summary>Starts a process.</summary>
    /// <param name="directory">A place of this process: its name is in the mark, so that what a killed process of this program left can be told.</param>
    /// <param name="processors">The processors that it is kept to; null for all.</param>
    public static Process Start(ProcessStartInfo start, PrivateDirectory directory, IReadOnlyList<int>? processors = null)
    {
        start.Environment[HostRequest.ProcessMark] = directory.NextSocketPath();
        lock (Guard)
        {
#pragma warning disable RS0030 // The one place where processes start.
            var process = (processors is null ? Process.Start(start) : ThreadCores.While(processors, () => Process.Start(start))) ?? throw new InvalidOperationException($"{start.FileName} did not start");
#pragma warning restore RS0030
            Living.Add(process.Id);
            if (OperatingSystem.IsWindows()) Jobs.Add(process, JobObject.Of(process));
            return process;
        }
    }

    /// <summary>Ends what a process left that has ended itself.</summary>
    /// <returns>Names of those that lived.</returns>
    public static async Task<IReadOnlyList<string>> EndAsync(Process process)
    {
        lock (Guard) Living.Remove(process.Id);
        if (OperatingSystem.IsWindows()) return Jobs.TryGetValue(process, out var job) ? job.End() : [];
        if (!OperatingSystem.IsLinux() || process.StartInfo.Environment[HostRequest.ProcessMark] is not { } mark) return [];
        var ended = new SortedDictionary<int, string>();
        var began = Stopwatch.GetTimestamp();
        // Again, since one that was just starting another is not in the list for both.
        while (KillOnce(mark, ended) && Stopwatch.GetElapsedTime(began) < Deadline) await Task.Delay(1);
        return [.. ended.Values];
    }

    private static bool KillOnce(string mark, IDictionary<int, string> killed)
    {
        var found = ProcessList.KillMarked($"{mark}\0", killed);
        // While another process lives, an adopted one may be its.
        lock (Guard) return (adopts && Living.Count == 0 && ProcessList.KillChildren(killed)) || found;
    }

    [LibraryImport("libc", EntryPoint = "prctl")]
    private static partial int SetProcessOption(int option, nuint second, nuint third, nuint fourth, nuint fifth);
}
