using AsyncLoad.Tracing.Metadata;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Metadata;

/// <summary>Following results in long methods, such as those that map or start up everything.</summary>
public sealed class ResultFlowTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("al-flow-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    // Each call has its own variable, so the state machine has as many fields as there are calls.
    [Theory]
    [InlineData("var v{0} = await M({0}); sum += v{0}.Length;")]
    [InlineData("var t{0} = M({0}); await Task.Yield(); sum += (await t{0}).Length;")]
    [InlineData("try {{ sum += (await M({0})).Length; }} catch (InvalidOperationException) {{ sum--; }}")]
    [InlineData("var t{0} = M({0}); try {{ sum += (await t{0}).Length; }} catch (InvalidOperationException) {{ sum--; }} finally {{ await Task.Yield(); }}")]
    public void A_method_that_is_four_times_as_long_takes_four_times_as_many_steps(string statement)
    {
        var (few, many) = (Steps(statement, 50), Steps(statement, 200));

        Assert.True(many < 5 * few, FormattableString.Invariant($"{few} and {many} steps"));
    }

    [Fact]
    public void The_longest_methods_are_followed_too() => Steps("var v{0} = await M({0}); sum += v{0}.Length;", 1_000);

    private long Steps(string statement, int calls)
    {
        using var assembly = Compiled(statement, calls);
        var sites = assembly.Calls.Of("Long::M/1");
        var flow = new ResultFlow(assembly, sites[0].Method);
        Assert.Equal(calls, sites.Count);
        Assert.All(sites, site => Assert.Equal(ResultUse.Awaited, flow.Follow(site.Index).Gravest.Use));
        return flow.Steps;
    }

    private AssemblyFile Compiled(string statement, int calls)
    {
        var statements = string.Join('\n', Enumerable.Range(0, calls).Select(call => string.Format(System.Globalization.CultureInfo.InvariantCulture, statement, call)));
        var source = $$"""
            using System; using System.Threading.Tasks;
            public static class Long
            {
                static async Task<string> M(int i) { await Task.Yield(); return "v"; }
                public static async Task<int> All() { var sum = 0; {{statements}} return sum; }
            }
            """;
        var path = Path.Combine(folder, FormattableString.Invariant($"Long{calls}.dll"));
        var runtime = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator).Where(file => Path.GetFileName(file).StartsWith("System.", StringComparison.Ordinal));
        var compilation = CSharpCompilation.Create(
            FormattableString.Invariant($"Long{calls}"),
            [CSharpSyntaxTree.ParseText(source)],
            runtime.Select(file => MetadataReference.CreateFromFile(file)),
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, optimizationLevel: OptimizationLevel.Release));
        Assert.Empty(compilation.Emit(path).Diagnostics.Where(found => found.Severity == DiagnosticSeverity.Error));
        return AssemblyFile.Open(path)!;
    }
}
