using AsyncLoad.Harness.Cli.Building;
using AsyncLoad.Harness.Platform;
using Xunit;

namespace AsyncLoad.Tests.Cli;

public sealed class BuildCacheTests : IDisposable
{
    private readonly string root = Directory.CreateTempSubdirectory("asyncload-builds-").FullName;

    public void Dispose() => Directory.Delete(root, recursive: true);

    [Fact]
    public void A_build_is_found_once_it_is_complete()
    {
        var cache = BuildCache.In(root);
        var folder = Built(cache, "mine");
        Assert.Null(cache.Find("mine"));
        var kept = Kept(cache, folder, "mine");
        Assert.Equal(Path.Combine(root, "mine", "bench.dll"), kept);
        Assert.Equal(kept, BuildCache.In(root).Find("mine"));
        Assert.Null(cache.Find("other"));
    }

    [Fact]
    public void Of_two_programs_that_build_the_same_the_first_is_kept()
    {
        var cache = BuildCache.In(root);
        var (first, second) = (Built(cache, "mine"), Built(cache, "mine"));
        Assert.Equal(Kept(cache, first, "mine"), Kept(cache, second, "mine"));
        Assert.Equal([Path.Combine(root, "mine")], Directory.EnumerateDirectories(root));
    }

    [Fact]
    public void A_build_without_an_assembly_is_none()
    {
        var cache = BuildCache.In(root);
        Assert.Null(Kept(cache, Directory.CreateDirectory(cache.NewFolder("mine")).FullName, "mine"));
        Assert.Null(Kept(cache, cache.NewFolder("mine"), "mine"));
    }

    [Fact]
    public void What_was_not_used_for_a_month_is_removed()
    {
        var cache = BuildCache.In(root);
        Kept(cache, Built(cache, "old"), "old");
        Kept(cache, Built(cache, "used"), "used");
        foreach (var name in new[] { "old", "used" }) Directory.SetLastWriteTimeUtc(Path.Combine(root, name), DateTime.UtcNow.AddDays(-31));
        Assert.NotNull(cache.Find("used"));

        Assert.Null(BuildCache.In(root).Find("old"));
        Assert.NotNull(cache.Find("used"));
    }

    [Fact]
    public void An_account_without_a_folder_for_data_has_one_that_only_it_can_enter_in_the_temporary_folder()
    {
        var cache = BuildCache.Open("", root);
        var kept = Kept(cache, Built(cache, "mine"), "mine");

        Assert.Equal(kept, BuildCache.Open("", root).Find("mine"));
        Assert.True(FileOwner.IsPrivateDirectoryOfThisUser(cache.Root));
        Assert.Equal(root, Path.GetDirectoryName(cache.Root));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_build_that_others_may_have_put_there_is_not_run(bool byLink)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "the temporary folder of Windows belongs to the account");
        var planted = BuildCache.Open("", root);
        Kept(planted, Built(planted, "mine"), "mine");
        if (byLink)
        {
            var elsewhere = Path.Combine(root, "elsewhere");
            Directory.Move(planted.Root, elsewhere);
            Directory.CreateSymbolicLink(planted.Root, elsewhere);
        }
        else if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(planted.Root, File.GetUnixFileMode(planted.Root) | UnixFileMode.OtherWrite);
        }

        var refused = Assert.Throws<UnauthorizedAccessException>(() => BuildCache.Open("", root)).Message;
        Assert.Equal($"builds cannot be kept in {planted.Root}, which others can write to or have made: remove it, or make the folder for data of your account (~/.local/share)", refused);
    }

    [Fact]
    public void The_assembly_of_a_file_is_not_that_of_a_program_that_lies_beside_it()
    {
        foreach (var name in new[] { "Api", "bench", "Tool" })
        {
            File.WriteAllText(Path.Combine(root, $"{name}.deps.json"), "{}");
            File.WriteAllText(Path.Combine(root, $"{name}.dll"), "");
        }

        Assert.Equal(Path.Combine(root, "bench.dll"), BuildCache.AssemblyIn(root, "/shop/bench.cs"));
        Assert.Equal(Path.Combine(root, "Api.dll"), BuildCache.AssemblyIn(root, "/shop/renamed.cs"));
    }

    private static string? Kept(BuildCache cache, string folder, string key) => cache.Keep(folder, key, BuildCache.AssemblyIn(folder, "bench.cs"));

    private static string Built(BuildCache cache, string key)
    {
        var folder = Directory.CreateDirectory(cache.NewFolder(key)).FullName;
        File.WriteAllText(Path.Combine(folder, "bench.deps.json"), "{}");
        File.WriteAllText(Path.Combine(folder, "bench.dll"), "");
        File.WriteAllText(Path.Combine(folder, "Package.dll"), "");
        return folder;
    }
}
