using System.Text.Json;
using AsyncLoad.Assurance.Soak;
using AsyncLoad.Model;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Analysis;
using Xunit;

namespace AsyncLoad.Tests.Soak;

public sealed class SoakReadingTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-soak-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public void A_process_is_told_with_its_memory_handles_and_threads_until_it_has_ended()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "/proc");

        var figures = ProcessReader.Read(Environment.ProcessId);

        Assert.True(figures is { ResidentBytes: > 1_000_000, Handles: > 2, Threads: > 1 }, $"{figures}");
        Assert.True(ProcessReader.PeakBytes(Environment.ProcessId) > 1_000_000);
        Assert.Null(ProcessReader.Read(int.MaxValue));
        Assert.Null(ProcessReader.PeakBytes(int.MaxValue));
    }

    [Fact]
    public void Temporary_files_are_counted_in_folders_too_and_hidden_ones()
    {
        Directory.CreateDirectory(At("a"));
        File.WriteAllText(At(".lock"), "");
        File.WriteAllText(At(Path.Combine("a", "b")), "1234");

        Assert.Equal(new TemporaryFiles(2, 4), TemporaryFolder.Read(folder));
        Assert.Equal([".lock", "a", Path.Combine("a", "b")], TemporaryFolder.Names(folder));
    }

    [Fact]
    public void A_journal_is_followed_while_it_grows()
    {
        var tail = new JournalTail(At("pairs.jsonl"));
        Assert.Equal((0L, 0), tail.Read());

        File.WriteAllText(At("pairs.jsonl"), "one\ntw");
        Assert.Equal((6L, 1), tail.Read());

        File.AppendAllText(At("pairs.jsonl"), "o\nthree\n");
        Assert.Equal((14L, 3), tail.Read());
    }

    [Fact]
    public void A_journal_tells_its_pairs_what_lies_between_them_and_what_is_damaged()
    {
        var (first, failed) = (Pair(1, atSeconds: 0), SyntheticRun.CrashedPair(2) with { Started = SyntheticRun.Noon.AddSeconds(5), Took = new Nanoseconds(2_000_000_000) });
        File.WriteAllText(At("pairs.jsonl"), Line(first) + Line(failed) + Line(Pair(3, atSeconds: 7.25)) + "{\"kind\":\"pair\",");

        var figures = JournalFigures.Read(At("pairs.jsonl"));

        Assert.Equal((new FileInfo(At("pairs.jsonl")).Length, 2, 1), (figures.Bytes, figures.Pairs, figures.Damaged));
        // Pairs take 4.5 s but for the one that failed.
        Assert.Equal([500.0, 250.0], figures.MillisecondsBetween);
    }

    [Fact]
    public void A_journal_that_is_not_there_has_nothing_in_it()
    {
        var figures = JournalFigures.Read(At("pairs.jsonl"));

        Assert.Equal((0L, 0, 0), (figures.Bytes, figures.Pairs, figures.Damaged));
        Assert.Empty(figures.MillisecondsBetween);
    }

    private static JournalEntry.Pair Pair(int index, double atSeconds) =>
        SyntheticRun.PairOf(index, 0.4) with { Started = SyntheticRun.Noon.AddSeconds(atSeconds) };

    private static string Line(JournalEntry entry) => JsonSerializer.Serialize(entry, ModelJson.Line.JournalEntry) + "\n";

    private string At(string path) => Path.Combine(folder, path);
}
