using System.Globalization;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary><c>runtimes</c> and <c>compiler</c> of an experiment: names of runtimes, or objects that name a compiler too.</summary>
internal sealed class RuntimeReader(ValueReader values)
{
    private static readonly string[] Examples = ["net8.0", "net9.0", "net10.0"];

    private static readonly Member Runtime = Member.Required("runtime", Formats.Text);

    /// <summary>How the measured process was compiled.</summary>
    public static Member<HostCompiler> Compiler { get; } = Member.Optional("compiler", Formats.Word(("default", HostCompiler.Default), ("runtime-async", HostCompiler.RuntimeAsync)));

    /// <summary>The format of <c>runtimes</c>.</summary>
    public static Format Format { get; } = Formats.AnyOf(Formats.Text, Formats.Object([Runtime, Compiler]));

    /// <summary>The runtimes; null where the experiment names neither a runtime nor a compiler other than the usual one.</summary>
    /// <param name="runtimes">The list.</param>
    /// <param name="usual">The compiler of entries that name none.</param>
    public IReadOnlyList<RuntimeSettings>? Read(JsonMember? runtimes, HostCompiler usual)
    {
        if (values.Items(runtimes) is not { } items)
            return usual == HostCompiler.RuntimeAsync ? [new RuntimeSettings(RuntimeSettings.OfRuntimeAsync, usual)] : null;
        var distinct = new Distinct(values.Errors, "runtime");
        var found = new List<RuntimeSettings>();
        foreach (var item in items)
        {
            if (Entry(item, usual) is not { } runtime) continue;
            distinct.Check(item.Value.At, runtime.Name);
            found.Add(runtime);
        }

        return found;
    }

    /// <summary>The runtime of a side; null where neither it nor a compiler other than the usual one is named.</summary>
    /// <param name="runtime">Its name.</param>
    /// <param name="compiler">The compiler that is named.</param>
    /// <param name="usual">The compiler of sides that name none.</param>
    public RuntimeSettings? One(JsonMember? runtime, HostCompiler? compiler, HostCompiler usual) => runtime is not null ? Of(runtime, compiler ?? usual)
        : compiler is null || compiler == usual ? null
        : new RuntimeSettings(compiler == HostCompiler.RuntimeAsync ? RuntimeSettings.OfRuntimeAsync : RuntimeSettings.Current, compiler.Value);

    private RuntimeSettings? Entry(JsonMember entry, HostCompiler usual)
    {
        if (entry.Value is JsonTree.Text) return Of(entry, usual);
        if (ObjectReader.Over(entry.Value, "runtimes", values) is not { } members) return null;
        var runtime = members.Take(Runtime);
        var compiler = members.Read(Compiler) ?? usual;
        members.RefuseOthers();
        return Of(runtime, compiler);
    }

    private RuntimeSettings? Of(JsonMember? member, HostCompiler compiler)
    {
        if (values.Text(member) is not { } name) return null;
        if (IsFramework(name)) return new RuntimeSettings(name, compiler);
        values.Errors.Add(member!.Value.At, Suggestion.Unknown("runtime", name, Examples, $"any installed runtime from {RuntimeSettings.Oldest} on is accepted"));
        return null;
    }

    // Without leading zeros: a name is part of ids.
    private static bool IsFramework(string name) =>
        RuntimeSettings.VersionOf(name) is { } version
        && version >= RuntimeSettings.VersionOf(RuntimeSettings.Oldest)
        && name == string.Create(CultureInfo.InvariantCulture, $"{RuntimeSettings.Prefix}{version.Major}.0");
}

/// <summary>One entry of <c>gcSettings</c>: <c>"default"</c>, or an object of settings with a name, given or derived: <c>server-gen0Size-64MB</c>.</summary>
internal sealed class GcSettingsReader(ValueReader values)
{
    private static readonly string[] Names = [GcSettings.Default.Name];
    private static readonly Member Name = Member.Optional("name", Formats.Name(capitals: true));
    private static readonly Format<ByteSize> Gen0 = Formats.Size(SizeLimits.Gen0Least, SizeLimits.Gen0Most);

