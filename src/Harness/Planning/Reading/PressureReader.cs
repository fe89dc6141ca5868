using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>
/// One entry of <c>pressures</c>: a preset's name, or an object that starts from a preset (from calm when it names none) and changes members.
/// A changed preset has another name, given or derived: <c>old-heap-200MB</c>.
/// </summary>
internal sealed class PressureReader(ValueReader values)
{
    private static readonly string[] Presets = [.. PressureSettings.Presets.Select(preset => preset.Name)];
    private static readonly Member Start = Member.Optional("preset", Formats.Words(Presets), "where to start from");
    private static readonly Member Name = Member.Optional("name", Formats.Name(capitals: true));

    private static readonly Format<ByteSize> HeapSize = Formats.Size(default, SizeLimits.Heap);
    private static readonly Format<int> Percent = Formats.Whole(0, 100);

    /// <summary>What each preset does, in one line.</summary>
    public static IReadOnlyList<(string Name, string Meaning)> Meanings { get; } =
    [
        ("calm", "no pressure: the workload has the heap to itself"),
        ("old-heap", "a 50MB live set with 50 old-to-young writes per millisecond and a 4MB gen0"),
        ("churn", "garbage of other code: small objects, a tenth of which outlives a collection"),
        ("large-objects", "the same with two fifths of the bytes on the large object heap, which full collections alone free"),
        ("finalizers", "small objects, every fifth with a finalizer, which keeps it alive for one more collection"),
        ("pinned", "churn with every twentieth object pinned for as long as it lives"),
    ];

    /// <summary>What a pressure consists of, in the order of derived names.</summary>
    public static IReadOnlyList<Field<PressureSettings>> Fields { get; } =
    [
        Of(Setting("liveSet", HeapSize, "objects that stay alive in gen2; calm entries stay calm"), now => now.LiveSet, (now, size) => now with { LiveSet = size }) with { Word = null },
        Of(
            Setting("oldToYoungWritesPerMs", Formats.Whole(0, 100_000), "fresh objects stored into the live set per millisecond"),
            now => now.OldToYoungWritesPerMs, (now, writes) => now with { OldToYoungWritesPerMs = writes }) with { Word = "writes" },
        Of(
            Setting("allocatePerSecond", HeapSize, "bytes allocated in the background for each second that the slice barrier is open"),
            now => now.AllocatePerSecond, (now, size) => now with { AllocatePerSecond = size }) with { Word = "allocate" },
        Of(
            Setting("survivePercent", Percent, "share of these bytes in objects that live until a collection has found them"),
            now => now.SurvivePercent, (now, percent) => now with { SurvivePercent = percent }) with { Word = "survive" },
        Of(
            Setting("lohPerMille", Formats.Whole(0, 1_000), "thousandths of these bytes in objects of 102 to 205 kB"),
            now => now.LohPerMille, (now, share) => now with { LohPerMille = share }) with { Word = "loh" },
        Of(
            Setting("pinnedPercent", Percent, "share of the small objects that survive pinned") with { Takes = "0 to survivePercent" },
            now => now.PinnedPercent, (now, percent) => now with { PinnedPercent = percent }) with { Word = "pinned" },
        Of(
            Setting("finalizablePercent", Percent, "share of the small objects with a finalizer"),
            now => now.FinalizablePercent, (now, percent) => now with { FinalizablePercent = percent }) with { Word = "finalizable" },
        Of(
            Setting("gen0Size", Formats.Size(SizeLimits.Gen0Least, SizeLimits.Gen0Most), "gen0 budget under pressure where the GC settings name none"),
            now => now.Gen0Size, (now, size) => now with { Gen0Size = size }),
    ];

    /// <summary>The format of a pressure.</summary>
    public static Format Format { get; } = Formats.AnyOf(
        Formats.Words(Presets),
        Formats.Object([Start, Name, .. Fields.Select(entry => entry.Member)], ("anyOf", () => Formats.EachRequired(["name", "preset"]))));

    /// <summary>The pressure, or null with an error.</summary>
    public PressureSettings? Read(JsonMember entry)
    {
        if (entry.Value is JsonTree.Text) return Preset(values.Known(entry, "pressure", Presets));
        if (ObjectReader.Over(entry.Value, "pressure", values) is not { } members) return null;
        var preset = members.Take(Start);
        var start = preset is null ? PressureSettings.Calm : Preset(values.Known(preset, "pressure", Presets));
        // Without a preset there is nothing to derive a name from.
        var name = values.Name(members.Take(Name.Name, isRequired: preset is null), capitals: true);
        var settings = Fields.Aggregate(start ?? PressureSettings.Calm, (now, field) => field.Read(members, now));
        members.RefuseOthers();
        if (start is null) return null;
        foreach (var conflict in PressureConflicts.In(settings)) values.Errors.Add(entry.Value.At, conflict);
        return settings with { Name = name ?? DerivedName(start, settings) };
    }

    private static PressureSettings? Preset(string? name) =>
        PressureSettings.Presets.FirstOrDefault(preset => preset.Name == name);

    private static string DerivedName(PressureSettings preset, PressureSettings changed) => string.Join('-', Fields
        .Where(field => field.Text(changed) != field.Text(preset))
        .SelectMany(field => new[] { field.Word, field.Text(changed) })
        .OfType<string>()
        .Prepend(preset.Name));

    private static Member<T> Setting<T>(string name, Format<T> format, string meaning)
        where T : struct => Member.Setting(name, format, "by preset", meaning);

    private static Field<PressureSettings> Of<T>(Member<T> member, Func<PressureSettings, T?> get, Func<PressureSettings, T, PressureSettings> set)
        where T : struct => Field<PressureSettings>.Of(member, get, set);
}

/// <summary>Members of a pressure that are valid alone and contradict each other.</summary>
internal static class PressureConflicts
{
    /// <summary>One sentence for each, with what to do.</summary>
    public static IEnumerable<string> In(PressureSettings settings)
    {
        if (settings is { OldToYoungWritesPerMs: > 0, LiveSet.Bytes: 0 })
            yield return "\"oldToYoungWritesPerMs\" needs a \"liveSet\" to write into";
        if (settings.AllocatePerSecond.Bytes == 0)
        {
            foreach (var share in Shares(settings)) yield return $"\"{share}\" is a share of what \"allocatePerSecond\" allocates: set that, or set the share to 0";
        }

        if (settings.PinnedPercent > settings.SurvivePercent)
            yield return $"\"pinnedPercent\" {settings.PinnedPercent} is above \"survivePercent\" {settings.SurvivePercent}: pinned objects are some of those that survive";
        if (settings is { LohPerMille: 1_000, PinnedPercent: > 0 } or { LohPerMille: 1_000, FinalizablePercent: > 0 })
            yield return "\"lohPerMille\" 1000 leaves no small objects to pin or finalize: use 999 or less";
    }

    private static IEnumerable<string> Shares(PressureSettings settings)
    {
        if (settings.SurvivePercent > 0) yield return "survivePercent";
        if (settings.LohPerMille > 0) yield return "lohPerMille";
        if (settings.PinnedPercent > 0) yield return "pinnedPercent";
        if (settings.FinalizablePercent > 0) yield return "finalizablePercent";
    }
}
