using System.Globalization;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>
/// One entry of <c>pressures</c>: a preset's name, or an object that starts from a preset (from calm when it names none) and changes members.
/// A changed preset has a name of its own, given or derived: <c>old-heap-200MB</c>.
/// </summary>
internal sealed class PressureReader(ValueReader values)
{
    private static readonly string[] Names = [.. PressureSettings.Presets.Select(preset => preset.Name)];

    /// <summary>The pressure, or null with an error.</summary>
    public PressureSettings? Read(JsonMember entry)
    {
        if (entry.Value is JsonTree.Text) return Preset(values.Known(entry, "pressure", Names));
        if (ObjectReader.Over(entry.Value, "pressure", values.Errors) is not { } members) return null;
        var preset = members.Optional("preset");
        var start = preset is null ? PressureSettings.Calm : Preset(values.Known(preset, "pressure", Names));
        // Without a preset there is nothing to derive a name from.
        var name = values.Name(preset is null ? members.Required("name") : members.Optional("name"), capitals: true);
        var settings = Changed(members, start ?? PressureSettings.Calm);
        members.RefuseOthers();
        if (settings is { OldToYoungWritesPerMs: > 0, LiveSet.Bytes: 0 } && start is not null)
            values.Errors.Add(entry.Value.At, "\"oldToYoungWritesPerMs\" needs a \"liveSet\" to write into");
        return start is null ? null : settings with { Name = name ?? DerivedName(start, settings) };
    }

    private static PressureSettings? Preset(string? name) =>
        PressureSettings.Presets.FirstOrDefault(preset => preset.Name == name);

    private static string DerivedName(PressureSettings preset, PressureSettings changed)
    {
        var name = preset.Name;
        if (changed.LiveSet != preset.LiveSet) name += $"-{changed.LiveSet}";
        if (changed.OldToYoungWritesPerMs != preset.OldToYoungWritesPerMs)
            name += string.Create(CultureInfo.InvariantCulture, $"-writes-{changed.OldToYoungWritesPerMs}");
        if (changed.Gen0Size != preset.Gen0Size) name += $"-gen0Size-{changed.Gen0Size}";
        return name;
    }

    private PressureSettings Changed(ObjectReader members, PressureSettings start) => start with
    {
        LiveSet = values.Size(members.Optional("liveSet"), default, SizeLimits.Heap) ?? start.LiveSet,
        OldToYoungWritesPerMs = values.Whole(members.Optional("oldToYoungWritesPerMs"), 0, 100_000) ?? start.OldToYoungWritesPerMs,
        Gen0Size = values.Size(members.Optional("gen0Size"), SizeLimits.Gen0Least, SizeLimits.Gen0Most) ?? start.Gen0Size,
    };
}
