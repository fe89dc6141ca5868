using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Platform;

/// <summary>
/// Every call of Windows is declared as the headers of Windows declare it. A declaration that is new has to be read there, and gets its line here: a wrong one
/// fails on Windows alone, and often not even there.
/// </summary>
public sealed class WindowsCallTests
{
    // JOBOBJECT_EXTENDED_LIMIT_INFORMATION and JOBOBJECT_BASIC_PROCESS_ID_LIST as winnt.h has them for processes of 64 bits.
    private const int LimitsBytes = 144;
    private const int LimitFlagsAt = 16;
    private const int ProcessesListedAt = 4;
    private const int FirstProcessAt = 8;

    private const BindingFlags Declared = BindingFlags.Static | BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public | BindingFlags.DeclaredOnly;

    private static readonly string[] LibrariesOfUnix = ["libc"];

    // Library, result, name and parameters as in processthreadsapi.h, synchapi.h, jobapi2.h, handleapi.h, processtopologyapi.h and winbase.h. LONG_PTR* and its
    // like say how long the thing is that a pointer leads to.
    private static readonly Dictionary<string, string> Headers = new(StringComparer.Ordinal)
    {
        ["AssignProcessToJobObject"] = "kernel32: BOOL (HANDLE, HANDLE)",
        ["CloseHandle"] = "kernel32: BOOL (HANDLE)",
        ["CreateJobObjectW"] = "kernel32: HANDLE (VOID*, WCHAR*)",
        ["CreateWaitableTimerExW"] = "kernel32: HANDLE (VOID*, WCHAR*, DWORD, DWORD)",
        ["GetActiveProcessorCount"] = "kernel32: DWORD (WORD)",
        ["GetCurrentProcess"] = "kernel32: HANDLE ()",
        ["GetCurrentThread"] = "kernel32: HANDLE ()",
        ["GetCurrentThreadId"] = "kernel32: DWORD ()",
        ["GetProcessAffinityMask"] = "kernel32: BOOL (HANDLE, DWORD_PTR*, DWORD_PTR*)",
        ["GetProcessGroupAffinity"] = "kernel32: BOOL (HANDLE, USHORT*, USHORT*)",
        ["GetThreadDescription"] = "kernelbase: HRESULT (HANDLE, VOID**)",
        ["GetThreadTimes"] = "kernel32: BOOL (HANDLE, FILETIME*, FILETIME*, FILETIME*, FILETIME*)",
        ["LocalFree"] = "kernel32: HANDLE (HANDLE)",
        ["OpenThread"] = "kernel32: HANDLE (DWORD, BOOL, DWORD)",
        ["QueryInformationJobObject"] = "kernel32: BOOL (HANDLE, ENUM, VOID*, DWORD, DWORD*)",
        ["SetInformationJobObject"] = "kernel32: BOOL (HANDLE, ENUM, VOID*, DWORD)",
        ["SetThreadGroupAffinity"] = "kernel32: BOOL (HANDLE, GROUP_AFFINITY*, GROUP_AFFINITY*)",
        ["SetWaitableTimer"] = "kernel32: BOOL (HANDLE, LARGE_INTEGER*, LONG, VOID*, VOID*, BOOL)",
        ["TerminateJobObject"] = "kernel32: BOOL (HANDLE, UINT)",
        ["WaitForSingleObject"] = "kernel32: DWORD (HANDLE, DWORD)",
    };

    // Bytes of what is passed, and of what a pointer leads to. GROUP_AFFINITY is a mask of a pointer's length, its group, and three words that are reserved.
    private static readonly Dictionary<string, int> Lengths = new(StringComparer.Ordinal)
    {
        ["BOOL"] = 4,
        ["DWORD"] = 4,
        ["DWORD_PTR"] = 8,
        ["ENUM"] = 4,
        ["FILETIME"] = 8,
        ["GROUP_AFFINITY"] = 16,
        ["HANDLE"] = 8,
        ["HRESULT"] = 4,
        ["LARGE_INTEGER"] = 8,
        ["LONG"] = 4,
        ["UINT"] = 4,
        ["USHORT"] = 2,
        ["VOID*"] = 8,
        ["WORD"] = 2,
    };

    private static readonly Assembly[] Callers = [typeof(JobObject).Assembly, typeof(AsyncLoad.Host.Platform.WindowsProcessors).Assembly, typeof(Workload).Assembly];

    private static IReadOnlyList<MethodInfo> Calls { get; } = [.. Callers
        .SelectMany(assembly => assembly.GetTypes())
        .SelectMany(type => type.GetMethods(Declared))
        .Where(method => !method.Name.Contains('<') && LibraryOf(method) is { } library && !LibrariesOfUnix.Contains(library))];

