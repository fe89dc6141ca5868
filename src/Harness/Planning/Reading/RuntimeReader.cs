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
