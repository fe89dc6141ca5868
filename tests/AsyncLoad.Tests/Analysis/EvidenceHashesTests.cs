using System.Security.Cryptography;
using AsyncLoad.Analysis;
using AsyncLoad.Model.Runs;
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

    private string PathOf(string file) => Path.Combine(folder, file);

    private EvidenceFile Listed(string file)
    {
        var bytes = File.ReadAllBytes(PathOf(file));
        return new EvidenceFile(file, bytes.Length, Convert.ToHexStringLower(SHA256.HashData(bytes)));
    }
}
