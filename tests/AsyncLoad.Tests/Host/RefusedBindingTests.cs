using System.Runtime.InteropServices;
using AsyncLoad.Host.Platform;
using Xunit;

namespace AsyncLoad.Tests.Host;

/// <summary>A thread that may not call sched_setaffinity(2), as in a container or service with a filter of system calls.</summary>
public class RefusedBindingTests
{
    // linux/prctl.h.
    private const int SetFilter = 22;
    private const int FilterMode = 2;
    private const int SetNoNewPrivileges = 38;

    [Fact]
    public void Where_no_thread_can_be_bound_that_is_told()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && RuntimeInformation.ProcessArchitecture == Architecture.X64, "the filter is for Linux on x64");
        var (before, after, filtered) = ((string?)null, (string?)null, false);
        // The filter is that of one thread.
        var thread = new Thread(() =>
        {
            before = ThisSystem.Processors.Unbound;
            filtered = Filter();
            after = ThisSystem.Processors.Unbound;
        });
        thread.Start();
        thread.Join();

        Assert.Null(before);
        Assert.SkipUnless(filtered, "no filter can be set here");
        Assert.Equal("this system refuses to bind threads to processors", after);
    }

    // Reads the number of a call, returns EPERM for 203, which is sched_setaffinity, and lets all others pass: instructions of linux/filter.h.
    private static bool Filter()
    {
        ulong[] instructions = [0x20, 0x15 | (1UL << 24) | (203UL << 32), 0x06 | (0x0005_0001UL << 32), 0x06 | (0x7fff_0000UL << 32)];
        var pinned = GCHandle.Alloc(instructions, GCHandleType.Pinned);
        try
        {
            nint[] program = [instructions.Length, pinned.AddrOfPinnedObject()];
            return Control(SetNoNewPrivileges, 1, 0, 0, 0) == 0 && Control(SetFilter, FilterMode, program, 0, 0) == 0;
        }
        finally
        {
            pinned.Free();
        }
    }

    [DllImport("libc", EntryPoint = "prctl")]
    private static extern int Control(int option, nint first, nint second, nint third, nint fourth);

    [DllImport("libc", EntryPoint = "prctl")]
    private static extern int Control(int option, nint first, nint[] second, nint third, nint fourth);
}
