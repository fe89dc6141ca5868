using System.Reflection.Metadata;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>A language that code was written in. What can be changed in a method depends on it.</summary>
internal enum SourceLanguage
{
    /// <summary>C#, or one whose compiler leaves no mark.</summary>
    CSharp,

    /// <summary>F#.</summary>
    FSharp,

    /// <summary>Visual Basic.</summary>
    VisualBasic,
}

/// <summary>Recognises languages by what their compilers emit.</summary>
internal static class SourceLanguages
{
    private const string MarkOfVisualBasic = "VB$";

    /// <summary>The language of an assembly.</summary>
    public static SourceLanguage Of(MetadataReader metadata)
    {
        foreach (var type in metadata.TypeReferences.Select(metadata.GetTypeReference))
        {
            if (metadata.StringComparer.Equals(type.Name, "FSharpInterfaceDataVersionAttribute")) return SourceLanguage.FSharp;
            if (metadata.StringComparer.Equals(type.Namespace, "Microsoft.VisualBasic.CompilerServices")) return SourceLanguage.VisualBasic;
        }

        return metadata.TypeDefinitions.Any(type => metadata.StringComparer.StartsWith(metadata.GetTypeDefinition(type).Name, MarkOfVisualBasic)) ? SourceLanguage.VisualBasic : SourceLanguage.CSharp;
    }

    /// <summary>The language of a method whose assembly was not found.</summary>
    /// <param name="name">Full name of its type, or of its state machine.</param>
    public static SourceLanguage Of(string name) =>
        name.Contains(MarkOfVisualBasic, StringComparison.Ordinal) ? SourceLanguage.VisualBasic
        : name.Contains('@', StringComparison.Ordinal) ? SourceLanguage.FSharp
        : SourceLanguage.CSharp;
}