    public static TheoryData<string> Names { get; } = [.. Calls.Select(NameOf).Distinct().Order(StringComparer.Ordinal)];

    [Fact]
    public void Every_call_was_read_in_the_headers_and_no_other_is_listed() =>
        Assert.Equal(Headers.Keys.Order(StringComparer.Ordinal), Calls.Select(NameOf).Distinct().Order(StringComparer.Ordinal));

    [Theory]
    [MemberData(nameof(Names))]
    public void A_call_is_declared_as_the_headers_have_it(string name)
    {
        foreach (var call in Calls.Where(call => NameOf(call) == name)) Assert.Null(Difference(call, Headers[name]));
    }

    [Theory]
    [InlineData("kernel32: DWORD (HANDLE)", "parameters")]
    [InlineData("kernel32: WORD (HANDLE, DWORD)", "result")]
    [InlineData("kernel32: DWORD (DWORD, DWORD)", "parameter 1")]
    [InlineData("kernel32: DWORD (HANDLE, WORD)", "parameter 2")]
    [InlineData("kernel32: DWORD (HANDLE, DWORD*)", "parameter 2")]
    [InlineData("kernelbase: DWORD (HANDLE, DWORD)", "library")]
    public void A_wrong_declaration_is_seen(string header, string where) =>
        Assert.StartsWith(where, Difference(Calls.Single(call => NameOf(call) == "WaitForSingleObject"), header), StringComparison.Ordinal);

    [Fact]
    public void A_pointer_to_a_thing_of_another_length_is_seen() =>
        Assert.StartsWith("parameter 2", Difference(Calls.Single(call => NameOf(call) == "GetProcessGroupAffinity"), "kernel32: BOOL (HANDLE, DWORD*, USHORT*)"), StringComparison.Ordinal);

    [Fact]
    public void What_jobs_are_told_and_tell_is_laid_out_as_in_the_headers()
    {
        Assert.SkipUnless(nint.Size == sizeof(long), "lengths for processes of 64 bits");
        string[] places = ["LimitsLength", "FlagsAt", "CountAt", "FirstAt"];
        Assert.Equal([LimitsBytes, LimitFlagsAt, ProcessesListedAt, FirstProcessAt], places.Select(name => (int)typeof(JobObject).GetField(name, Declared)!.GetValue(null)!));
    }

    private static string? LibraryOf(MethodInfo method) =>
        method.GetCustomAttribute<LibraryImportAttribute>()?.LibraryName ?? method.GetCustomAttribute<DllImportAttribute>()?.Value;

    private static string NameOf(MethodInfo method) =>
        method.GetCustomAttribute<LibraryImportAttribute>()?.EntryPoint ?? method.GetCustomAttribute<DllImportAttribute>()?.EntryPoint ?? method.Name;

    private static string? Difference(MethodInfo call, string header)
    {
        var (library, rest) = Split(header, ": ");
        var (result, parameters) = Split(rest.TrimEnd(')'), " (");
        string[] expected = parameters.Length == 0 ? [] : parameters.Split(", ");
        var declared = call.GetParameters();
        if (LibraryOf(call) != library) return $"library {LibraryOf(call)}";
        if (declared.Length != expected.Length) return $"parameters: {declared.Length}";
        if (!Fits(call.ReturnType, result)) return $"result: {call.ReturnType}";
        return declared.Zip(expected).Select((pair, index) => Fits(pair.First.ParameterType, pair.Second) ? null : $"parameter {index + 1}: {pair.First}").FirstOrDefault(difference => difference is not null);
    }

    private static (string First, string Second) Split(string text, string separator) =>
        text.IndexOf(separator, StringComparison.Ordinal) is >= 0 and var at ? (text[..at], text[(at + separator.Length)..]) : (text, "");

    // A pointer may always be passed as the number that it is. What it leads to has the length of the thing, unless that is bytes of whatever length.
    private static bool Fits(Type declared, string expected)
    {
        if (!expected.EndsWith('*')) return typeof(SafeHandle).IsAssignableFrom(declared) ? expected == "HANDLE" : LengthOf(declared) == Lengths[expected];
        if (declared == typeof(nint)) return true;
        var target = expected[..^1];
        if (declared == typeof(string)) return target == "WCHAR";
        var thing = declared.IsByRef || declared.IsArray ? declared.GetElementType()! : declared.IsGenericType ? declared.GetGenericArguments()[0] : null;
        return thing is not null && (target == "VOID" ? thing == typeof(byte) : LengthOf(thing) == Lengths[target]);
    }

    private static int LengthOf(Type type) => (int)typeof(Unsafe).GetMethod(nameof(Unsafe.SizeOf))!.MakeGenericMethod(type).Invoke(null, null)!;
}
