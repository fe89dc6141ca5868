using System.Diagnostics;
using System.Numerics;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace AsyncLoad.Host.Platform;

/// <summary>
/// By processor groups, which have up to 64 processors each: processor 3 of group 1 has the number 67. A thread runs in one group at a time, so of processors
/// in several groups it gets those of the group that has most of them.
/// </summary>
[SupportedOSPlatform("windows")]
internal sealed partial class WindowsProcessors : IProcessors
{
    private const int GroupSize = 64;
    private const int MostGroups = 32;

    // As long as the names that Linux keeps, so that one name serves both.
    private const int LongestName = 15;

    // Access rights of processthreadsapi.h.
    private const uint SetInformation = 0x0020;
    private const uint QueryInformation = 0x0040;
    private const uint QueryLimitedInformation = 0x0800;

    public string? Unbound => null;

    public IReadOnlyList<int> Allowed()
    {
        var groups = new ushort[MostGroups];
        var count = (ushort)MostGroups;
        if (GetProcessGroups(CurrentProcess(), ref count, groups) == 0 || count == 0) return [];
        // The mask of a process covers only one group. A process with several groups may use all of their processors.
        if (count == 1) return GetProcessMask(CurrentProcess(), out var mask, out _) == 0 ? [] : [.. NumbersOf(groups[0], mask)];
        return [.. groups.Take(count).SelectMany(group => Enumerable.Range(group * GroupSize, ActiveProcessors(group))).Order()];
    }

    public bool Bind(int thread, ReadOnlySpan<int> processors)
    {
        var affinity = AffinityOf(processors);
        if (affinity.Mask == 0) return false;
        if (thread == 0) return SetAffinity(CurrentThread(), affinity, 0) != 0;
        var handle = OpenThread(SetInformation | QueryInformation, 0, thread);
        if (handle == 0) return false;
        var done = SetAffinity(handle, affinity, 0) != 0;
        _ = Close(handle);
        return done;
    }

    public IEnumerable<(int Thread, string Name)> Threads()
    {
        using var process = Process.GetCurrentProcess();
        foreach (ProcessThread thread in process.Threads)
        {
            using (thread)
            {
                if (NameOf(thread.Id) is { } name) yield return (thread.Id, name);
            }
        }
    }

    /// <summary>The processors of the group that most of them are in.</summary>
    internal static GroupAffinity AffinityOf(ReadOnlySpan<int> processors)
    {
        var most = default(GroupAffinity);
        foreach (var first in processors)
        {
            var (group, mask) = (first / GroupSize, (nuint)0);
            foreach (var number in processors)
            {
                if (number / GroupSize == group) mask |= (nuint)1 << (number % GroupSize);
            }

            if (BitOperations.PopCount(mask) > BitOperations.PopCount(most.Mask)) most = new GroupAffinity(mask, (ushort)group);
        }

        return most;
    }

    private static IEnumerable<int> NumbersOf(int group, nuint mask) =>
        Enumerable.Range(0, GroupSize).Where(bit => (mask >> bit & 1) != 0).Select(bit => (group * GroupSize) + bit);

    // Null: it ended meanwhile. A thread without a name has an empty one.
    private static string? NameOf(int thread)
    {
        var handle = OpenThread(QueryLimitedInformation, 0, thread);
        if (handle == 0) return null;
        var told = GetName(handle, out var text) >= 0;
        _ = Close(handle);
        if (!told) return null;
        var name = Marshal.PtrToStringUni(text) ?? "";
        _ = Free(text);
        return name.Length > LongestName ? name[..LongestName] : name;
    }

    [LibraryImport("kernel32", EntryPoint = "GetCurrentProcess")]
    private static partial nint CurrentProcess();

    [LibraryImport("kernel32", EntryPoint = "GetCurrentThread")]
    private static partial nint CurrentThread();

    [LibraryImport("kernel32", EntryPoint = "GetProcessGroupAffinity")]
    private static partial int GetProcessGroups(nint process, ref ushort count, ushort[] groups);

    [LibraryImport("kernel32", EntryPoint = "GetProcessAffinityMask")]
    private static partial int GetProcessMask(nint process, out nuint mask, out nuint system);

    [LibraryImport("kernel32", EntryPoint = "GetActiveProcessorCount")]
    private static partial int ActiveProcessors(ushort group);

    [LibraryImport("kernel32", EntryPoint = "SetThreadGroupAffinity")]
    private static partial int SetAffinity(nint thread, in GroupAffinity affinity, nint previous);

    [LibraryImport("kernel32", EntryPoint = "OpenThread")]
    private static partial nint OpenThread(uint access, int inherits, int thread);

    // Windows Server 2016 and Windows 10 version 1607 export it only there.
    [LibraryImport("kernelbase", EntryPoint = "GetThreadDescription")]
    private static partial int GetName(nint thread, out nint text);

    [LibraryImport("kernel32", EntryPoint = "LocalFree")]
    private static partial nint Free(nint memory);

    [LibraryImport("kernel32", EntryPoint = "CloseHandle")]
    private static partial int Close(nint handle);
}

/// <summary>GROUP_AFFINITY of winnt.h, whose last six bytes are reserved and 0.</summary>
[StructLayout(LayoutKind.Sequential, Size = 16)]
internal readonly struct GroupAffinity(nuint mask, ushort group)
{
    public readonly nuint Mask = mask;
    public readonly ushort Group = group;
}
