using AsyncLoad.Fuzzing;
using AsyncLoad.Harness.Cli;
using AsyncLoad.Model.Runs;
using AsyncLoad.Tests.Cli;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>What the documentation tells people to type works: everything but measuring, which the end-to-end tests do.</summary>
public sealed class DocumentedCommandTests : IDisposable
{
    // Everything is prepared, and then refused before a run folder is made.
    private static readonly RunEnvironment Unfit = CommandRun.Sound with { Harness = new ProcessState(Optimized: true, Debugged: true) };

    // With code or runtimes of the reader, a run that was cut short, or what "init" wrote: the end-to-end tests have these.
    private static readonly string[] OfOthers = ["--plugin", "--project", "--resume", "--dotnet-root"];

    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-docs-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    /// <summary>Each place once, so that a failure names it.</summary>
    public static TheoryData<string> Places { get; } = [.. Own.Select(command => command.ToString())];

    private static IEnumerable<DocumentedCommand> Own => DocumentedCommand.All.Where(command => command.Program == DocumentedCommand.Harness);

    [Fact]
    public void Commands_are_found_in_shells_transcripts_and_workflows()
    {
        var page = new Document("a.md", """
            asyncload list loads
            ```bash
            dotnet build -c Release
            dotnet run -c Release --project src/Harness -- plan profiles/smoke.json --only "*old heap*"   # how long
            asyncload schema > a.json
            ```
            ```yaml
              - run: asyncload run profiles/ci.json
              - script: dotnet run -c Release --no-build --project bench/Calibration -- same
            ```
            ```text
            asyncload 0.1.0
            ```
            """);

        Assert.Equal(
            [
                "a.md:4: src/Harness plan profiles/smoke.json --only *old heap*", "a.md:5: src/Harness schema", "a.md:8: src/Harness run profiles/ci.json",
                "a.md:9: bench/Calibration same", "a.md:12: src/Harness 0.1.0",
            ],
            DocumentedCommand.Of(page).Select(command => command.ToString()));
        Assert.True(Own.Count() > 50);
    }

    [Theory]
    [MemberData(nameof(Places))]
    public async Task A_documented_command_parses_and_works_up_to_measuring(string place)
    {
        var command = Own.First(known => known.ToString() == place);
        Assert.Empty(HelpTests.Parser().Parse(command.Words).Errors.Select(error => error.Message));
        if (command.Words.Any(word => OfOthers.Contains(word) || word.StartsWith("asyncload/", StringComparison.Ordinal))) return;
        string[] words = [.. command.Words.Select(Present)];
        switch (command.Words[0])
        {
            case "plan" or "list" or "schema" or "completions" or "report" or "diff":
                Expect(ExitCode.Ok, await CommandRun.Of(words));
                break;
            case "init":
                Expect(ExitCode.Ok, await CommandRun.Of("init", Path.Combine(folder, "new")));
                break;
            case "doctor":
                Expect(ExitCode.Ok, await CommandRun.Of([.. words, "--no-measure"]));
                break;
            case "run" or "compare" or "selfcheck":
                Expect(ExitCode.Refused, await CommandRun.In(Unfit, services => services, words));
                break;
            default:
                // Traces and shards of somebody else: their words are right.
                Assert.Contains(command.Words[0], new[] { "analyze", "merge" });
                break;
        }
    }

    [Fact]
    public void Other_projects_that_are_to_be_run_are_there_with_what_is_asked_of_them()
    {
        var others = DocumentedCommand.All.Where(command => command.Program != DocumentedCommand.Harness).ToList();
        Assert.True(others.Count > 5);
        foreach (var command in others)
        {
            var project = Path.Combine(Repository.Root, command.Program);
            Assert.True(Directory.Exists(project), command.ToString());
            if (command.Words is ["--filter-class", var name])
                Assert.True(Directory.EnumerateFiles(project, $"{name}.cs", SearchOption.AllDirectories).Any(), command.ToString());
            else if (command.Words is [var verb, ..])
                Assert.True(File.ReadAllText(Path.Combine(project, "Program.cs")).Contains($"\"{verb}\"", StringComparison.Ordinal) || FuzzCommand.Find(verb) is not null, command.ToString());
        }
    }

    private static void Expect(ExitCode code, CommandRun run) => Assert.True(run.Code == code, $"{run.Code}: {run.Error}");

    // A profile is that of the repository, "mine" the one that the README shows; a run is one that is there.
    private string Present(string word)
    {
        if (word == "profiles/mine.json") return ReadmeProfile();
        if (word.StartsWith("profiles/", StringComparison.Ordinal) || word.StartsWith("docs/", StringComparison.Ordinal)) return Path.Combine(Repository.Root, word);
        if (word.StartsWith("runs/", StringComparison.Ordinal)) return SyntheticFolder.Write(Path.Combine(folder, Path.GetFileName(word)), "abc", [0.400, 0.402, 0.398, 0.401, 0.399, 0.403]);
        return word;
    }

    private string ReadmeProfile()
    {
        var path = Path.Combine(folder, "mine.json");
        File.WriteAllText(path, Documents.Of("README.md").Blocks("jsonc").Single().Text);
        return path;
    }
}
