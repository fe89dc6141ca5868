using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Services;

/// <summary>The attribute of the pooling builder as it is advised.</summary>
public sealed partial class PoolingTests
{
    [Theory]
    [InlineData("ValueTask<string>", "return \"text\";")]
    [InlineData("Task<string>", "return \"text\";")]
    [InlineData("ValueTask", "")]
    [InlineData("Task", "")]
    public void What_is_advised_compiles_in_a_file_that_has_only_the_using_of_tasks(string returns, string result)
    {
        using var service = new WrittenService(Method(returns, result));

        var remedy = service.OnBoxes("Waits", "GetAsync").Remedy!;

        Assert.Equal([], Errors($"{Using().Match(remedy).Value}; using System.Threading.Tasks; {Method(Attribute().Match(remedy).Value + " public static async Value" + returns.Replace("Value", "", StringComparison.Ordinal), result)}"));
    }

    private static string Method(string head, string result) =>
        $"public static class Waits {{ {(head.StartsWith('[') ? head : "public static async " + head)} GetAsync(int id) {{ await Task.Yield(); {result} }} }}";

    private static IEnumerable<string> Errors(string source) => CSharpCompilation.Create(
        "Advised",
        [CSharpSyntaxTree.ParseText(source, cancellationToken: TestContext.Current.CancellationToken)],
        [MetadataReference.CreateFromFile(typeof(object).Assembly.Location), MetadataReference.CreateFromFile(System.Reflection.Assembly.Load("System.Runtime").Location)],
        new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary)).GetDiagnostics(TestContext.Current.CancellationToken).Where(found => found.Severity == DiagnosticSeverity.Error).Select(found => found.ToString());

    [GeneratedRegex(@"\[.+\]")]
    private static partial Regex Attribute();

    [GeneratedRegex(@"using [\w.]+")]
    private static partial Regex Using();
}
