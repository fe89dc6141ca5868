using System.Text.Json;
using AsyncLoad.Model;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Runs;

namespace AsyncLoad.EndToEnd;

/// <summary>What a run left behind.</summary>
internal sealed record RunFolder(string Folder)
{
    /// <summary>Files that <c>report</c> writes.</summary>
    public static IReadOnlyList<string> Judgement { get; } = ["junit.xml", "report.html", "report.md", "results.csv", "results.json"];

    public RunManifest Manifest => JsonSerializer.Deserialize(Text("manifest.json"), ModelJson.Line.RunManifest)!;

    public RunResults Results => JsonSerializer.Deserialize(Text("results.json"), ModelJson.Line.RunResults)!;

    public IReadOnlyList<JournalEntry> Journal =>
        [.. File.ReadAllLines(At("pairs.jsonl")).Select(line => JsonSerializer.Deserialize(line, ModelJson.Line.JournalEntry)!)];

    public IEnumerable<JournalEntry.Pair> Pairs => Journal.OfType<JournalEntry.Pair>();

    /// <summary>Pairs that count: what the machine spoiled is attempted once more.</summary>
    public IEnumerable<JournalEntry.Pair> WholePairs => Pairs.Where(IsWhole);

    /// <summary>Paths of all files inside the folder, with forward slashes, in order.</summary>
    public IEnumerable<string> Files => Directory.EnumerateFiles(Folder, "*", SearchOption.AllDirectories)
        .Select(path => Path.GetRelativePath(Folder, path).Replace('\\', '/'))
        .Order(StringComparer.Ordinal);

    public string At(string name) => Path.Combine(Folder, name);

    public string Text(string name) => File.ReadAllText(At(name));

    /// <summary>Lines that the journal holds while the run writes it.</summary>
    public int LinesSoFar()
    {
        if (!File.Exists(At("pairs.jsonl"))) return 0;
        using var journal = new StreamReader(new FileStream(At("pairs.jsonl"), FileMode.Open, FileAccess.Read, FileShare.ReadWrite));
        return journal.ReadToEnd().Count(character => character == '\n');
    }

    /// <summary>Waits until the journal has so many lines.</summary>
    public Task HasLinesAsync(int lines) => Until.HoldsAsync(() => LinesSoFar() >= lines, $"{At("pairs.jsonl")} has {lines} lines");

    /// <summary>Whether both sides finished something. A process that ended well has not when it got no processor in any of its slices, of which tests have four of 5 ms.</summary>
    public static bool IsWhole(JournalEntry.Pair pair) =>
        new[] { pair.Baseline, pair.Candidate }.All(outcome => outcome is CellOutcome.Completed completed && completed.Measurement.Slices.Any(slice => slice.Operations > 0));
}
