using System.Text;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using Microsoft.CodeAnalysis.Text;

namespace AsyncLoad.Proof.Services;

/// <summary>A service on its way from source to assemblies. It is never changed: what is rewritten is another one.</summary>
internal sealed class Build
{
    private const string Usings =
        "global using System; global using System.Collections.Concurrent; global using System.Collections.Generic; global using System.IO; global using System.Linq; global using System.Threading; global using System.Threading.Tasks;";

    private const string RuntimeConfig = """{ "runtimeOptions": { "tfm": "net10.0", "framework": { "name": "Microsoft.NETCore.App", "version": "10.0.0" } } }""";

    // As files are written: a PDB holds the checksum of the bytes, SHA-256 as compilers write it.
    private static readonly UTF8Encoding Encoding = new(encoderShouldEmitUTF8Identifier: false);

    private static readonly IReadOnlyList<MetadataReference> Framework = [.. References()];

    private readonly CSharpCompilation library;
    private readonly CSharpCompilation program;

    private Build(CSharpCompilation library, CSharpCompilation program) => (this.library, this.program) = (library, program);

    /// <summary>Both assemblies.</summary>
    public IReadOnlyList<CSharpCompilation> Assemblies => [library, program];

    /// <summary>Takes a service as it is.</summary>
    public static Build Of(Service service)
    {
        var library = Compilation("Library", OutputKind.DynamicallyLinkedLibrary, [.. service.Library, .. Support(), new("Usings.cs", Usings)]);
        var program = Compilation("Service", OutputKind.ConsoleApplication, [.. service.Program, new("Usings.cs", Usings)]);
        return new Build(library, program.AddReferences(library.ToMetadataReference()));
    }

    /// <summary>The same with some texts replaced.</summary>
    public Build With(IEnumerable<KeyValuePair<SyntaxTree, SourceText>> texts)
    {
        var (newLibrary, newProgram) = (library, program);
        foreach (var (tree, text) in texts)
        {
            var replaced = tree.WithChangedText(text);
            if (library.ContainsSyntaxTree(tree)) newLibrary = newLibrary.ReplaceSyntaxTree(tree, replaced);
            else newProgram = newProgram.ReplaceSyntaxTree(tree, replaced);
        }

        return new Build(newLibrary, newProgram.ReplaceReference(program.References.OfType<CompilationReference>().Single(), newLibrary.ToMetadataReference()));
    }

    /// <summary>Builds it.</summary>
    /// <param name="folder">Where the assemblies go; it is made.</param>
    /// <returns>Path of the program, and what the compiler refuses, a line each.</returns>
    public (string Path, IReadOnlyList<string> Errors) Write(string folder)
    {
        Directory.CreateDirectory(folder);
        File.WriteAllText(Path.Combine(folder, "Service.runtimeconfig.json"), RuntimeConfig);
        return (Path.Combine(folder, "Service.dll"), [.. Assemblies.SelectMany(assembly => Emit(assembly, Path.Combine(folder, assembly.AssemblyName!)))]);
    }

    /// <summary>What the compiler warns of, a line each: many projects refuse that too.</summary>
    public IReadOnlyList<string> Warnings() => [.. Assemblies.SelectMany(assembly => assembly.GetDiagnostics()).Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Warning).Select(Told)];

    private static IEnumerable<string> Emit(CSharpCompilation assembly, string path)
    {
        using var code = File.Create(path + ".dll");
        using var symbols = File.Create(path + ".pdb");
        var emitted = assembly.Emit(code, symbols, options: new EmitOptions(debugInformationFormat: DebugInformationFormat.PortablePdb, pdbFilePath: path + ".pdb"));
        return [.. emitted.Diagnostics.Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error).Select(Told)];
    }

    private static CSharpCompilation Compilation(string name, OutputKind kind, IEnumerable<SourceFile> files) => CSharpCompilation.Create(
        name,
        files.Select(file => CSharpSyntaxTree.ParseText(SourceText.From(file.Text, Encoding, SourceHashAlgorithm.Sha256), path: file.Path)),
        Framework,
        new CSharpCompilationOptions(kind, optimizationLevel: OptimizationLevel.Release, nullableContextOptions: NullableContextOptions.Enable, allowUnsafe: true));

    private static IEnumerable<SourceFile> Support()
    {
        var assembly = typeof(Build).Assembly;
        foreach (var name in assembly.GetManifestResourceNames().Where(name => name.EndsWith(".cs", StringComparison.Ordinal)))
        {
            using var reader = new StreamReader(assembly.GetManifestResourceStream(name)!);
            yield return new SourceFile(name, reader.ReadToEnd());
        }
    }

    private static IEnumerable<MetadataReference> References() =>
        Directory.EnumerateFiles(Path.GetDirectoryName(typeof(object).Assembly.Location)!, "*.dll")
            .Where(path => Path.GetFileName(path) is "netstandard.dll" or "Microsoft.CSharp.dll" || Path.GetFileName(path).StartsWith("System.", StringComparison.Ordinal))
            .Where(path => !path.EndsWith(".Native.dll", StringComparison.Ordinal))
            .Select(path => MetadataReference.CreateFromFile(path));

    private static string Told(Diagnostic diagnostic)
    {
        var line = diagnostic.Location.SourceTree?.GetText().Lines[diagnostic.Location.GetLineSpan().StartLinePosition.Line].ToString().Trim();
        return FormattableString.Invariant($"{diagnostic.Id}: {diagnostic.GetMessage(System.Globalization.CultureInfo.InvariantCulture)}: {line}");
    }
}
