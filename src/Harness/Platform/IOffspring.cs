using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using AsyncLoad.Model.Protocol;

namespace AsyncLoad.Harness.Platform;

/// <summary>What processes start, and how it ends with them.</summary>
internal interface IOffspring
{
    /// <summary>Makes this process the parent of what loses its own below it.</summary>
    void Adopt();

    /// <summary>Starts a process by what is given, and knows it from its first instant.</summary>
    Process Start(Func<Process> start);

    /// <summary>Ends what a process left that has ended itself.</summary>
    /// <returns>Names of those that lived.</returns>
    Task<IReadOnlyList<string>> EndAsync(Process process);

    /// <summary>Ends what a killed program of this user left.</summary>
    /// <param name="directory">Path of its private directory.</param>
    void EndAbandoned(string directory);
}

/// <summary>Where only what is still below a process ends with it.</summary>
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

/// <summary>In a job for each process, which ends with this program.</summary>
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
/// Each is known by a variable that it inherits, whatever session it went to; one that lost both the variable and its parent becomes a child of this process.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed partial class LinuxOffspring : IOffspring
{
    // PR_SET_CHILD_SUBREAPER of prctl(2), since Linux 3.4.
    private const int AdoptOption = 36;

    // A process that does not end on SIGKILL waits in the kernel, for a disk that does not answer.
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(2);

    private readonly Lock guard = new();

    // Numbers of processes that were started here and are not known to have ended.
    private readonly HashSet<int> living = [];
    private bool adopts;

    // Not where it has children that it did not start, as a shell that became it has: what those lose is none of ours.
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
        // Again, since one that was just starting another is not in the list for both.
        while (KillOnce(mark, ended) && Stopwatch.GetElapsedTime(began) < Deadline) await Task.Delay(1);
        return [.. ended.Values];
    }

    public void EndAbandoned(string directory) => ProcessList.KillMarked($"{directory}/", new Dictionary<int, string>());

    private bool KillOnce(string mark, IDictionary<int, string> killed)
    {
        var found = ProcessList.KillMarked($"{mark}\0", killed);
        // While another process lives, an adopted one may be its.
        lock (guard) return (adopts && living.Count == 0 && ProcessList.KillChildren(killed)) || found;
    }

    [LibraryImport("libc", EntryPoint = "prctl")]
    private static partial int SetProcessOption(int option, nuint second, nuint third, nuint fourth, nuint fifth);
}
