using System.Globalization;
using System.Numerics;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Host;

/// <summary>
/// Reads back the settings in force and compares them with those of the cell. The runtime silently ignores settings that it does not know, does not
/// have or finds too large. The harness reads settings that a process cannot see itself (gen0 size, JIT switches) from a trace.
/// </summary>
internal static class SettingsRefusals
{
    // Under DATAS the runtime turns 0 into 5, while the key still shows 0 (conserve_mem_setting in its GC's init.cpp).
    private const int DatasConserveMemory = 5;

    // A segment of workstation GC without a limit. One of server GC has 1 GB or more, depending on processors: a gen0 above half of it is not refused here.
    private const long WorkstationSegment = 256 << 20;

    // A hard limit is rounded up to a multiple of it before heaps share it as their segments.
    private const long SegmentStep = 16 << 20;

    public static EffectiveSettings Read(Cell cell)
    {
        var configuration = GC.GetConfigurationVariables()
            .ToDictionary(pair => pair.Key, pair => Convert.ToString(pair.Value, CultureInfo.InvariantCulture) ?? "", StringComparer.Ordinal);
        var effective = new EffectiveSettings(
            System.Runtime.GCSettings.IsServerGC,
            configuration.GetValueOrDefault("ConcurrentGC") == bool.TrueString,
            Environment.ProcessorCount,
            configuration,
            new Dictionary<string, SettingReading>());
        return effective with
        {
            ReadBack = Compare(cell, effective).ToDictionary(setting => setting.Name, setting => new SettingReading(setting.Found, SettingSource.Process), StringComparer.Ordinal),
        };
    }

    /// <summary>What was asked for and is not in force, in words; null when all took effect.</summary>
    public static string? Refusal(Cell cell, EffectiveSettings effective) =>
        SettingComparison.Refusal(Compare(cell, effective).Append(Gen0(cell, effective)).OfType<SettingComparison>());

    // Each setting that was asked for and that the process itself can see.
    private static List<SettingComparison> Compare(Cell cell, EffectiveSettings effective)
    {
        var gc = cell.Gc;
        var settings = new List<SettingComparison>();
        Flag("server", gc.Server, effective.ServerGc, "server GC needs two processors");
        Flag("concurrent", gc.Concurrent, effective.ConcurrentGc, "the runtime ignored it");
        Size("gen0MaxBudget", gc.Gen0MaxBudget, "GCGen0MaxBudget");
        Size("heapHardLimit", gc.HeapHardLimit, "GCHeapHardLimit");
        Whole("conserveMemory", gc.ConserveMemory, ConserveMemory(effective), gc.ConserveMemory == 0
            ? "DATAS makes 5 of 0: ask for 1 to 9, or for \"datas\": false"
            : "the runtime ignored it");
        Flag("datas", gc.Datas, HasDatas(effective), effective.ServerGc
            ? "\"heapCount\" turns it off: leave one of the two out"
            : "workstation GC has none: ask for \"server\": true as well");
        Whole("heapCount", gc.HeapCount, Text(effective, "HeapCount"), effective.ServerGc
            ? string.Create(CultureInfo.InvariantCulture, $"there is at most one heap per processor, and the process has {effective.Processors}")
            : "workstation GC has one: ask for \"server\": true as well");
        Flag("retainVm", gc.RetainVm, Text(effective, "RetainVM") == bool.TrueString, "the runtime ignored it");
        return settings;

        void Flag(string name, bool? asked, bool found, string remedy)
        {
            if (asked is { } value) settings.Add(new SettingComparison(name, Word(value), Word(found), remedy));
        }

        void Whole(string name, int? asked, string found, string remedy)
        {
            if (asked is { } value) settings.Add(new SettingComparison(name, value.ToString(CultureInfo.InvariantCulture), found, remedy));
        }

        void Size(string name, ByteSize? asked, string key)
        {
            if (asked is { } value)
                settings.Add(new SettingComparison(name, value.ToString(), Bytes(effective, key)?.ToString() ?? "nothing", "the runtime ignored it"));
        }
    }

    // There is no key for it, and sizes beyond the largest budget are silently reduced.
    private static SettingComparison? Gen0(Cell cell, EffectiveSettings effective)
    {
        if (cell.Gen0Size is not { } asked) return null;
        var most = Gen0Most(cell, effective);
        if (Bytes(effective, "GCGen0MaxBudget") is { } budget && budget < most) most = budget;
        return asked > most
            ? new SettingComparison("gen0Size", asked.ToString(), most.ToString(), "workstation GC, a hard limit or \"gen0MaxBudget\" limits it to that: ask for less")
            : null;
    }

    // Half of a segment, though the runtime has regions. A larger "gen0MaxBudget" does not lift it, so that key does not show it.
    private static ByteSize Gen0Most(Cell cell, EffectiveSettings effective)
    {
        if (cell.Gc.HeapHardLimit is not { } limit) return effective.ServerGc ? new ByteSize(long.MaxValue) : new ByteSize(WorkstationSegment / 2);
        var heaps = effective.ServerGc && int.TryParse(Text(effective, "HeapCount"), NumberStyles.None, CultureInfo.InvariantCulture, out var count) ? count : 1;
        var aligned = (limit.Bytes + SegmentStep - 1) / SegmentStep * SegmentStep;
        return new ByteSize((long)BitOperations.RoundUpToPowerOf2((ulong)(aligned / heaps)) / 2);
    }

    // The key shows what was asked under workstation GC too, which does not adapt.
    private static bool HasDatas(EffectiveSettings effective) => effective.ServerGc && Text(effective, "GCDynamicAdaptationMode") == "1";

    // The runtime's spelling here; the environment variable is spelled differently.
    private static string ConserveMemory(EffectiveSettings effective)
    {
        var shown = Text(effective, "GCConserveMem");
        return shown == "0" && HasDatas(effective) ? DatasConserveMemory.ToString(CultureInfo.InvariantCulture) : shown;
    }

    private static ByteSize? Bytes(EffectiveSettings effective, string key) =>
        long.TryParse(Text(effective, key), NumberStyles.None, CultureInfo.InvariantCulture, out var bytes) ? new ByteSize(bytes) : null;

    private static string Text(EffectiveSettings effective, string key) => effective.GcConfiguration.GetValueOrDefault(key, "nothing");

    private static string Word(bool value) => value ? "true" : "false";
}
