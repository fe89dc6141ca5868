using AsyncLoad.Harness.Cli.Schema;
using AsyncLoad.Reporting.Markup;

namespace AsyncLoad.Harness.Cli.Init;

/// <summary>
/// What <c>init</c> writes: a profile with a comment on every line that a reader would ask about, and a plug-in project that it measures.
/// They lie in <c>Template</c>, where no build takes them for code of this program.
/// </summary>
internal static class InitFiles
{
    /// <summary>Name and content of each file, the profile first.</summary>
    /// <param name="version">Version of this program, and of the package with the contract.</param>
    public static IReadOnlyList<(string Name, string Content)> All(string version) =>
    [
        ("profile.json", Template("profile.json.txt")),
        ("profile.schema.json", SchemaCommand.Text("profile") + "\n"),
        ("MyWorkloads.csproj", Template("MyWorkloads.csproj.txt").Replace("{version}", version, StringComparison.Ordinal)),
        ("PriceLookup.cs", Template("PriceLookup.cs.txt")),
    ];

    /// <summary>One C# file with two benchmarks, which <c>compare</c> takes as it is.</summary>
    /// <param name="path">Its path, as its comments name it.</param>
    public static string SingleFile(string path) => Template("bench.cs.txt").Replace("{file}", path, StringComparison.Ordinal);

    private static string Template(string name) => EmbeddedText.Read(typeof(InitFiles).Assembly, name);
}
