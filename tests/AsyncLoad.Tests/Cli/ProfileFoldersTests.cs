using AsyncLoad.Harness.Cli.Preparing;
using Xunit;

namespace AsyncLoad.Tests.Cli;

public sealed class ProfileFoldersTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("al-profiles-").FullName;
    private readonly ProfileFolders folders;

    public ProfileFoldersTests()
    {
        folders = new ProfileFolders(Folder("own"), Folder("shipped"));
        foreach (var file in new[] { "own/smoke.json", "own/mine.json", "shipped/smoke.json", "shipped/io.json" }) File.WriteAllText(At(file), "{}");
    }

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public void Own_profiles_hide_shipped_ones_of_the_same_name() =>
        Assert.Equal([(At("own/mine.json"), At("own/mine.json")), (At("own/smoke.json"), At("own/smoke.json")), ("io", At("shipped/io.json"))], folders.All());

    [Fact]
    public void A_name_finds_the_own_profile_before_the_shipped_one()
    {
        Assert.Equal(At("own/smoke.json"), folders.Resolve("smoke"));
        Assert.Equal(At("shipped/io.json"), folders.Resolve("io"));
        Assert.Equal("seeds", folders.Resolve("seeds"));
    }

    [Fact]
    public void A_path_is_taken_as_it_is()
    {
        Assert.Equal(At("shipped/smoke.json"), folders.Resolve(At("shipped/smoke.json")));
        Assert.Equal("elsewhere/io", folders.Resolve("elsewhere/io"));
    }

    [Fact]
    public void Folders_that_are_absent_hold_nothing() => Assert.Empty(new ProfileFolders(At("none"), At("nowhere")).All());

    private string Folder(string name) => Directory.CreateDirectory(At(name)).FullName;

    private string At(string name) => Path.Combine(folder, name);
}
