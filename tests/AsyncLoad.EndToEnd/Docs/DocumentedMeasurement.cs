using AsyncLoad.Tests.Docs;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>
/// What pages tell people to measure is measured, by the words that stand there: time is up after the first pair, of few and short slices. That all other
/// commands work, and that these do up to measuring, the unit tests say.
/// </summary>
public abstract class DocumentedMeasurement : IDisposable
{
    private static readonly string[] Soon = ["--time-budget", "1s"];

    private static readonly (string Setting, string Value)[] Short = [("measure.slices", "4"), ("measure.slice", "5ms"), ("measure.warmUpCap", "300ms")];

    private readonly Sandbox sandbox = new();

    public void Dispose()
    {
        sandbox.Dispose();
        GC.SuppressFinalize(this);
    }

    /// <summary>Commands of the pages that begin with one of these words, each once, wherever its results go.</summary>
    private protected static TheoryData<string> CommandsOf(params string[] verbs) =>
        [.. All(verbs).Select(command => string.Join(' ', WithoutOutput(command.Words))).Distinct().Order(StringComparer.Ordinal)];

    /// <summary>Pages that have such a command.</summary>
    private protected static int PagesOf(params string[] verbs) => All(verbs).Select(command => command.Place.Split(':')[0]).Distinct().Count();

    private protected async Task MeasuresAsync(string command)
    {
        string[] words = command.Split(' ');
        sandbox.Copy(Path.Combine(Repository.Root, "profiles"), "profiles");
        sandbox.Copy(Path.Combine(Repository.Root, "docs/runs"), "docs/runs", file => Path.GetFileName(file) != "profile.json");
        if (words.Contains("asyncload/profile.json")) (await Asyncload.RunAsync(sandbox, "init")).Expect(0);
        if (words.Contains("bench.cs")) (await Asyncload.RunAsync(sandbox, "init", "--file")).Expect(0);
        if (words.Contains("MyBenchmarks")) await ReaderProject.BuildAsync(sandbox);
        if (words.Contains("artifacts/dotnet-11")) words[Array.IndexOf(words, "artifacts/dotnet-11")] = await LaidOutRuntimes.NextInAsync(sandbox);
        if (words.Contains("artifacts/dotnet")) words[Array.IndexOf(words, "artifacts/dotnet")] = await LaidOutRuntimes.InAsync(sandbox);
        if (words.Contains("runs/main")) await MeasureAsync(["run", "profiles/ci.json"], "runs/main");

        await MeasureAsync(words, "runs/it");
    }

    private async Task MeasureAsync(string[] words, string folder)
    {
        var ended = await Asyncload.RunAsync(sandbox, [.. words, "--output", folder, .. Shortened(words)]);

        var run = new RunFolder(sandbox.At(folder));
        // The bars of a self-check cannot be met by one pair. Gates of other comparisons are undecided then.
        if (words[0] == "selfcheck") ended.Expect(2);
        else if (ended.Code != 3 || run.Results.Gates.Count == 0) ended.Expect(0);
        Assert.NotEmpty(run.Pairs);
        Assert.Empty(RunFolder.Judgement.Except(run.Files));
    }

    // A self-check decides for itself how it measures. Samples of processors are taken in traced runs.
    private static string[] Shortened(string[] words) =>
        words[0] == "selfcheck" ? Soon
        : words.Contains("--traces") || words.Contains("--cpu-samples") ? Brief(words)
        : ["--traces", "none", .. Brief(words)];

    // A setting that the command gives itself may not be given again.
    private static string[] Brief(string[] words) =>
        [.. Soon, .. Short.Where(entry => !words.Any(word => word.StartsWith(entry.Setting + "=", StringComparison.Ordinal))).SelectMany(entry => new[] { "--set", $"{entry.Setting}={entry.Value}" })];

    private static IEnumerable<DocumentedCommand> All(string[] verbs) =>
        DocumentedCommand.All.Where(command => command.Program == DocumentedCommand.Harness && command.Words.Count > 0 && verbs.Contains(command.Words[0]));

    private static IEnumerable<string> WithoutOutput(IReadOnlyList<string> words) =>
        words.Where((word, index) => word != "--output" && (index == 0 || words[index - 1] != "--output"));
}
