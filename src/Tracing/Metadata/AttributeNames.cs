using System.Reflection.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>Attributes on a method or on an interface: a framework may read them at run time, and call the method for that.</summary>
internal static class AttributeNames
{
    private const string Suffix = "Attribute";

    // What reads these takes a ValueTask, or calls no method.
    private static readonly string[] Harmless =
        ["System.", "Microsoft.AspNetCore.", "Microsoft.CodeAnalysis.", "Microsoft.EntityFrameworkCore.", "Microsoft.Extensions.", "Microsoft.FSharp.", "Microsoft.VisualBasic.", "JetBrains.Annotations."];

    /// <summary>Whether what reads an attribute of this type calls no method, or takes any result.</summary>
    public static bool IsHarmless(string type) => Harmless.Any(space => type.StartsWith(space, StringComparison.Ordinal)) && !type.StartsWith("System.ServiceModel.", StringComparison.Ordinal);

    /// <summary>Those on a method that are not harmless, as they are written.</summary>
    public static IReadOnlyList<string> Of(MethodFacts method) => Named(method.Assembly, metadata => metadata.GetMethodDefinition(method.Handle).GetCustomAttributes());

    /// <summary>Those on a method and on its type.</summary>
    public static IReadOnlyList<string> OfContract(MethodFacts method) =>
        [.. Of(method).Concat(Named(method.Assembly, metadata => metadata.GetTypeDefinition(metadata.GetMethodDefinition(method.Handle).GetDeclaringType()).GetCustomAttributes())).Distinct(StringComparer.Ordinal)];

    /// <summary>The name of an attribute as it is written.</summary>
    public static string Written(string type)
    {
        var name = GeneratedName.WithoutMarks(type[(type.LastIndexOfAny(['.', '+']) + 1)..]);
        return name.Length > Suffix.Length && name.EndsWith(Suffix, StringComparison.Ordinal) ? name[..^Suffix.Length] : name;
    }

    private static List<string> Named(AssemblyFile assembly, Func<MetadataReader, CustomAttributeHandleCollection> attributes) => Damage.Tolerate(() => attributes(assembly.Metadata)
        .Select(handle => assembly.Methods.AttributeName(assembly.Metadata.GetCustomAttribute(handle).Constructor))
        .OfType<string>()
        .Where(type => !IsHarmless(type))
        .Select(Written)
        .Distinct(StringComparer.Ordinal)
        .ToList()) ?? [];
}
