using System.Reflection.Metadata;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>Code that a tool writes at each build: an edit of it is lost.</summary>
internal static class GeneratedCode
{
    private const string Attribute = "System.CodeDom.Compiler.GeneratedCodeAttribute";

    private static readonly string[] Endings = [".g.cs", ".g.i.cs", ".generated.cs", ".designer.cs", ".g.vb", ".designer.vb", ".g.fs"];

    /// <summary>What writes a method: a tool, or the file that it writes; null for code of a developer.</summary>
    public static string? MakerOf(MethodFacts method)
    {
        if (ToolOf(method.Assembly, metadata => metadata.GetMethodDefinition(method.Handle).GetCustomAttributes()) is { } tool) return tool;
        if (method.Source is { File: var file }) return Writes(file, method.Assembly.Lines) ? Framework.FileName(file) : null;
        // A part of a type may be generated and another written: without a file the type stands for all of them.
        return ToolOf(method.Assembly, metadata => metadata.GetTypeDefinition(method.Type).GetCustomAttributes()) ?? (method.Assembly.Lines.FilesOf(method).All(file => Writes(file, method.Assembly.Lines)) ? FileBeside(method) : null);
    }

    /// <summary>The first generated file that has a part of the type of a method; null for none.</summary>
    public static string? FileBeside(MethodFacts method) => method.Assembly.Lines.FilesOf(method).Where(file => Writes(file, method.Assembly.Lines)).Select(Framework.FileName).FirstOrDefault();

    /// <summary>Whether a tool writes a file.</summary>
    public static bool Writes(string file, SourceMap lines) => Endings.Any(ending => file.EndsWith(ending, StringComparison.OrdinalIgnoreCase)) || IsOfBuild(file, lines);

    /// <summary>Whether a module was made while the program ran, as proxies are: it has no file.</summary>
    /// <param name="module">What the trace names it.</param>
    public static bool IsMadeAtRunTime(string module) => module.AsSpan().IndexOfAny('/', '\\') < 0 && !AssemblyLibrary.IsAssembly(module);

    // A build writes there, and no project takes its own files from there. A whole repository may be below a folder of that name.
    private static bool IsOfBuild(string file, SourceMap lines) =>
        Math.Max(file.LastIndexOf("/obj/", StringComparison.OrdinalIgnoreCase), file.LastIndexOf(@"\obj\", StringComparison.OrdinalIgnoreCase)) is >= 0 and var start && lines.HasOutside(file[..(start + "/obj/".Length)]);

    private static string? ToolOf(AssemblyFile assembly, Func<MetadataReader, CustomAttributeHandleCollection> attributes) => Damage.Tolerate(() =>
        assembly.Methods.Attributes(attributes(assembly.Metadata), Attribute).Select(attribute => assembly.Methods.Argument(attribute.Value) ?? "a tool").FirstOrDefault());
}
