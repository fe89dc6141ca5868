using System.Security.Cryptography;
using System.Text;
using AsyncLoad.Harness.Execution;
using Xunit;

namespace AsyncLoad.Tests.Execution;

public sealed class ContentHashTests : IDisposable
{
    private static readonly DateTime LongAgo = new(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc);

    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-hashes-").FullName;

    private string Library => Path.Combine(folder, "Shop.dll");

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public void A_file_that_is_written_again_and_again_has_the_hash_of_what_it_holds()
    {
        for (var round = 0; round < 50; round++)
        {
            File.WriteAllText(Library, $"{round % 7}");
            Assert.Equal(SHA256.HashData(Encoding.UTF8.GetBytes($"{round % 7}")), ContentHash.Of(Library));
        }
    }

    [Fact]
    public void A_file_of_the_same_length_and_time_is_not_read_again()
    {
        Write("one");
        var first = ContentHash.Of(Library);
        // Nothing but a look into the content would tell.
        Write("two");
        Assert.Equal(first, ContentHash.Of(Library));
        File.SetLastWriteTimeUtc(Library, LongAgo.AddTicks(10));
        Assert.Equal(SHA256.HashData("two"u8), ContentHash.Of(Library));
        Write("longer");
        Assert.Equal(SHA256.HashData("longer"u8), ContentHash.Of(Library));
    }

    [Fact]
    public void Behind_a_link_the_file_counts()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "links need rights there");
        Write("one");
        var link = Path.Combine(folder, "Link.dll");
        File.CreateSymbolicLink(link, Library);
        Assert.Equal(SHA256.HashData("one"u8), ContentHash.Of(link));
        File.WriteAllText(Library, "two");
        Assert.Equal(SHA256.HashData("two"u8), ContentHash.Of(link));
    }

    private void Write(string text)
    {
        File.WriteAllText(Library, text);
        File.SetLastWriteTimeUtc(Library, LongAgo);
    }
}
