using System.Text.RegularExpressions;
using Xunit;

namespace AsyncLoad.Tests;

// dotnet format puts these in order too, but only when it loads the whole solution and runs all its analyzers again: .ci/run has it look at white space alone.
public partial class ArchitectureTests
{
    [Fact]
    public void Using_directives_are_in_order() =>
        AssertNone(
            from path in Repository.Files("*.cs", "src", "tests", "bench", "samples")
            let early = MisplacedUsing(Repository.Lines(path))
            where early is not null
            select $"{path}: '{early}' belongs further up: namespaces by name with System first, then static ones, then aliases");

    [Theory]
    [InlineData("using AsyncLoad.Model;\nusing System.Text;")]
    [InlineData("using System.Text;\nusing System.IO;")]
    [InlineData("using Systematic;\nusing System;")]
    [InlineData("using AsyncLoad.Model.Plans;\nusing AsyncLoad.Model;")]
    [InlineData("using static System.Math;\nusing Xunit;")]
    [InlineData("using Log = AsyncLoad.Log;\nusing static System.Math;")]
    [InlineData("using Sink = AsyncLoad.A;\nusing Log = AsyncLoad.B;")]
    [InlineData("using System;\nglobal using Xunit;")]
    [InlineData("// A reason.\n\n#if NET9_0_OR_GREATER\nusing b;\n#endif\nusing A;")]
    public void Using_directives_out_of_order_are_found(string text) => Assert.Equal(text.Split('\n')[^1], MisplacedUsing(text.Split('\n')));

    [Theory]
    [InlineData("global using Xunit;\nusing System;\nusing System.Text;\nusing a;\nusing B;\nusing static System.Math;\nusing Log = A.Log;\nusing Pair = (int, int);")]
    [InlineData("using Xunit;\n\nnamespace N;\n\nusing System;")]
    [InlineData("using Xunit;\n\nusing var file = Open();\nusing System;")]
    [InlineData("namespace N;")]
    public void Using_directives_in_order_pass(string text) => Assert.Null(MisplacedUsing(text.Split('\n')));

    // Texts in tests hold directives too: those of the file itself end where anything else begins.
    private static string? MisplacedUsing(string[] lines)
    {
        var found = lines.TakeWhile(MayStandAmongUsings).Select(line => UsingDirective().Match(line)).Where(match => match.Success).ToArray();
        var sorted = found.OrderBy(UsingRank).ThenBy(match => match.Groups["name"].Value, StringComparer.OrdinalIgnoreCase);
        return found.Zip(sorted).Where(pair => pair.First != pair.Second).Select(pair => pair.Second.Value).FirstOrDefault();
    }

    private static bool MayStandAmongUsings(string line) =>
        line.Length == 0 || line[0] == '#' || line.StartsWith("//", StringComparison.Ordinal) || UsingDirective().IsMatch(line);

    private static (bool OfThisFile, bool IsAlias, bool IsStatic, bool IsForeign) UsingRank(Match directive) =>
        (!directive.Groups["global"].Success, directive.Groups["alias"].Success, directive.Groups["static"].Success, !directive.Groups["system"].Success);

    [GeneratedRegex(@"^(?<global>global )?using (?<static>static )?(?<name>(?<system>System\b(?! =))?[\w.:@]*)(?<alias> = [^;]+)?;")]
    private static partial Regex UsingDirective();
}
