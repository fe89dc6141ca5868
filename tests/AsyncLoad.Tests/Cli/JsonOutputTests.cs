using System.Text.Json;
using AsyncLoad.Harness.Cli;
using AsyncLoad.Tests.Docs;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>What programs read: one JSON document on the output, or nothing and an exit code.</summary>
public sealed class JsonOutputTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-json-").FullName;

    public JsonOutputTests()
    {
        foreach (var run in new[] { "a", "b" }) SyntheticFolder.Write(Path.Combine(folder, run), "abc", [0.400, 0.402, 0.398, 0.401, 0.399, 0.403]);
    }

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Theory]
    [InlineData("plan", "plan SMOKE")]
    [InlineData("list workloads", "list workloads")]
    [InlineData("list workloads NAME", "list workloads call-chain")]
    [InlineData("list loads", "list loads")]
    [InlineData("list pressures", "list pressures")]
    [InlineData("list runtimes", "list runtimes")]
    [InlineData("list profiles", "list profiles")]
    [InlineData("list settings", "list settings")]
    [InlineData("list metrics", "list metrics")]
    [InlineData("report", "report FOLDER/a")]
    [InlineData("diff", "diff FOLDER/a FOLDER/b")]
    [InlineData("trend", "trend FOLDER/a FOLDER/b")]
    [InlineData("doctor", "doctor --no-measure")]
    [InlineData("schema", "schema")]
    [InlineData("schema", "schema results")]
    [InlineData("init", "init FOLDER/new")]
    [InlineData("completions", "completions zsh")]
    public async Task A_command_prints_one_document_with_the_members_that_are_documented(string documented, string command)
    {
        var run = await Json(command);
        Assert.Equal((ExitCode.Ok, ""), (run.Code, run.Error));
        using var document = JsonDocument.Parse(run.Output);
        var (isList, members) = Documented(documented);
        Assert.Equal(isList, document.RootElement.ValueKind == JsonValueKind.Array);
        var entry = isList ? document.RootElement[0] : document.RootElement;
        Assert.Empty(members.Except(entry.EnumerateObject().Select(member => member.Name)));
    }

    [Theory]
    [InlineData("run FOLDER/absent.json", (int)ExitCode.BadArguments)]
    [InlineData("run SMOKE --only nothing", (int)ExitCode.NothingRan)]
    [InlineData("run FOLDER/a/catalogue.json", (int)ExitCode.ProfileInvalid)]
    [InlineData("compare call-chain await-task nothing", (int)ExitCode.BadArguments)]
    [InlineData("plan FOLDER/absent.json", (int)ExitCode.BadArguments)]
    [InlineData("list loads nothing", (int)ExitCode.BadArguments)]
    [InlineData("report FOLDER", (int)ExitCode.BadArguments)]
    [InlineData("diff FOLDER/a FOLDER", (int)ExitCode.BadArguments)]
    [InlineData("trend FOLDER/a FOLDER", (int)ExitCode.BadArguments)]
    [InlineData("merge FOLDER --output FOLDER/whole", (int)ExitCode.BadArguments)]
    [InlineData("analyze FOLDER/absent.nettrace", (int)ExitCode.TraceUnreadable)]
    [InlineData("selfcheck --sed 1", (int)ExitCode.BadArguments)]
    [InlineData("completions csh", (int)ExitCode.BadArguments)]
    [InlineData("schema nothing", (int)ExitCode.BadArguments)]
    [InlineData("init FOLDER/a/manifest.json", (int)ExitCode.OutputUnwritable)]
    public async Task A_command_that_fails_prints_nothing_for_programs_and_says_why_on_the_error_stream(string command, int code)
    {
        var run = await Json(command);
        Assert.Equal((code, ""), ((int)run.Code, run.Output));
        Assert.NotEqual("", run.Error);
    }

    [Fact]
    public async Task Every_command_has_a_line_in_the_documentation_and_says_there_what_it_prints()
    {
        var commands = HelpTests.Commands.Select(command => command.Name).ToList();
        Assert.Contains("selfcheck", commands);
        Assert.All(commands, command => Assert.Contains(Rows, row => row[0].Trim('`').Split(' ')[0] == command));
        Assert.All(Topics, topic => Assert.Contains(Rows, row => row[0] == $"`list {topic}`"));
        var page = Documents.Of("docs/commands.md").Text;
        foreach (var option in await Options()) Assert.Contains($"`{option}", page, StringComparison.Ordinal);
    }

    private static IEnumerable<string> Topics =>
        HelpTests.Commands.Single(command => command.Name == "list").Arguments.Single(argument => argument.Name == "what").HelpName!.Split('|');

    private static async Task<IEnumerable<string>> Options()
    {
        var help = (await CommandRun.Of("--help")).Output;
        return help.Split('\n').Select(line => line.Trim()).Where(line => line.StartsWith("--", StringComparison.Ordinal)).Select(line => line.Split(' ')[0]);
    }

    private Task<CommandRun> Json(string command) => CommandRun.Of(
        [.. command.Replace("FOLDER", folder, StringComparison.Ordinal).Replace("SMOKE", CommandRun.Smoke, StringComparison.Ordinal).Split(' '), "--format", "json"]);

    // The row of a command: whether it prints a list, and of which members.
    private static (bool IsList, IEnumerable<string> Members) Documented(string command)
    {
        var shape = Assert.Single(Rows, row => row[0] == $"`{command}`")[2];
        return (shape.StartsWith("list of", StringComparison.Ordinal), shape.Split('`').Where((_, part) => part % 2 == 1));
    }

    // Rows of tables with three columns.
    private static IEnumerable<string[]> Rows => Documents.Of("docs/commands.md").Text.Split('\n')
        .Where(line => line.StartsWith("| `", StringComparison.Ordinal))
        .Select(line => line.Trim('|').Split(" | ").Select(cell => cell.Trim()).ToArray())
        .Where(row => row.Length == 3);
}
