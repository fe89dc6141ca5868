using System.Collections.Immutable;
using System.Reflection;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace AsyncLoad.Tests.Tracing.Advisor;

/// <summary>The analyzer of the SDK that looks at how a ValueTask is used: a warning of it is an error in many projects.</summary>
internal static class UseAnalyzer
{
    private const string Id = "CA2012";

    private static readonly Lazy<ImmutableArray<DiagnosticAnalyzer>> Analyzers = new(Load);

    /// <summary>The lines of which it warns.</summary>
    public static IReadOnlyList<int> Lines(CSharpCompilation compilation) =>
    [
        .. compilation
            .WithOptions(compilation.Options.WithSpecificDiagnosticOptions(new Dictionary<string, ReportDiagnostic> { [Id] = ReportDiagnostic.Warn }))
            .WithAnalyzers(Analyzers.Value)
            .GetAnalyzerDiagnosticsAsync().GetAwaiter().GetResult()
            .Where(found => found.Id == Id)
            .Select(found => found.Location.GetLineSpan().StartLinePosition.Line + 1),
    ];

    private static ImmutableArray<DiagnosticAnalyzer> Load()
    {
        var folder = typeof(UseAnalyzer).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(data => data.Key == "SdkAnalyzers").Value!;
        var found = ((string[])["Microsoft.CodeAnalysis.NetAnalyzers.dll", "Microsoft.CodeAnalysis.CSharp.NetAnalyzers.dll"])
            .SelectMany(file => new AnalyzerFileReference(Path.Combine(folder, file), new Loader()).GetAnalyzers(LanguageNames.CSharp))
            .Where(analyzer => analyzer.SupportedDiagnostics.Any(rule => rule.Id == Id))
            .ToImmutableArray();
        return found.Length > 0 ? found : throw new InvalidOperationException($"{folder} has no {Id}");
    }

    private sealed class Loader : IAnalyzerAssemblyLoader
    {
        public void AddDependencyLocation(string fullPath)
        {
            // The two lie beside each other, and the compiler is that of the tests.
        }

        public Assembly LoadFromPath(string fullPath) => Assembly.LoadFrom(fullPath);
    }
}