    /// <summary>What GC settings consist of, in the order of derived names.</summary>
    public static IReadOnlyList<Field<GcSettings>> Fields { get; } =
    [
        Flag("server", "server GC", now => now.Server, (now, flag) => now with { Server = flag }),
        Flag("concurrent", "background gen2 collections", now => now.Concurrent, (now, flag) => now with { Concurrent = flag }),
        Of(
            Setting("gen0Size", Gen0, "smallest gen0 budget, of each heap; 128MB at most under workstation GC"),
            now => now.Gen0Size, (now, size) => now with { Gen0Size = size }),
        Of(Setting("gen0MaxBudget", Gen0, "largest gen0 budget"), now => now.Gen0MaxBudget, (now, size) => now with { Gen0MaxBudget = size }),
        Of(
            Setting("heapHardLimit", Formats.Size(SizeLimits.HeapLimitLeast, SizeLimits.Heap), "hard limit of the managed heap"),
            now => now.HeapHardLimit, (now, size) => now with { HeapHardLimit = size }),
        Of(
            Setting("conserveMemory", Formats.Whole(0, 9), "how hard the GC works to keep the heap small"),
            now => now.ConserveMemory, (now, effort) => now with { ConserveMemory = effort }),
        Flag("datas", "dynamic adaptation of server GC; workstation GC has none", now => now.Datas, (now, flag) => now with { Datas = flag }),
        Of(
            Setting("heapCount", Formats.Whole(1, 1_024), "number of server GC heaps, at most one per processor; turns datas off"),
            now => now.HeapCount, (now, count) => now with { HeapCount = count }),
        Flag("retainVm", "keep freed segments", now => now.RetainVm, (now, flag) => now with { RetainVm = flag }),
        Flag("tieredPgo", "profile-guided tier-up", now => now.TieredPgo, (now, flag) => now with { TieredPgo = flag }),
        Flag("tieredCompilation", "tiered compilation", now => now.TieredCompilation, (now, flag) => now with { TieredCompilation = flag }),
        Flag("readyToRun", "precompiled framework code", now => now.ReadyToRun, (now, flag) => now with { ReadyToRun = flag }),
    ];

    /// <summary>The format of GC settings.</summary>
    public static Format Format { get; } = Formats.AnyOf(Formats.Words(Names), Formats.Object([Name, .. Fields.Select(entry => entry.Member)]));

    /// <summary>The settings, or null with an error.</summary>
    public GcSettings? Read(JsonMember entry)
    {
        if (entry.Value is JsonTree.Text) return values.Known(entry, "GC settings", Names) is null ? null : GcSettings.Default;
        if (ObjectReader.Over(entry.Value, "gcSettings", values) is not { } members) return null;
        var name = values.Name(members.Take(Name), capitals: true);
        var settings = Fields.Aggregate(GcSettings.Default, (now, field) => field.Read(members, now));
        members.RefuseOthers();
        return settings with { Name = name ?? DerivedName(settings) };
    }

    /// <summary>Combines two sets of settings: those of the second replace those of the first. The name covers both.</summary>
    public static GcSettings Over(GcSettings shared, GcSettings own)
    {
        var both = Fields.Aggregate(shared, (now, field) => field.Copy(own, now));
        return both with { Name = shared.Name == GcSettings.Default.Name ? own.Name : DerivedName(both) };
    }

    /// <summary>The setting that an environment variable sets, such as <c>server</c> for <c>DOTNET_gcServer</c>; null where there is none.</summary>
    public static string? OfVariable(string name)
    {
        var setting = name[(name.IndexOf('_', StringComparison.Ordinal) + 1)..];
        if (setting.StartsWith("GC", StringComparison.OrdinalIgnoreCase)) setting = setting["GC".Length..];
        return setting.Equals("DynamicAdaptationMode", StringComparison.OrdinalIgnoreCase) ? "datas" : Fields.Select(field => field.Member.Name).FirstOrDefault(known => known.Equals(setting, StringComparison.OrdinalIgnoreCase));
    }

    private static string DerivedName(GcSettings settings)
    {
        var name = string.Join('-', Fields.Select(field => field.Value(settings) switch
        {
            true => field.Member.Name,
            false => $"no-{field.Member.Name}",
            null => null,
            _ => $"{field.Member.Name}-{field.Text(settings)}",
        }).OfType<string>());
        return name.Length == 0 ? GcSettings.Default.Name : name;
    }

    private static Member<T> Setting<T>(string name, Format<T> format, string meaning)
        where T : struct => Member.Setting(name, format, "platform", meaning);

    private static Field<GcSettings> Flag(string name, string meaning, Func<GcSettings, bool?> get, Func<GcSettings, bool, GcSettings> set) =>
        Of(Setting(name, Formats.Flag, meaning), get, set);

    private static Field<GcSettings> Of<T>(Member<T> member, Func<GcSettings, T?> get, Func<GcSettings, T, GcSettings> set)
        where T : struct => Field<GcSettings>.Of(member, get, set);
}
