using System.Buffers.Binary;
using System.Diagnostics;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace AsyncLoad.Harness.Platform;

/// <summary>A Windows job with one process and all that it starts. They end with the job, and the job with this program.</summary>
internal sealed partial class JobObject : SafeHandleZeroOrMinusOneIsInvalid
{
    private const int ProcessNumbers = 3;
    private const int ExtendedLimits = 9;

    // JOBOBJECT_EXTENDED_LIMIT_INFORMATION, of which only the flags are set: JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE.
    private const int FlagsAt = 16;
    private const uint KillOnClose = 0x2000;
    private static readonly int LimitsLength = nint.Size == 8 ? 144 : 112;

    // JOBOBJECT_BASIC_PROCESS_ID_LIST: how many there are, how many are listed, and their numbers.
    private const int CountAt = 4;
    private const int FirstAt = 8;
    private const int MostNumbers = 1_000;

    // ERROR_MORE_DATA of winerror.h.
    private const int MoreData = 234;

    public JobObject()
        : base(ownsHandle: true)
    {
    }

    /// <summary>Puts a process into a job, unless it has ended already.</summary>
    public static JobObject Of(Process process)
    {
        var job = Create(0, null);
        var limits = new byte[LimitsLength];
        BinaryPrimitives.WriteUInt32LittleEndian(limits.AsSpan(FlagsAt), KillOnClose);
        if (job.IsInvalid || Set(job, ExtendedLimits, limits, limits.Length) == 0 || Assign(job, process.SafeHandle) == 0) Debug.WriteLine(Marshal.GetLastPInvokeErrorMessage());
        return job;
    }

    /// <summary>Ends every process in it.</summary>
    /// <returns>Names of those that were still alive.</returns>
    public IReadOnlyList<string> End()
    {
        // Windows takes a null handle for the job of this program, which must not be terminated.
        if (IsInvalid) return [];
        string[] names = [.. Numbers().Select(Name)];
        _ = Terminate(this, 1);
        return names;
    }

    protected override bool ReleaseHandle() => Close(handle) != 0;

    private IEnumerable<int> Numbers()
    {
        var list = new byte[FirstAt + (MostNumbers * nint.Size)];
        // When there are more than fit, those that fit are listed.
        if (Query(this, ProcessNumbers, list, list.Length, 0) == 0 && Marshal.GetLastPInvokeError() != MoreData) yield break;
        var count = Math.Min(MostNumbers, BinaryPrimitives.ReadInt32LittleEndian(list.AsSpan(CountAt)));
        for (var index = 0; index < count; index++) yield return BinaryPrimitives.ReadInt32LittleEndian(list.AsSpan(FirstAt + (index * nint.Size)));
    }

    private static string Name(int number)
    {
        try
        {
            using var process = Process.GetProcessById(number);
            return process.ProcessName;
        }
        catch (Exception exception) when (exception is ArgumentException or InvalidOperationException)
        {
            // It ended meanwhile.
            Debug.WriteLine(exception);
            return "?";
        }
    }

    [LibraryImport("kernel32", EntryPoint = "CreateJobObjectW", StringMarshalling = StringMarshalling.Utf16, SetLastError = true)]
    private static partial JobObject Create(nint attributes, string? name);

    [LibraryImport("kernel32", EntryPoint = "SetInformationJobObject", SetLastError = true)]
    private static partial int Set(JobObject job, int kind, ReadOnlySpan<byte> information, int length);

    [LibraryImport("kernel32", EntryPoint = "AssignProcessToJobObject", SetLastError = true)]
    private static partial int Assign(JobObject job, SafeHandle process);

    [LibraryImport("kernel32", EntryPoint = "QueryInformationJobObject", SetLastError = true)]
    private static partial int Query(JobObject job, int kind, Span<byte> information, int length, nint returned);

    [LibraryImport("kernel32", EntryPoint = "TerminateJobObject", SetLastError = true)]
    private static partial int Terminate(JobObject job, uint exitCode);

    [LibraryImport("kernel32", EntryPoint = "CloseHandle")]
    private static partial int Close(nint handle);
}
