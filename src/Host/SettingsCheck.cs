using System.Globalization;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Host;

/// <summary>Reads the settings in force back and holds them against what the cell asks for: a misspelt setting is silent, so nothing is believed.</summary>
internal static class SettingsCheck
{
    /// <summary>
    /// The gen0 budget of concurrent workstation GC is at least 6 MB whatever is asked (gen0_max_size in the runtime's gc.cpp); below that the
    /// asked size is only its lower end.
    /// </summary>
    private const long SmallestConcurrentGen0Budget = 6 << 20;

    public static EffectiveSettings Read(Cell cell)
    {
        var asked = cell.Gc;
        var configuration = GC.GetConfigurationVariables()
            .ToDictionary(pair => pair.Key, pair => Convert.ToString(pair.Value, CultureInfo.InvariantCulture) ?? "", StringComparer.Ordinal);
        var unreadable = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var (name, value) in new[] { ("tieredPgo", asked.TieredPgo), ("tieredCompilation", asked.TieredCompilation), ("readyToRun", asked.ReadyToRun) })
        {
            if (value is { } flag) unreadable[name] = Word(flag);
        }

        if (Gen0Size(cell) is { } size) unreadable["gen0Size"] = size.ToString();

        return new EffectiveSettings(
            System.Runtime.GCSettings.IsServerGC,
            configuration.GetValueOrDefault("ConcurrentGC") is "True" or "1",
            Environment.ProcessorCount,
            configuration,
            unreadable);
    }

    /// <summary>What was asked for and is not in force, in words; empty when all took.</summary>
    public static IReadOnlyList<string> Differences(Cell cell, EffectiveSettings effective)
    {
        var gc = cell.Gc;
        var gen0 = Gen0Size(cell);
        var differences = new List<string>();
        Expect("server", gc.Server, effective.ServerGc);
        Expect("concurrent", gc.Concurrent, effective.ConcurrentGc);
        // There is no gen0size key: under concurrent workstation GC it shows as the budget; otherwise only a trace shows it.
        if (gen0 is { } size && effective is { ServerGc: false, ConcurrentGc: true })
            ExpectNumber("gen0Size", Math.Max(size.Bytes, SmallestConcurrentGen0Budget), "GCGen0MaxBudget");
        if (gen0 is null) ExpectNumber("gen0MaxBudget", gc.Gen0MaxBudget?.Bytes, "GCGen0MaxBudget");
        ExpectNumber("heapHardLimit", gc.HeapHardLimit?.Bytes, "GCHeapHardLimit");
        ExpectNumber("conserveMemory", gc.ConserveMemory, "GCConserveMem");
        if (gc.Datas is { } datas) ExpectNumber("datas", datas ? 1 : 0, "GCDynamicAdaptationMode");
        if (effective.ServerGc) ExpectNumber("heapCount", gc.HeapCount, "HeapCount");
        if (gc.RetainVm is { } retain && Text("RetainVM") is { } found) Expect("retainVm", retain, found is "True" or "1");
        return differences;

        string? Text(string key) => effective.GcConfiguration.GetValueOrDefault(key);

        void Expect(string name, bool? asked, bool found)
        {
            if (asked is { } value && value != found) differences.Add($"{name}: asked for {Word(value)}, found {Word(found)}");
        }

        void ExpectNumber(string name, long? asked, string key)
        {
            if (asked is not { } value) return;
            var text = Text(key);
            if (!long.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out var found) || found != value)
                differences.Add(string.Create(CultureInfo.InvariantCulture, $"{name}: asked for {value}, found {text ?? "nothing"}"));
        }
    }

    private static ByteSize? Gen0Size(Cell cell) => cell.Gc.Gen0Size ?? cell.Pressure.Gen0Size;

    private static string Word(bool value) => value ? "true" : "false";
}
