using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Fixtures;

/// <summary>A git repository in a folder of its own, with the branch <c>main</c>.</summary>
internal sealed class TestRepository : IDisposable
{
    public TestRepository() => Git("init", "--quiet", "--initial-branch=main");

    public string Folder { get; } = Directory.CreateTempSubdirectory("asyncload-git-").FullName;

    public void Dispose() => Directory.Delete(Folder, recursive: true);

    public string At(string file) => Path.Combine(Folder, file);

    public void Write(string file, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(At(file))!);
        File.WriteAllText(At(file), text);
    }

    public void Commit(string message)
    {
        Git("add", "--all");
        Git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message", message);
    }

    /// <summary>What a user would see, and every file, those of git as well.</summary>
    public string State() => string.Join('\n', [
        Git("status", "--porcelain", "--ignored"), Git("for-each-ref"), Git("worktree", "list"),
        .. Directory.EnumerateFiles(Folder, "*", SearchOption.AllDirectories).Order(StringComparer.Ordinal).Select(file => $"{file} {Convert.ToHexString(File.ReadAllBytes(file))}")]);

    public string Git(params string[] arguments)
    {
        var ended = ToolProcess.RunAsync("git", arguments, Folder, Duration.FromSeconds(60), CancellationToken.None).GetAwaiter().GetResult();
        Assert.True(ended.ExitCode == 0, ended.Output);
        return ended.Output;
    }
}
