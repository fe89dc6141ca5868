using System.Security.Cryptography;
using AsyncLoad.Tracing.Metadata;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Metadata;

public sealed class SourceLinesTests : IDisposable
{
    // SHA-256, as portable PDBs number hash algorithms.
    private static readonly Guid Algorithm = new("8829d00f-11b8-4213-878b-770e8597ac16");

    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-source-lines-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public void A_file_with_the_hash_of_the_PDB_is_read()
    {
        var (path, hash) = Written();
        Assert.Equal(["class A;"], SourceLines.Of(path, Algorithm, hash)!);
    }

    // On Windows such a path may name another machine.
    [Fact]
    public void A_deterministic_path_does_not_lead_to_a_rooted_one()
    {
        var (path, hash) = Written();
        Assert.Null(SourceLines.Of("/_/" + path, Algorithm, hash));
        Assert.Null(SourceLines.Of(@"/_/\\machine\share\a.cs", Algorithm, hash));
    }

    private (string Path, byte[] Hash) Written()
    {
        var path = Path.Combine(folder, "a.cs");
        File.WriteAllText(path, "class A;");
        return (path, SHA256.HashData(File.ReadAllBytes(path)));
    }
}
