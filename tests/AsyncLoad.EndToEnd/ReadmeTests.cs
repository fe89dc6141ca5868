using System.Text.RegularExpressions;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>What the README tells people to type works.</summary>
public partial class ReadmeTests
{
    private const string Prefix = "dotnet run -c Release --project src/Harness -- ";

    [Fact]
    public async Task Every_command_of_it_works()
    {
        var readme = Path.Combine(Repository.Root, "README.md");
        Assert.SkipUnless(File.Exists(readme), "there is no README.md");
        var commands = Commands(await File.ReadAllTextAsync(readme, TestContext.Current.CancellationToken));

        Assert.NotEmpty(commands);
        foreach (var command in commands)
        {
            using var sandbox = new Sandbox();
            sandbox.Copy(Path.Combine(Repository.Root, "profiles"), "profiles");
            (await Asyncload.RunAsync(sandbox, Shortened(command))).Expect(0);
        }
    }

    [Fact]
    public void Commands_are_found_in_shell_blocks_only()
    {
        const string Text = """
            dotnet run -c Release --project src/Harness -- list loads
            ```bash
            dotnet build -c Release
            dotnet run -c Release --project src/Harness -- plan profiles/smoke.json --only "*old heap*"   # how long
            ```
            """;

        Assert.Equal([["plan", "profiles/smoke.json", "--only", "*old heap*"]], Commands(Text));
    }

    private static List<string[]> Commands(string markdown) =>
    [
        .. from Match block in ShellBlock().Matches(markdown)
           from line in block.Groups[1].Value.Split('\n')
           where line.StartsWith(Prefix, StringComparison.Ordinal)
           select Words(line[Prefix.Length..]),
    ];

    private static string[] Words(string command) =>
        [.. Word().Matches(command).Select(word => word.Value.Trim('"', '\'')).TakeWhile(word => word != "#")];

    // The smoke profile itself is run whole by .ci/run.
    private static string[] Shortened(string[] command) => command switch
    {
        ["run", "profiles/smoke.json"] => ["plan", "profiles/smoke.json"],
        // Both measure for minutes, and what a selfcheck says depends on the machine.
        ["doctor"] => ["doctor", "--no-measure"],
        ["selfcheck", ..] => [.. command, "--help"],
        // A measurement as written, made short.
        ["run" or "compare", ..] => [.. command, .. Profiles.Figures],
        _ => command,
    };

    [GeneratedRegex(@"```(?:bash|sh)\s*\n(.*?)```", RegexOptions.Singleline)]
    private static partial Regex ShellBlock();

    [GeneratedRegex("""
        "[^"]*"|'[^']*'|\S+
        """)]
    private static partial Regex Word();
}
