using System.Globalization;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary><c>runtimes</c> and <c>compiler</c> of an experiment: names of runtimes, or objects that name a compiler too.</summary>
internal sealed class RuntimeReader(ValueReader values)
{
    private static readonly string[] Examples = ["net8.0", "net9.0", "net10.0"];
    private static readonly (string, HostCompiler)[] Compilers = [("default", HostCompiler.Default), ("runtime-async", HostCompiler.RuntimeAsync)];

    /// <summary>The runtimes; null where the experiment names neither a runtime nor a compiler other than the usual one.</summary>
    /// <param name="runtimes">The list.</param>
    /// <param name="compiler">The compiler of entries that name none.</param>
    public IReadOnlyList<RuntimeSettings>? Read(JsonMember? runtimes, JsonMember? compiler)
    {
        var usual = values.Word(compiler, Compilers) ?? HostCompiler.Default;
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

    private RuntimeSettings? Entry(JsonMember entry, HostCompiler usual)
    {
        if (entry.Value is JsonTree.Text) return Of(entry, usual);
        if (ObjectReader.Over(entry.Value, "runtimes", values.Errors) is not { } members) return null;
        var runtime = members.Required("runtime");
        var compiler = values.Word(members.Optional("compiler"), Compilers) ?? usual;
        members.RefuseOthers();
        return Of(runtime, compiler);
    }

    private RuntimeSettings? Of(JsonMember? member, HostCompiler compiler)
    {
        if (values.Text(member) is not { } name) return null;
        if (IsFramework(name)) return new RuntimeSettings(name, compiler);
        values.Errors.Add(member!.Value.At, $"{Suggestion.Unknown("runtime", name, Examples)}; from {RuntimeSettings.Oldest} on, any will do that is there");
        return null;
    }

    // Without leading zeros: a name stands in ids.
    private static bool IsFramework(string name) =>
        RuntimeSettings.VersionOf(name) is { } version
        && version >= RuntimeSettings.VersionOf(RuntimeSettings.Oldest)
        && name == string.Create(CultureInfo.InvariantCulture, $"{RuntimeSettings.Prefix}{version.Major}.0");
}

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
