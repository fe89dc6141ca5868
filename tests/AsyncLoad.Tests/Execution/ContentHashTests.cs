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

    // As on Windows, whose separator sorts behind capitals.
    [Fact]
    public void Names_are_hashed_with_slashes_and_in_their_order()
    {
        string[] names = ["fr/Shop.dll", "frA.dll"];
        foreach (var name in names)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Path.Combine(folder, name))!);
            File.WriteAllText(Path.Combine(folder, name), name);
        }

        var expected = SHA256.HashData([.. names.SelectMany(name => Encoding.UTF8.GetBytes(name).Concat(SHA256.HashData(Encoding.UTF8.GetBytes(name))))]);
        Assert.Equal(Convert.ToHexStringLower(expected), ContentHash.Of(folder, names.Reverse().Select(name => Path.Combine(folder, name))));
        Assert.Equal("fr/Shop.dll", ContentHash.NameOf(@"fr\Shop.dll", '\\'));
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
