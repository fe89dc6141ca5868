using AsyncLoad.Oracle.Grammar;
using BenchmarkDotNet.Attributes;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;

namespace AsyncLoad.Oracle;

/// <summary>Compiles all classes at once, into an assembly beside the one that has BenchmarkDotNet's attributes, as a class library's output is.</summary>
internal static class GeneratedAssembly
{
    private const string Name = "Generated";
    private const string Usings = "global using System; global using System.Collections.Generic; global using System.IO; global using System.Linq; global using System.Threading; global using System.Threading.Tasks;";

    /// <summary>Compiles them.</summary>
    /// <param name="folder">Where the assembly is written; it is made.</param>
    /// <returns>Path of the assembly, and the errors of what does not compile and was left out: faults of the grammar.</returns>
    public static (string Path, IReadOnlyList<string> Errors) Compile(IEnumerable<Unit> units, string folder)
    {
        var compilation = CSharpCompilation.Create(
            Name,
            [.. units.Select(unit => Parse(unit.Source, Unit.Digits(unit.Number))), .. Support(), Parse(Usings, "Usings")],
            References(),
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, optimizationLevel: OptimizationLevel.Release, nullableContextOptions: NullableContextOptions.Enable));
        var errors = compilation.GetDiagnostics().Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error).ToList();
        Directory.CreateDirectory(folder);
        var path = Path.Combine(folder, Name + ".dll");
        var emitted = compilation.RemoveSyntaxTrees(errors.Select(error => error.Location.SourceTree).OfType<SyntaxTree>().Distinct()).Emit(path);
        if (!emitted.Success) throw new InvalidOperationException($"nothing of it compiles: {emitted.Diagnostics.First(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error)}");
        var attributes = typeof(BenchmarkAttribute).Assembly.Location;
        File.Copy(attributes, Path.Combine(folder, Path.GetFileName(attributes)), overwrite: true);
        return (path, [.. errors.Select(error => error.ToString())]);
    }

    // BenchmarkDotNet orders methods by file and line.
    private static SyntaxTree Parse(string source, string name) => CSharpSyntaxTree.ParseText(SourceText.From(source, System.Text.Encoding.UTF8), path: name + ".cs");

    private static IEnumerable<SyntaxTree> Support()
    {
        var assembly = typeof(GeneratedAssembly).Assembly;
        foreach (var name in assembly.GetManifestResourceNames().Where(name => name.EndsWith(".cs", StringComparison.Ordinal)))
        {
            using var reader = new StreamReader(assembly.GetManifestResourceStream(name)!);
            yield return Parse(reader.ReadToEnd(), name);
        }
    }

    // Those of this process, and what BenchmarkDotNet has that is not a part of its attributes.
    private static IEnumerable<MetadataReference> References() =>
        ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(path => Path.GetFileName(path).StartsWith("System.", StringComparison.Ordinal) || Path.GetFileName(path) is "netstandard.dll" or "BenchmarkDotNet.dll" or "BenchmarkDotNet.Annotations.dll")
            .Select(path => MetadataReference.CreateFromFile(path));
}
