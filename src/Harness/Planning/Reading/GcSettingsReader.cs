using System.Globalization;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>
/// One entry of <c>gcSettings</c>: <c>"default"</c>, or an object of settings with a name, given or derived: <c>server-gen0Size-64MB</c>.
/// </summary>
internal sealed class GcSettingsReader(ValueReader values)
{
    private static readonly string[] Names = [GcSettings.Default.Name];

    /// <summary>The settings, or null with an error.</summary>
    public GcSettings? Read(JsonMember entry)
    {
        if (entry.Value is JsonTree.Text) return values.Known(entry, "GC settings", Names) is null ? null : GcSettings.Default;
        if (ObjectReader.Over(entry.Value, "gcSettings", values.Errors) is not { } members) return null;
        var name = values.Name(members.Optional("name"), capitals: true);
        var settings = Jit(members, Gc(members));
        members.RefuseOthers();
        return settings with { Name = name ?? DerivedName(settings) };
    }

    private GcSettings Gc(ObjectReader members) => new(
        GcSettings.Default.Name,
        Server: values.Flag(members.Optional("server")),
        Concurrent: values.Flag(members.Optional("concurrent")),
        Gen0Size: values.Size(members.Optional("gen0Size"), SizeLimits.Gen0Least, SizeLimits.Gen0Most),
        Gen0MaxBudget: values.Size(members.Optional("gen0MaxBudget"), SizeLimits.Gen0Least, SizeLimits.Gen0Most),
        HeapHardLimit: values.Size(members.Optional("heapHardLimit"), SizeLimits.HeapLimitLeast, SizeLimits.Heap),
        ConserveMemory: values.Whole(members.Optional("conserveMemory"), 0, 9),
        Datas: values.Flag(members.Optional("datas")),
        HeapCount: values.Whole(members.Optional("heapCount"), 1, 1_024),
        RetainVm: values.Flag(members.Optional("retainVm")));

    private GcSettings Jit(ObjectReader members, GcSettings gc) => gc with
    {
        TieredPgo = values.Flag(members.Optional("tieredPgo")),
        TieredCompilation = values.Flag(members.Optional("tieredCompilation")),
        ReadyToRun = values.Flag(members.Optional("readyToRun")),
    };

    private static string DerivedName(GcSettings settings)
    {
        string?[] words =
        [
            Word("server", settings.Server), Word("concurrent", settings.Concurrent),
            Word("gen0Size", settings.Gen0Size), Word("gen0MaxBudget", settings.Gen0MaxBudget), Word("heapHardLimit", settings.HeapHardLimit),
            Word("conserveMemory", settings.ConserveMemory), Word("datas", settings.Datas), Word("heapCount", settings.HeapCount),
            Word("retainVm", settings.RetainVm), Word("tieredPgo", settings.TieredPgo),
            Word("tieredCompilation", settings.TieredCompilation), Word("readyToRun", settings.ReadyToRun),
        ];
        var name = string.Join('-', words.OfType<string>());
        return name.Length == 0 ? GcSettings.Default.Name : name;
    }

    private static string? Word(string name, bool? value) => value switch { true => name, false => $"no-{name}", null => null };

    private static string? Word<T>(string name, T? value)
        where T : struct => value is { } given ? string.Create(CultureInfo.InvariantCulture, $"{name}-{given}") : null;
}
