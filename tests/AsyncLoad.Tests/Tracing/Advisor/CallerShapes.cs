using System.Text;
using System.Text.RegularExpressions;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Advisor.Rules;
using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using Microsoft.CodeAnalysis.Text;

namespace AsyncLoad.Tests.Tracing.Advisor;

/// <summary>
/// One shape of caller: whether it is <c>safe</c>, <c>stops</c>, or why it is not recommended though it compiles; what is said of it;
/// and what the compiler says when M, and the methods that the advice names, return a ValueTask.
/// </summary>
internal sealed record CallerShape(string Name, string Expected, CallerReport Report, IReadOnlyList<(int Line, string Code)> Errors)
{
    /// <summary>Whether the analyzer of ValueTask (CA2012) warns then.</summary>
    public bool IsWarned { get; init; }

    public AdviceWeight Weight => CallerSentences.Weigh(Report);

    public override string ToString() =>
        $"{Name} ({Expected}): {Weight}, {string.Join("; ", Report.Uses.Select(use => $"{use.Use} {use.Code} line {use.At?.Line}"))}; compiler: {string.Join("; ", Errors.Select(error => $"{error.Code} line {error.Line}"))}";
}

/// <summary>The shapes of <c>CallerShapes.txt</c>, compiled, judged, and compiled with the remedy.</summary>
internal sealed partial class CallerShapes : IDisposable
{
    private const string Usings = "System;System.Collections.Concurrent;System.Collections.Generic;System.IO;System.Linq;System.Threading;System.Threading.Tasks";

    private static readonly string Head =
        string.Concat(Usings.Split(';').Select(name => $"using {name};\n"))
        + "using Texts = System.Threading.Tasks.Task<string>;\n"
        + "static class Extensions { public static async Task<int> LengthAsync(this Task<string> t) => (await t).Length; }\n";

    private static readonly IReadOnlyList<(string Name, string Expected, string Members)> Blocks = [.. Parsed()];

    private readonly string folder = Directory.CreateTempSubdirectory("al-shapes-").FullName;

    public static IEnumerable<string> Names => Blocks.Select(block => block.Name);

    public void Dispose() => Directory.Delete(folder, recursive: true);

    /// <summary>Judges all shapes, with the source file where the PDB says or without.</summary>
    public IReadOnlyDictionary<string, CallerShape> Judge(OptimizationLevel level, bool withSource)
    {
        var path = Path.Combine(folder, "Shapes.cs");
        var assemblyPath = Path.Combine(folder, "Shapes.dll");
        var (source, lines) = Written([]);
        Emit(Compilation(source, path, level), assemblyPath);
        if (withSource) File.WriteAllText(path, source, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false));
        using var library = new AssemblyLibrary([]);
        library.AddRuntime(typeof(object).Assembly.Location);
        var callers = new Callers(library);
        var assembly = library.Find(assemblyPath)!;
        var reports = Blocks.ToDictionary(block => block.Name, block => callers.Of(assembly.Methods.Find(new TracedFrame(null, block.Name, "M", ""))!));
        // The same lines as before: only types change.
        var remedied = Written(reports.ToDictionary(report => report.Key, report => report.Value.PassedOnBy.Select(use => Forwarder().Match(use.Caller).Groups[1].Value)));
        var compilation = Compilation(remedied.Source, path, level);
        var warned = UseAnalyzer.Lines(compilation);
        var errors = compilation.GetDiagnostics().Where(found => found.Severity == DiagnosticSeverity.Error).Select(found => (Line: found.Location.GetLineSpan().StartLinePosition.Line + 1, Code: found.Id)).ToList();
        return Blocks.ToDictionary(block => block.Name, block => new CallerShape(
            block.Name, block.Expected, reports[block.Name], [.. errors.Where(error => error.Line >= lines[block.Name].First && error.Line <= lines[block.Name].Last)])
        {
            IsWarned = warned.Any(line => line >= lines[block.Name].First && line <= lines[block.Name].Last),
        });
    }

    // A member that is named returns a ValueTask.
    private static (string Source, Dictionary<string, (int First, int Last)> Lines) Written(Dictionary<string, IEnumerable<string>> changed)
    {
        var source = new StringBuilder(Head);
        var lines = new Dictionary<string, (int, int)>();
        var line = Head.Count(character => character == '\n') + 1;
        foreach (var (name, _, members) in Blocks)
        {
            var text = $"static class {name}\n{{\n"
                + "public static async Task<string> M(int i) { if (i == int.MinValue) await Task.Yield(); return \"v\"; }\n"
                + $"static Task<string> Other(int i) => Task.FromResult(\"other\"); static Task<string>? Kept;\n{members}}}\n";
            if (changed.TryGetValue(name, out var forwarders)) text = forwarders.Append("M").Aggregate(text, (all, member) => Regex.Replace(all, $@"\bTask<string> (?={member}\b)", "ValueTask<string> "));
            source.Append(text);
            var length = text.Count(character => character == '\n');
            lines.Add(name, (line, line + length - 1));
            line += length;
        }

        return (source.ToString(), lines);
    }

    private static CSharpCompilation Compilation(string source, string path, OptimizationLevel level) => CSharpCompilation.Create(
        "Shapes",
        [CSharpSyntaxTree.ParseText(SourceText.From(source, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false), SourceHashAlgorithm.Sha256), new CSharpParseOptions(LanguageVersion.Latest), path)],
        ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(file => Path.GetFileName(file).StartsWith("System.", StringComparison.Ordinal) || Path.GetFileName(file) == "Microsoft.CSharp.dll")
            .Select(file => MetadataReference.CreateFromFile(file)),
        new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true, optimizationLevel: level, nullableContextOptions: NullableContextOptions.Enable));

    private static void Emit(CSharpCompilation compilation, string assembly)
    {
        var pdb = Path.ChangeExtension(assembly, "pdb");
        using var image = File.Create(assembly);
        using var symbols = File.Create(pdb);
        var result = compilation.Emit(image, symbols, options: new EmitOptions(debugInformationFormat: DebugInformationFormat.PortablePdb, pdbFilePath: pdb));
        if (!result.Success) throw new InvalidOperationException(string.Join('\n', result.Diagnostics.Where(found => found.Severity == DiagnosticSeverity.Error)));
    }

    private static IEnumerable<(string Name, string Expected, string Members)> Parsed()
    {
        var blocks = File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "Fixtures", "CallerShapes.txt")).ReplaceLineEndings("\n").Split("\n\n");
        foreach (var block in blocks.Where(block => !block.StartsWith('#')))
        {
            var head = block[..block.IndexOf('\n', StringComparison.Ordinal)].Split(": ", 2);
            yield return (head[0], head[1], block[(block.IndexOf('\n', StringComparison.Ordinal) + 1)..].TrimEnd() + "\n");
        }
    }

    // Forwarded.F(int), or Forwarded.P for a property.
    [GeneratedRegex(@"(\w+)(?:\(|$)")]
    private static partial Regex Forwarder();
}
