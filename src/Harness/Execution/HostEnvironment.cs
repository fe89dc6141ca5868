using System.Globalization;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Protocol;

namespace AsyncLoad.Harness.Execution;

/// <summary>
/// The environment of a measured process: an allow-list, what the profile names, and the cell's GC and JIT settings.
/// Numbers are hexadecimal there, unlike in runtimeconfig.json: <see cref="Hex"/> is the one place that formats them.
/// </summary>
internal static class HostEnvironment
{
    private static readonly string[] Allowed =
    [
        "PATH", "HOME", "USER", "TMPDIR", "TMP", "TEMP", "LANG", "LC_ALL", "TZ", "DOTNET_ROOT",
        // Folders of Windows and of the user, and what Windows treats as a program.
        "SystemRoot", "SystemDrive", "USERPROFILE", "USERNAME", "APPDATA", "LOCALAPPDATA", "PATHEXT", "ComSpec",
        // For tests of coarse clocks.
        HostRequest.Clocks,
    ];

    // Settings that a runtime needs to start, to find libraries and packages, and to count cores. A measured process must run where this program does.
    private static readonly string[] OfRuntime =
    [
        "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "DOTNET_SYSTEM_GLOBALIZATION_PREDEFINED_CULTURES_ONLY", "DOTNET_SYSTEM_GLOBALIZATION_APPLOCALICU",
        "CLR_ICU_VERSION_OVERRIDE", "LD_LIBRARY_PATH", "DOTNET_ROLL_FORWARD", "DOTNET_ROLL_FORWARD_TO_PRERELEASE", "DOTNET_EnableWriteXorExecute",
        "DOTNET_PROCESSOR_COUNT", "COMPlus_PROCESSOR_COUNT", "NUGET_PACKAGES",
    ];

    /// <summary>Where a process connects to a tool, and suspends until that lets it run.</summary>
    public const string DiagnosticPorts = "DOTNET_DiagnosticPorts";

    /// <summary>How long a pool thread spins for work before it sleeps.</summary>
    public const string SpinLimit = "DOTNET_ThreadPool_UnfairSemaphoreSpinLimit";

    /// <summary>Whether the pool keeps its number of threads instead of trying out others.</summary>
    public const string HillClimbing = "DOTNET_HillClimbing_Disable";

    /// <summary>Whether the runtime suspends methods itself that were compiled for it.</summary>
    public const string RuntimeAsync = "DOTNET_RuntimeAsync";

    // How names of GC and JIT settings begin after the prefix, as in DOTNET_gcServer.
    private static readonly string[] RuntimeSettings = ["GC", "TC_", "Tiered", "ReadyToRun"];
    private static readonly string[] RuntimePrefixes = ["DOTNET_", "COMPlus_"];

    /// <summary>Whether a variable is a GC or JIT setting. Inherited, it would change what is measured without being named in reports.</summary>
    public static bool IsRuntimeSetting(string name) =>
        RuntimePrefixes.Any(prefix =>
            name.StartsWith(prefix, StringComparison.OrdinalIgnoreCase)
            && RuntimeSettings.Any(setting => name.AsSpan(prefix.Length).StartsWith(setting, StringComparison.OrdinalIgnoreCase)));

    /// <summary>Whether a variable may change how a runtime works. Settings of the runtime have small letters in their names, those of the SDK have none.</summary>
    public static bool IsOfRuntime(string name) =>
        RuntimePrefixes.FirstOrDefault(prefix => name.StartsWith(prefix, StringComparison.OrdinalIgnoreCase)) is { } prefix
        && (name.AsSpan(prefix.Length).ContainsAnyInRange('a', 'z') || IsRuntimeSetting(name) || IsHandedOn(name));

    /// <summary>Whether every measured process gets a variable of the runtime from this program.</summary>
    public static bool IsHandedOn(string name) => OfRuntime.Contains(name, StringComparer.Ordinal);

    public static Dictionary<string, string> Bare(IEnumerable<string> names)
    {
        var environment = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var name in Allowed.Concat(OfRuntime).Concat(names))
        {
            if (Environment.GetEnvironmentVariable(name) is { } value) environment[name] = value;
        }

        return environment;
    }

    /// <summary>The environment that a process needs to start.</summary>
    public static Dictionary<string, string> Of(HostLaunch launch, params IEnumerable<string> names)
    {
        var environment = Bare(names);
        // Without it the runtime refuses types with runtime-async methods.
        if (launch.Build == HostBuild.RuntimeAsync) environment[RuntimeAsync] = "1";
        return environment;
    }

    public static Dictionary<string, string> For(Cell cell, bool platformTiering, IEnumerable<string> names)
    {
        var environment = Of(HostLaunch.Of(cell), names);
        var gc = cell.Gc;
        if (!platformTiering) environment["DOTNET_TC_CallCountingDelayMs"] = "0";
        // Pool threads that spin between arrivals would take most of the processor time, and hide the cost of operations.
        if (cell.Load.HasSchedule) environment.TryAdd(SpinLimit, "0");
        // Hill climbing, which tries one thread more and one less, causes the largest scatter of slices of 10 ms (docs/evidence/adr/0007).
        if (cell.Load.FillsPool) environment.TryAdd(HillClimbing, "1");
        Switch("gcServer", gc.Server);
        Switch("gcConcurrent", gc.Concurrent);
        Number("GCgen0size", cell.Gen0Size?.Bytes);
        Number("GCGen0MaxBudget", gc.Gen0MaxBudget?.Bytes);
        Number("GCHeapHardLimit", gc.HeapHardLimit?.Bytes);
        Number("GCConserveMemory", gc.ConserveMemory);
        Switch("GCDynamicAdaptationMode", gc.Datas);
        Number("GCHeapCount", gc.HeapCount);
        Switch("GCRetainVM", gc.RetainVm);
        Switch("TieredPGO", gc.TieredPgo);
        Switch("TieredCompilation", gc.TieredCompilation);
        Switch("ReadyToRun", gc.ReadyToRun);
        foreach (var (name, value) in cell.Variables ?? new Dictionary<string, string>()) environment[name] = value;
        return environment;

        void Switch(string name, bool? value)
        {
            if (value is { } on) environment["DOTNET_" + name] = on ? "1" : "0";
        }

        void Number(string name, long? value)
        {
            if (value is { } number) environment["DOTNET_" + name] = Hex(number);
        }
    }

    /// <summary>A number as the runtime reads it from the environment: hexadecimal, no prefix.</summary>
    public static string Hex(long value) => value.ToString("X", CultureInfo.InvariantCulture);
}
