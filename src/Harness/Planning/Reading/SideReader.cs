using System.Text.Json.Nodes;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>Reads a baseline or candidate that is an object: a variant, and settings that replace those of the experiment.</summary>
/// <param name="values">Reads values.</param>
/// <param name="workload">The workload; null where the experiment names none that is known.</param>
/// <param name="usual">The compiler of sides that name none.</param>
internal sealed class SideReader(ValueReader values, WorkloadDescription? workload, HostCompiler usual = HostCompiler.Default)
{
    private static readonly Dictionary<string, string> Nothing = [];

    private static readonly Member Name = Member.Optional("name", Formats.Name(capitals: true), "what reports call the side");
    private static readonly Member VariantMember = Member.Optional("variant", Formats.Text);
    private static readonly Member Parameters = Member.Optional("parameters", MapOf(Formats.Scalar));
    private static readonly Member Pressure = Member.Optional("pressure", PressureReader.Format);
    private static readonly Member Gc = Member.Optional("gc", GcSettingsReader.Format);
    private static readonly Member Runtime = Member.Optional("runtime", Formats.Text);
    private static readonly Member Variables = Member.Optional("env", MapOf(Formats.Scalar), "environment variables that the process gets");
    private static readonly Member Plugin = Member.Optional("plugin", Formats.Text, "an assembly that is built already");
    private static readonly Member Project = Member.Optional("project", Formats.Text, "a project that is built first");
    private static readonly Member Commit = Member.Optional("commit", Formats.Text, "the project at that commit; WORKTREE for its files as they are");
    private static readonly Member Packages = Member.Optional("packages", MapOf(Formats.Text), "packages in other versions than the project asks for");

    /// <summary>The members of a side.</summary>
    public static IReadOnlyList<Member> Members { get; } =
        [Name, VariantMember, Parameters, Pressure, Gc, Runtime, RuntimeReader.Compiler, Variables, Plugin, Project, Commit, Packages];

    /// <summary>A variant by its name, or a side.</summary>
    public static Format Format { get; } = Formats.AnyOf(Formats.Text, Formats.Object(Members));

    /// <summary>Reads a side.</summary>
    /// <param name="entry">The object.</param>
    /// <param name="variant">The variant of a side that names none; null where each of the workload's is meant.</param>
    /// <returns>The side, its variant empty where each is meant; or null with an error.</returns>
    public SideSettings? Read(JsonMember entry, string? variant)
    {
        if (ObjectReader.Over(entry.Value, "side", values) is not { } members) return null;
        var before = values.Errors.Count;
        var name = values.Name(members.Take(Name), capitals: true);
        var own = values.Variant(members.Take(VariantMember), workload);
        var side = new SideSettings(
            name ?? "",
            own ?? variant ?? "",
            name,
            ParametersOf(members.Take(Parameters)),
            members.Take(Pressure) is { } pressure ? new PressureReader(values).Read(pressure) : null,
            members.Take(Gc) is { } gc ? new GcSettingsReader(values).Read(gc) : null,
            new RuntimeReader(values).One(members.Take(Runtime), members.Read(RuntimeReader.Compiler), usual),
            VariablesOf(members.Take(Variables)),
            SourceOf(members));
        members.RefuseOthers();
        if (values.Errors.Count > before) return null;
        return side with { Id = name ?? Words(side, own) };
    }

    // Sides with the same settings have the same id.
    private static string Words(SideSettings side, string? variant) => string.Join(' ', new[] { variant, side.Source?.Name, side.Runtime?.Name, side.Gc?.Name, side.Pressure?.Name }
        .OfType<string>()
        .Concat((side.Parameters ?? Nothing).Select(entry => $"{entry.Key}={entry.Value}"))
        .Concat((side.Variables ?? Nothing).Select(entry => $"env.{entry.Key}={entry.Value}")));

    private Dictionary<string, string>? ParametersOf(JsonMember? section)
    {
        if (section is null || workload is null || ObjectReader.Over(section.Value, "parameters", values) is not { } members) return null;
        var read = new Dictionary<string, string>(StringComparer.Ordinal);
        var reader = new ParametersReader(values);
        foreach (var parameter in workload.Parameters)
        {
            if (members.Take(parameter.Name) is { } member && reader.Value(member, parameter) is { } value) read[parameter.Name] = value;
        }

        members.RefuseOthers();
        return read.Count == 0 ? null : read;
    }

    private Dictionary<string, string>? VariablesOf(JsonMember? section)
    {
        var read = Map(section, ParametersReader.Written);
        foreach (var name in read?.Keys ?? Enumerable.Empty<string>())
        {
            if (ProfileReader.RefusedVariable(name, isInherited: false) is { } refusal) values.Errors.Add(section!.Value.At, refusal);
        }

        return read;
    }

    /// <summary>What a side is built from; null when it names no source.</summary>
    public CodeSource? SourceOf(JsonTree side) => ObjectReader.Over(side, "side", values) is { } members ? SourceOf(members) : null;

    private CodeSource? SourceOf(ObjectReader members)
    {
        var (plugin, project, commit, packages) = (members.Take(Plugin), members.Take(Project), members.Take(Commit), members.Take(Packages));
        if ((plugin ?? project ?? commit ?? packages) is null) return null;
        if (plugin is not null && (project ?? commit ?? packages) is { } other)
            values.Errors.Add(other.At, $"a side with a \"plugin\" is built already: leave {Printable.Quote(other.Name)} out, or the plug-in");
        return new CodeSource(values.Text(plugin), values.Text(project), values.Text(commit), Map(packages, value => (value as JsonTree.Text)?.Value));
    }

    private Dictionary<string, string>? Map(JsonMember? section, Func<JsonTree, string?> text)
    {
        if (section is null) return null;
        if (section.Value is not JsonTree.Object node)
        {
            values.Errors.Add(section.Value.At, $"{Printable.Quote(section.Name)} must be an object, not {section.Value.What}");
            return null;
        }

        foreach (var member in node.Members.Where(member => text(member.Value) is null)) values.Errors.Add(member.Value.At, $"{Printable.Quote(member.Name)} must be a text, not {member.Value.What}");
        return node.Members.Count == 0 ? null : node.Members.ToDictionary(member => member.Name, member => text(member.Value) ?? "", StringComparer.Ordinal);
    }

    private static Format MapOf(Format value) => new("object", () => new JsonObject { ["type"] = "object", ["additionalProperties"] = value.Schema() });
}
