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
        if (start is null) return null;
        foreach (var conflict in PressureConflicts.In(settings)) values.Errors.Add(entry.Value.At, conflict);
        return settings with { Name = name ?? DerivedName(start, settings) };
    }

    private static PressureSettings? Preset(string? name) =>
        PressureSettings.Presets.FirstOrDefault(preset => preset.Name == name);

    private static string DerivedName(PressureSettings preset, PressureSettings changed)
    {
        var name = preset.Name;
        if (changed.LiveSet != preset.LiveSet) name += $"-{changed.LiveSet}";
        Add("writes", changed.OldToYoungWritesPerMs, preset.OldToYoungWritesPerMs);
        Add("allocate", changed.AllocatePerSecond, preset.AllocatePerSecond);
        Add("survive", changed.SurvivePercent, preset.SurvivePercent);
        Add("loh", changed.LohPerMille, preset.LohPerMille);
        Add("pinned", changed.PinnedPercent, preset.PinnedPercent);
        Add("finalizable", changed.FinalizablePercent, preset.FinalizablePercent);
        Add("gen0Size", changed.Gen0Size, preset.Gen0Size);
        return name;

        void Add<T>(string word, T value, T before)
        {
            if (!EqualityComparer<T>.Default.Equals(value, before)) name += string.Create(CultureInfo.InvariantCulture, $"-{word}-{value}");
        }
    }

    private PressureSettings Changed(ObjectReader members, PressureSettings start) => start with
    {
        LiveSet = values.Size(members.Optional("liveSet"), default, SizeLimits.Heap) ?? start.LiveSet,
        OldToYoungWritesPerMs = values.Whole(members.Optional("oldToYoungWritesPerMs"), 0, 100_000) ?? start.OldToYoungWritesPerMs,
        AllocatePerSecond = values.Size(members.Optional("allocatePerSecond"), default, SizeLimits.Heap) ?? start.AllocatePerSecond,
        SurvivePercent = Percent(members.Optional("survivePercent")) ?? start.SurvivePercent,
        LohPerMille = values.Whole(members.Optional("lohPerMille"), 0, 1_000) ?? start.LohPerMille,
        PinnedPercent = Percent(members.Optional("pinnedPercent")) ?? start.PinnedPercent,
        FinalizablePercent = Percent(members.Optional("finalizablePercent")) ?? start.FinalizablePercent,
        Gen0Size = values.Size(members.Optional("gen0Size"), SizeLimits.Gen0Least, SizeLimits.Gen0Most) ?? start.Gen0Size,
    };

    private int? Percent(JsonMember? member) => values.Whole(member, 0, 100);
}

/// <summary>Members of a pressure that are in range each and mean nothing together.</summary>
internal static class PressureConflicts
{
    /// <summary>One sentence for each, with what to do.</summary>
    public static IEnumerable<string> In(PressureSettings settings)
    {
        if (settings is { OldToYoungWritesPerMs: > 0, LiveSet.Bytes: 0 })
            yield return "\"oldToYoungWritesPerMs\" needs a \"liveSet\" to write into";
        if (settings.AllocatePerSecond.Bytes == 0)
        {
            foreach (var share in Shares(settings)) yield return $"\"{share}\" is a share of what \"allocatePerSecond\" allocates: give that, or set the share to 0";
        }

        if (settings.PinnedPercent > settings.SurvivePercent)
            yield return $"\"pinnedPercent\" {settings.PinnedPercent} is above \"survivePercent\" {settings.SurvivePercent}: pinned objects are some of those that survive";
        if (settings is { LohPerMille: 1_000, PinnedPercent: > 0 } or { LohPerMille: 1_000, FinalizablePercent: > 0 })
            yield return "\"lohPerMille\" 1000 leaves no small objects to pin or finalize: take 999 or less";
    }

    private static IEnumerable<string> Shares(PressureSettings settings)
    {
        if (settings.SurvivePercent > 0) yield return "survivePercent";
        if (settings.LohPerMille > 0) yield return "lohPerMille";
        if (settings.PinnedPercent > 0) yield return "pinnedPercent";
        if (settings.FinalizablePercent > 0) yield return "finalizablePercent";
    }
}
