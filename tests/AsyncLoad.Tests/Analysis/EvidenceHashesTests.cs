using System.Security.Cryptography;
using System.Text.Json;
using AsyncLoad.Analysis;
using AsyncLoad.Model;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Runs;
using AsyncLoad.Tracing.Runs;
using Xunit;

namespace AsyncLoad.Tests.Analysis;

public sealed class EvidenceHashesTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-evidence-").FullName;

    public EvidenceHashesTests()
    {
        Directory.CreateDirectory(Path.Combine(folder, "traces"));
        File.WriteAllText(PathOf("pairs.jsonl"), "{}\n");
        File.WriteAllText(PathOf("traces/c001.nettrace"), "Nettrace");
    }

    private EvidenceFile[] Manifest => [Listed("pairs.jsonl"), Listed("traces/c001.nettrace")];

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public void Files_as_they_were_measured_are_no_problem() => Assert.Empty(EvidenceHashes.Problems(folder, Manifest));

    [Fact]
    public void A_folder_may_be_named_with_or_without_a_separator_at_its_end() =>
        Assert.Empty(EvidenceHashes.Problems(folder + Path.DirectorySeparatorChar, Manifest));

    [Fact]
    public void A_changed_byte_is_told()
    {
        var manifest = Manifest;
        File.WriteAllText(PathOf("traces/c001.nettrace"), "nettrace");

        var problem = Assert.Single(EvidenceHashes.Problems(folder, manifest));
        Assert.Equal("traces/c001.nettrace was changed after measuring: its SHA-256 is not the one in the manifest", problem);
    }

    [Fact]
    public void A_file_of_another_length_is_told_without_reading_it()
    {
        var manifest = Manifest;
        File.AppendAllText(PathOf("pairs.jsonl"), "{}\n");

        var problem = Assert.Single(EvidenceHashes.Problems(folder, manifest));
        Assert.Equal("pairs.jsonl was changed after measuring: it has 6 B, the manifest says 3 B", problem);
    }

    [Fact]
    public void Each_file_that_is_gone_is_told()
    {
        var manifest = Manifest;
        Directory.Delete(PathOf("traces"), recursive: true);
        File.Delete(PathOf("pairs.jsonl"));

        Assert.Equal(
            ["pairs.jsonl: the manifest names this file, but it does not exist", "traces/c001.nettrace: the manifest names this file, but it does not exist"],
            EvidenceHashes.Problems(folder, manifest));
    }

    [Fault(23)]
    [Theory]
    [InlineData("../other/pairs.jsonl")]
    [InlineData("/etc/passwd")]
    [InlineData("traces/../../pairs.jsonl")]
    [InlineData("")]
    public void No_file_outside_the_folder_is_touched(string path) =>
        Assert.EndsWith("outside the run folder", Assert.Single(EvidenceHashes.Problems(folder, [new EvidenceFile(path, 0, "")])), StringComparison.Ordinal);

    [Fact]
    public void A_run_that_has_not_ended_has_nothing_to_check() => Assert.Empty(EvidenceHashes.Problems(folder, []));

    [Fault(25)]
    [Fact]
    public void A_large_file_is_not_read_into_memory()
    {
        const long Length = 1L << 28;
        using (var large = File.Create(PathOf("large"))) large.SetLength(Length);
        var before = GC.GetAllocatedBytesForCurrentThread();

        Assert.Single(EvidenceHashes.Problems(folder, [new EvidenceFile("large", Length, "")]));

        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1_000_000);
    }

    [Theory]
    [InlineData(20, "")]
    [InlineData(23, " and 3 more")]
    public void Of_comparisons_whose_lines_were_changed_twenty_are_named(int comparisons, string more)
    {
        File.WriteAllLines(PathOf("pairs.jsonl"), Enumerable.Range(1, comparisons).Select(number => JsonSerializer.Serialize<JournalEntry>(SyntheticRun.PairOf(1, 0.5, $"c{number:D2}"), ModelJson.Line.JournalEntry)));
        IReadOnlyList<EvidencePart> written;
        using (var journal = File.OpenRead(PathOf("pairs.jsonl"))) written = EvidenceParts.OfJournal(journal);

        Assert.Null(EvidenceHashes.JournalProblem(folder, written));
        Assert.Equal(
            $"pairs.jsonl was changed after measuring: {string.Join(", ", Enumerable.Range(1, 20).Select(number => $"comparison c{number:D2}"))}{more}",
            EvidenceHashes.JournalProblem(folder, [.. written.Select(part => part with { Sha256 = "00" })]));
        Assert.Equal("pairs.jsonl was changed after measuring: comparison c01", EvidenceHashes.JournalProblem(folder, [.. written.Skip(1)]));
        Assert.Equal("pairs.jsonl was changed after measuring: gone", EvidenceHashes.JournalProblem(folder, [.. written, new EvidencePart("pairs.jsonl", "gone", "00")]));
    }

    [Fact]
    public void What_another_process_keeps_to_itself_could_not_be_checked()
    {
        var manifest = Manifest[..1];
        using var held = new FileStream(PathOf("pairs.jsonl"), FileMode.Open, FileAccess.ReadWrite, FileShare.None);

        Assert.StartsWith("pairs.jsonl could not be checked against the manifest: ", Assert.Single(EvidenceHashes.Problems(folder, manifest)), StringComparison.Ordinal);
        Assert.StartsWith("pairs.jsonl could not be checked against the manifest: ", EvidenceHashes.JournalProblem(folder, []), StringComparison.Ordinal);
    }

    [Fact]
    public void A_journal_that_is_not_there_is_told_as_a_file()
    {
        File.Delete(PathOf("pairs.jsonl"));

        Assert.Null(EvidenceHashes.JournalProblem(folder, [new EvidencePart("pairs.jsonl", "gone", "00")]));
    }

    [Fact]
    public void A_file_that_was_empty_is_no_problem_while_it_is()
    {
        File.WriteAllText(PathOf("empty"), "");
        var empty = new EvidenceFile("empty", 0, "");

        Assert.Empty(EvidenceHashes.Problems(folder, [empty]));
        File.WriteAllText(PathOf("empty"), "x");
        Assert.Equal("empty was changed after measuring: it has 1 B, the manifest says 0 B", Assert.Single(EvidenceHashes.Problems(folder, [empty])));
        File.WriteAllText(PathOf("empty"), "");
        // What is empty may also be a pipe or a device.
        Assert.StartsWith("empty could not be checked against the manifest: ", Assert.Single(EvidenceHashes.Problems(folder, [empty with { Bytes = 1 }])), StringComparison.Ordinal);
    }

    private string PathOf(string file) => Path.Combine(folder, file);

    private EvidenceFile Listed(string file)
    {
        var bytes = File.ReadAllBytes(PathOf(file));
        return new EvidenceFile(file, bytes.Length, Convert.ToHexStringLower(SHA256.HashData(bytes)));
    }
}
