using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using AsyncLoad.Model.Protocol;

namespace AsyncLoad.Harness.Platform;

/// <summary>Ends the processes that started processes leave behind. Thread-safe.</summary>
internal interface IOffspring
{
    /// <summary>Makes this process the parent of descendants that lose theirs.</summary>
    void Adopt();

    /// <summary>Starts a process with the function, and tracks it from its start.</summary>
    Process Start(Func<Process> start);

    /// <summary>Ends the processes that an ended process left.</summary>
    /// <returns>Names of those that were still alive.</returns>
    Task<IReadOnlyList<string>> EndAsync(Process process);

    /// <summary>Ends the processes that a killed process of this program left.</summary>
    /// <param name="directory">Path of its private directory.</param>
    void EndAbandoned(string directory);
}

/// <summary>For systems without a way to track descendants: only children of a killed process end with it.</summary>
internal sealed class PortableOffspring : IOffspring
{
    public void Adopt()
    {
    }

    public Process Start(Func<Process> start) => start();

    public Task<IReadOnlyList<string>> EndAsync(Process process) => Task.FromResult<IReadOnlyList<string>>([]);

    public void EndAbandoned(string directory)
    {
    }
}

/// <summary>Puts each process into a job, which ends with this program.</summary>
[SupportedOSPlatform("windows")]
internal sealed class WindowsOffspring : IOffspring
{
    private readonly ConditionalWeakTable<Process, JobObject> jobs = [];

    public void Adopt()
    {
    }

    public Process Start(Func<Process> start)
    {
        var process = start();
        jobs.Add(process, JobObject.Of(process));
        return process;
    }

    public Task<IReadOnlyList<string>> EndAsync(Process process) => Task.FromResult(jobs.TryGetValue(process, out var job) ? job.End() : []);

    public void EndAbandoned(string directory)
    {
    }
}

/// <summary>
/// Descendants are known by an inherited variable, in any session. One that lost both the variable and its parent becomes a child of this process.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed partial class LinuxOffspring : IOffspring
{
    // PR_SET_CHILD_SUBREAPER of prctl(2), since Linux 3.4.
    private const int AdoptOption = 36;

    // A process that does not end on SIGKILL waits in the kernel, such as for a disk.
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(2);

    private readonly Lock guard = new();

    // Ids of processes started here that are not known to have ended.
    private readonly HashSet<int> living = [];
    private bool adopts;

    // Not when it has children that it did not start, as after exec in a shell: their descendants are not ours.
    public void Adopt() => adopts = !ProcessList.HasChildren && SetProcessOption(AdoptOption, 1, 0, 0, 0) == 0;

    public Process Start(Func<Process> start)
    {
        lock (guard)
        {
            var process = start();
            living.Add(process.Id);
            return process;
        }
    }

    public async Task<IReadOnlyList<string>> EndAsync(Process process)
    {
        lock (guard) living.Remove(process.Id);
        if (process.StartInfo.Environment[HostRequest.ProcessMark] is not { } mark) return [];
        var ended = new SortedDictionary<int, string>();
        var began = Stopwatch.GetTimestamp();
        // Repeated, since a process that was just starting another may be missed.
        while (KillOnce(mark, ended) && Stopwatch.GetElapsedTime(began) < Deadline) await Task.Delay(1);
        return [.. ended.Values];
    }

    public void EndAbandoned(string directory) => ProcessList.KillMarked($"{directory}/", new Dictionary<int, string>());

    private bool KillOnce(string mark, IDictionary<int, string> killed)
    {
        var found = ProcessList.KillMarked($"{mark}\0", killed);
        // While another process lives, an adopted child may belong to it.
        lock (guard) return (adopts && living.Count == 0 && ProcessList.KillChildren(killed)) || found;
    }

    [LibraryImport("libc", EntryPoint = "prctl")]
    private static partial int SetProcessOption(int option, nuint second, nuint third, nuint fourth, nuint fifth);
}
