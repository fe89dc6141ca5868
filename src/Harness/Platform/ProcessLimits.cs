using System.Globalization;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Platform;

/// <summary>Checks the limits of this process. The runtime ends a process that reaches them, at any moment and without a reason.</summary>
internal static class ProcessLimits
{
    // This program has about 70 open files and 25 threads. Two measured processes have about as many threads each, and more with a heap per core.
    private const long FewestFiles = 256;
    private const long FewestThreads = 128;

    // Bytes. On two cores, 4.1 GB of addresses were used up after two pairs, and 6.1 GB were enough.
    private const long FewestAddresses = 8_000_000_000;

    private const string File = "proc/self/limits";

    /// <summary>Which limit is too low, and what to do; null when none is, or the system does not tell.</summary>
    public static string? Refusal() =>
        Refusal(SystemFiles.OfMachine.Lines(File), SystemFiles.OfMachine.Exists("proc/self") && FileOwner.ThisUser != 0 ? ThreadsOfThisUser : null)
        ?? OfGroup(new ControlGroup(SystemFiles.OfMachine).FreeTasks());

    /// <param name="limits">Lines such as "Max open files            1024                 524288               files".</param>
    /// <param name="threads">Counts the threads that count against the limit on processes; null for root, who has no limit.</param>
    internal static string? Refusal(IReadOnlyList<string> limits, Func<long>? threads)
    {
        if (Of(limits, "Max open files") is { } files && files < FewestFiles)
            return string.Create(CultureInfo.InvariantCulture, $"only {files} files may be open at once, and asyncload needs {FewestFiles}: raise the limit (ulimit -n {FewestFiles})");
        if (Of(limits, "Max address space") is { } addresses && addresses < FewestAddresses)
            return string.Create(CultureInfo.InvariantCulture, $"processes may have only {new MeasuredSize(addresses)} of addresses, and asyncload needs 8 GB: remove the limit (ulimit -v unlimited)");
        if (threads is null || Of(limits, "Max processes") is not { } most || most - threads() is not (< FewestThreads and var free)) return null;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"this user may have only {most} processes and threads at once, of which {Math.Max(0, free)} are free, and asyncload needs {FewestThreads}: raise the limit (ulimit -u), or end other processes");
    }

    /// <param name="free">Processes and threads that the control group may have in addition; null for no limit.</param>
    internal static string? OfGroup(long? free) => free < FewestThreads
        ? string.Create(CultureInfo.InvariantCulture, $"this container or service may have only {Math.Max(0, free.Value)} more processes and threads, and asyncload needs {FewestThreads}: raise the limit (docker run --pids-limit, or pids.max of its control group), or end other processes")
        : null;

    // The soft limit, which is in force, stands before the hard one. None is "unlimited".
    private static long? Of(IReadOnlyList<string> limits, string name) =>
        limits.FirstOrDefault(line => line.StartsWith(name, StringComparison.Ordinal))?[name.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries) is [var soft, ..]
        && long.TryParse(soft, NumberStyles.None, CultureInfo.InvariantCulture, out var limit) ? limit : null;

    private static long ThreadsOfThisUser() => SystemFiles.OfMachine.Folders("proc")
        .Where(process => ThisSystem.Files.IsOwn($"/proc/{process}"))
        .Sum(process => (long)SystemFiles.OfMachine.Folders($"proc/{process}/task").Count);
}
