using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Schema;
using System.Xml.Linq;
using AsyncLoad.Model;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Reporting.Results;

/// <summary>The JSON schema (2020-12) of <c>results.json</c>, from the records that it is written from.</summary>
public static class ResultsSchema
{
    private static readonly Type[] Described = [typeof(ComparisonResult), typeof(SideResult), typeof(LatencyResult), typeof(TraceResult)];

    public static JsonObject Create()
    {
        var options = new JsonSchemaExporterOptions { TreatNullObliviousAsNonNullable = true, TransformSchemaNode = Describe };
        var exported = (JsonObject)ModelJson.Indented.RunResults.GetJsonSchemaAsNode(options);
        var schema = new JsonObject
        {
            ["$schema"] = "https://json-schema.org/draft/2020-12/schema",
            ["title"] = "The results.json of a run of AsyncLoad",
            ["description"] = "Figures are unrounded and never NaN. A figure that is missing is null, and \"missing\" says why.",
        };
        NameNumbersLeftOut(exported, "");
        foreach (var (name, value) in exported) schema[name] = value?.DeepClone();
        return schema;
    }

    // The exporter gives no type to an optional member whose type has its own converter. In results all of these are numbers.
    private static void NameNumbersLeftOut(JsonNode? node, string name)
    {
        if (node is JsonArray list)
        {
            foreach (var item in list) NameNumbersLeftOut(item, "");
        }

        if (node is not JsonObject schema) return;
        foreach (var (member, inner) in schema) NameNumbersLeftOut(inner, member);
        if (schema.Count != 1 || !schema.ContainsKey("default")) return;
        schema.Insert(0, "type", new JsonArray("number", "null"));
        // Limits of gates, where it is not a metric.
        if ((Metric.Named(name) is { } metric ? Words(metric) : MemberWords.Of(typeof(GateResult), name)) is { } words) schema.Insert(0, "description", words);
    }

    private static JsonNode Describe(JsonSchemaExporterContext context, JsonNode schema)
    {
        var node = Units(context, schema);
        if (context.PropertyInfo is not { } member || node is not JsonObject described) return node;
        var metric = Described.Contains(member.DeclaringType) ? Metric.Named(member.DeclaringType == typeof(LatencyResult) ? $"latencyNs.{member.Name}" : member.Name) : null;
        if ((metric is null ? MemberWords.Of(member.DeclaringType, member.Name) : Words(metric)) is { } words) described.Insert(0, "description", words);
        return node;
    }

    private static string Words(Metric metric) => $"{metric.Meaning}; {metric.Unit}";

    // Types with their own converter are opaque to the exporter.
    private static JsonNode Units(JsonSchemaExporterContext context, JsonNode schema)
    {
        var type = Nullable.GetUnderlyingType(context.TypeInfo.Type) ?? context.TypeInfo.Type;
        var isNullable = type != context.TypeInfo.Type;
        if (type == typeof(double)) return Type("number", isNullable);
        if (type == typeof(ByteSize) || type == typeof(Duration)) return Type("string", isNullable);
        return type == typeof(Nanoseconds) ? Type("integer", isNullable) : schema;
    }

    private static JsonObject Type(string name, bool isNullable) =>
        new() { ["type"] = isNullable ? new JsonArray(name, "null") : name };
}

/// <summary>What members of results mean, from the documentation of the records that they are written from, which is part of this assembly.</summary>
internal static class MemberWords
{
    private const string Documentation = "model.xml";

    private static readonly Lazy<IReadOnlyDictionary<string, XElement>> Documented = new(Read);

    /// <summary>The meaning of a member; null where it is not documented.</summary>
    /// <param name="member">Its name in JSON.</param>
    public static string? Of(Type type, string member)
    {
        var declaring = (type.IsGenericType ? type.GetGenericTypeDefinition() : type).FullName?.Replace('+', '.');
        var name = char.ToUpperInvariant(member[0]) + member[1..];
        var words = Documented.Value.GetValueOrDefault($"P:{declaring}.{name}")?.Element("summary")
            ?? Documented.Value.GetValueOrDefault($"T:{declaring}")?.Elements("param").FirstOrDefault(parameter => parameter.Attribute("name")?.Value == name);
        return words is null ? null : string.Join(' ', string.Concat(words.Nodes().Select(Text)).Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
    }

    private static Dictionary<string, XElement> Read()
    {
        using var stream = typeof(MemberWords).Assembly.GetManifestResourceStream(Documentation) ?? throw new InvalidOperationException($"{Documentation} is not part of the assembly");
        return XDocument.Load(stream).Descendants("member").ToDictionary(member => member.Attribute("name")!.Value, StringComparer.Ordinal);
    }

    private static string Text(XNode node) => node switch
    {
        XText text => text.Value,
        XElement { Name.LocalName: "paramref" or "see" } named => Name(named),
        XElement element => string.Concat(element.Nodes().Select(Text)),
        _ => "",
    };

    // As JSON calls it: the last part of a reference, in camel case.
    private static string Name(XElement reference)
    {
        var name = (reference.Attribute("name") ?? reference.Attribute("cref") ?? reference.Attribute("langword"))?.Value ?? "";
        return JsonNamingPolicy.CamelCase.ConvertName(name[(name.LastIndexOf('.') + 1)..]);
    }
}
