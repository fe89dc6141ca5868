using System.Text.RegularExpressions;
using Xunit;

namespace AsyncLoad.Tests;

/// <summary>A namespace is a folder, and imports go one way: both are read off the files of <c>src</c>.</summary>
public partial class NamespaceTests
{
    [Fact]
    public void Every_namespace_of_the_product_is_its_folder() =>
        Assert.Equal(
            "",
            string.Join('\n', from file in Sources() where file.Namespace != file.Folder select $"{file.Path} is in namespace {file.Namespace}, and its folder says {file.Folder}"));

    [Fact]
    public void No_two_namespaces_import_each_other()
    {
        var imports = Sources().SelectMany(file => file.Imports.Select(import => (From: file.Namespace, To: import))).ToHashSet();

        Assert.Equal(
            "",
            string.Join('\n', from import in imports where string.CompareOrdinal(import.From, import.To) < 0 && imports.Contains((import.To, import.From)) select $"{import.From} and {import.To} import each other"));
    }

    [Fact]
    public void The_rules_see_namespaces_and_imports()
    {
        var source = Source.Of("src/Model/Units/X.cs", "using System;\nusing AsyncLoad.Model.Plans;\nusing static AsyncLoad.Model.Runs.Y;\nusing Z = AsyncLoad.Host.Loads.Z;\n\nnamespace AsyncLoad.Model.Unit;\n");

        Assert.Equal(("AsyncLoad.Model.Units", "AsyncLoad.Model.Unit"), (source.Folder, source.Namespace));
        Assert.Equal(["AsyncLoad.Model.Plans", "AsyncLoad.Model.Runs", "AsyncLoad.Host.Loads"], source.Imports);
    }

    private static IEnumerable<Source> Sources() =>
        Repository.Files("*.cs", "src").Select(path => Source.Of(path, Repository.Text(path))).Where(source => source.Namespace.Length > 0);

    private sealed partial record Source(string Path, string Folder, string Namespace, IReadOnlyList<string> Imports)
    {
        // A file without a namespace is the start of a program.
        public static Source Of(string path, string text) => new(
            path,
            "AsyncLoad." + string.Join('.', path.Split('/')[1..^1]),
            OwnNamespace().Match(text).Groups[1].Value,
            [.. Import().Matches(text).Select(match => match.Groups["all"].Success ? match.Groups["all"].Value : match.Groups["of"].Value)]);

        [GeneratedRegex(@"^namespace ([\w.]+);", RegexOptions.Multiline)]
        private static partial Regex OwnNamespace();

        [GeneratedRegex(@"^using (?:(?<all>AsyncLoad[\w.]*)|(?:static |\w+ = )(?<of>AsyncLoad[\w.]*)\.\w+)(?:<.*>)?;", RegexOptions.Multiline)]
        private static partial Regex Import();
    }
}
