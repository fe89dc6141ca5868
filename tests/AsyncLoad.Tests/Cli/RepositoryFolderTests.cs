using AsyncLoad.Harness.Cli.Building;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Fixtures;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>Where a repository may lie, and whose it may be.</summary>
public sealed class RepositoryFolderTests : IDisposable
{
    private readonly string scratch = Directory.CreateTempSubdirectory("asyncload-scratch-").FullName;
    private readonly string copy = Directory.CreateTempSubdirectory("asyncload-copy-").FullName;

    public void Dispose()
    {
        foreach (var path in new[] { scratch, copy }) Directory.Delete(path, recursive: true);
    }

    [Theory]
    [InlineData("a:b")]
    [InlineData("Größe #1; 100 % \"x\"")]
    [InlineData("-c")]
    public async Task Any_name_of_a_folder_will_do(string name)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows has no such names");
        using var other = new TemporaryRepository(name);
        other.Files.Write("bench/Größe.cs", "one");
        other.Files.Commit("one");
        var found = await GitRepository.OfAsync(other.Files.At("bench"), TestContext.Current.CancellationToken);
        foreach (var files in new[] { "HEAD", GitRepository.WorkTree })
        {
            var tree = await found.FindAsync(files, Directory.CreateDirectory(Path.Combine(scratch, files)).FullName, TestContext.Current.CancellationToken);
            await tree.WriteAsync(copy, TestContext.Current.CancellationToken);
            Assert.Equal("one", File.ReadAllText(Path.Combine(copy, "bench/Größe.cs")));
        }
    }

    [Fact]
    public async Task A_repository_of_another_account_is_refused_with_what_git_says_allows_it()
    {
        Assert.SkipUnless(Environment.IsPrivilegedProcess && OperatingSystem.IsLinux(), "only root gives files away");
        TemporaryRepository.GitIn(scratch, "init", "--quiet", "theirs");
        var folder = Path.Combine(scratch, "theirs");
        await ToolProcess.RunAsync("chown", ["-R", "65534", folder], scratch, Duration.FromSeconds(60), TestContext.Current.CancellationToken);
        var refused = await Assert.ThrowsAsync<NoSuchSourceException>(() => GitRepository.OfAsync(folder, TestContext.Current.CancellationToken));
        Assert.Equal($"{folder} is in a repository that belongs to another account, which git does not read: git config --global --add safe.directory {folder} allows it", refused.Message);
    }
}
