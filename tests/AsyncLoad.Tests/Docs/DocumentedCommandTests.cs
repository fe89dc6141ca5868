using AsyncLoad.Fuzzing;
using AsyncLoad.Harness.Cli;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model.Runs;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Cli;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>What the documentation tells people to type works: everything but measuring, which the end-to-end tests do.</summary>
public sealed class DocumentedCommandTests : IDisposable
{
    // Everything is prepared, and then refused before a run folder is made.
    private static readonly RunEnvironment Unfit = CommandRun.Sound with { Harness = new ProcessState(Optimized: true, Debugged: true) };

    private static readonly string[] Measuring = ["run", "compare", "map", "selfcheck"];

    private readonly ReaderFolder reader = new();

    public void Dispose() => reader.Dispose();

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
            ASYNCLOAD_KILLS=5 dotnet run -c Release --project tests/AsyncLoad.Tests
            ```
            ```yaml
              - run: asyncload run profiles/ci.json
              - script: dotnet run -c Release --no-build --project bench/Calibration -- same
              - run: dotnet src/Harness/bin/Release/net10.0/asyncload.dll merge runs/shard-* --output runs/whole
              - run: deploy/share profiles/seeds.json runs $((${{ strategy.job-index }} + 1)) ${{ strategy.job-total }}
              - script: deploy/share profiles/seeds.json runs $(System.JobPositionInPhase) $(System.TotalJobsInPhase)
            ```
            ```text
            asyncload 0.2.0
            deploy/               what no command names
            ```
            """);

        Assert.Equal(
            [
                "a.md:4: src/Harness plan profiles/smoke.json --only *old heap*", "a.md:5: src/Harness schema", "a.md:6: tests/AsyncLoad.Tests ",
                "a.md:9: src/Harness run profiles/ci.json", "a.md:10: bench/Calibration same", "a.md:11: src/Harness merge runs/shard-* --output runs/whole",
                "a.md:12: deploy/share profiles/seeds.json runs 1 1", "a.md:13: deploy/share profiles/seeds.json runs 1 1", "a.md:16: src/Harness 0.2.0",
            ],
            DocumentedCommand.Of(page).Select(command => command.ToString()));
        Assert.True(Own.Count() > 50);
    }

    [Fact]
    public void Every_block_says_its_language_so_that_no_command_is_overlooked() =>
        Assert.Empty(Documents.All.SelectMany(page => page.Blocks("")).Select(block => block.Place));

    [Theory]
    [MemberData(nameof(Places))]
    public Task A_documented_command_parses_and_works_up_to_measuring(string place) => CheckAsync(Own.First(known => known.ToString() == place));

    [Fact]
    public void Commands_for_a_repository_of_the_reader_parse_with_all_that_sides_say()
    {
        Assert.True(DocumentedCommand.InReadersRepository.Count > 3);
        foreach (var command in DocumentedCommand.InReadersRepository)
        {
            var parsed = HelpTests.Parser().Parse(command.Words);
            Assert.True(parsed.Errors.Count == 0, $"{command}: {string.Join("; ", parsed.Errors.Select(error => error.Message))}");
            var errors = new ProfileErrors();
            foreach (var (option, side) in command.Words.Zip(command.Words.Skip(1)).Where(pair => pair.First is "--baseline" or "--candidate"))
                new SideReader(new ValueReader(errors), workload: null).Read(new JsonMember("side", default, SideArgument.Tree(option, side, variant: null)), variant: null);
            Assert.True(errors.None, $"{command}: {string.Join("; ", errors.InOrder)}");
        }
    }

    [Fact]
    public async Task A_documented_share_runs_a_command_that_parses_and_works_up_to_measuring()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "runs a script of a Unix shell");
        var shares = DocumentedCommand.All.Where(command => command.Program == DocumentedCommand.Share).ToList();
        Assert.NotEmpty(shares);
        foreach (var share in shares)
        {
            // The script says what it would run.
            var said = await ToolProcess.RunAsync(
                "/bin/sh", ["-c", "ASYNCLOAD=echo /bin/sh \"$0\" \"$@\"", Path.Combine(Repository.Root, share.Program), .. share.Words], reader.Folder, Duration.FromSeconds(600), TestContext.Current.CancellationToken);

            Assert.True(said.ExitCode == 0, said.Output);
            await CheckAsync(share with { Program = DocumentedCommand.Harness, Words = said.Output.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries) });
        }
    }

    [Fact]
    public void Other_programs_that_are_to_be_run_are_there_with_what_is_asked_of_them()
    {
        var others = DocumentedCommand.All.Where(command => command.Program != DocumentedCommand.Harness).ToList();
        Assert.True(others.Count > 5);
        Assert.All(others, command => Assert.True(File.Exists(PathOf(command)) ? AreThere(command.Words) : Knows(PathOf(command), command.Words), command.ToString()));
    }

    private static string PathOf(DocumentedCommand command) => Path.Combine(Repository.Root, command.Program);

    // Of a script: the profiles that it is given.
    private static bool AreThere(IReadOnlyList<string> words) =>
        words.Where(word => word.StartsWith("profiles/", StringComparison.Ordinal)).All(word => File.Exists(Path.Combine(Repository.Root, word)));

    // Of a project: the tests or the verb that it is told to run.
    private static bool Knows(string project, IReadOnlyList<string> words) => words switch
    {
        ["--filter-class", var name] => Directory.EnumerateFiles(project, $"{name}.cs", SearchOption.AllDirectories).Any(),
        ["--filter-method", var name] => Directory.EnumerateFiles(project, "*.cs", SearchOption.AllDirectories)
            .Any(file => File.ReadAllText(file).Contains(name.Trim('*'), StringComparison.Ordinal)),
        [var verb, ..] => File.ReadAllText(Path.Combine(project, "Program.cs")).Contains($"\"{verb}\"", StringComparison.Ordinal) || FuzzCommand.Find(verb) is not null,
        _ => Directory.Exists(project),
    };

    private async Task CheckAsync(DocumentedCommand command)
    {
        Assert.Empty(HelpTests.Parser().Parse(command.Words).Errors.Select(error => error.Message));
        string[] words = [.. reader.Words(command)];
        if (!Measuring.Contains(words[0]))
        {
            var ended = await CommandRun.In(CommandRun.Sound, ReaderFolder.Around, words);
            // What a gate comes to is up to the reader's trace.
            ExitCode[] right = words.Contains("--process-id") ? [ExitCode.Refused] : words.Contains("--fail-on") ? [ExitCode.Ok, ExitCode.GateFailed, ExitCode.GateInconclusive] : [ExitCode.Ok];
            Assert.True(right.Contains(ended.Code), $"{ended.Code}: {ended.Error}");
            return;
        }

        var run = await CommandRun.In(Unfit, ReaderFolder.Around, words);
        Assert.True(run.Code == ExitCode.Refused, $"{run.Code}: {run.Error}");
        // Refused for the place it would be measured in, and for nothing else.
        Assert.Equal(
            BuildRefusal.Refusals(Unfit).Select(refusal => $"error: {refusal} (use --force to measure anyway)"),
            run.Error.Split(Environment.NewLine).Where(line => line.StartsWith("error: ", StringComparison.Ordinal)));
    }
}
