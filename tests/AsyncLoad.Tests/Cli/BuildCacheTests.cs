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
        Assert.True(ThisSystem.Files.IsPrivateDirectory(cache.Root));
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

    [Theory]
    [InlineData("bench", "Orders")]
    [InlineData("Orders", "bench")]
    public void The_assembly_of_a_build_is_the_one_that_refers_to_the_others(string name, string referred)
    {
        var folder = Directory.CreateDirectory(Path.Combine(root, "both")).FullName;
        WriteList(folder, referred);
        WriteList(folder, name, referred);

        Assert.Equal(Path.Combine(folder, name + ".dll"), BuildCache.AssemblyIn(folder));
    }

    private static void WriteList(string folder, string name, params string[] referred)
    {
        var libraries = referred.Prepend(name).Select(library => $$"""  "{{library}}/1.0.0": { "runtime": { "{{library}}.dll": {} } }""");
        File.WriteAllText(Path.Combine(folder, name + ".deps.json"), $$"""{ "targets": { ".NETCoreApp,Version=v10.0": { {{string.Join(",", libraries)}} } } }""");
        File.WriteAllText(Path.Combine(folder, name + ".dll"), "");
    }

    private static string? Kept(BuildCache cache, string folder, string key) => cache.Keep(folder, key, BuildCache.AssemblyIn(folder));

    private static string Built(BuildCache cache, string key)
    {
        var folder = Directory.CreateDirectory(cache.NewFolder(key)).FullName;
        File.WriteAllText(Path.Combine(folder, "bench.deps.json"), "{}");
        File.WriteAllText(Path.Combine(folder, "bench.dll"), "");
        File.WriteAllText(Path.Combine(folder, "Package.dll"), "");
        return folder;
    }
}
