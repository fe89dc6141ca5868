using System.Text.Json;
using System.Xml.Linq;

namespace AsyncLoad.Reporting.Results;

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
