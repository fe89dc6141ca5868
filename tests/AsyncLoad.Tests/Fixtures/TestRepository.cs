namespace AsyncLoad.Tests.Fixtures;

/// <summary>A git repository in a folder, with the branch <c>main</c>.</summary>
internal sealed class TestRepository
{
    private readonly Func<string[], string> git;

    /// <summary>Makes it.</summary>
    /// <param name="folder">The folder, which is there.</param>
    /// <param name="git">Runs git, which must succeed, and returns what it printed.</param>
    public TestRepository(string folder, Func<string[], string> git)
    {
        (Folder, this.git) = (folder, git);
        Git("init", "--quiet", "--initial-branch=main");
    }

    public string Folder { get; }

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

    public string Git(params string[] arguments) => git(["-C", Folder, .. arguments]);
}
