namespace AsyncLoad.Harness.Cli.Building;

/// <summary>All files of a repository at one time.</summary>
/// <param name="Repository">Where they are from.</param>
/// <param name="Name">What the user called them: a branch, a commit or <see cref="GitRepository.WorkTree"/>.</param>
/// <param name="Commit">The commit, in hexadecimal digits; null for the files as they lie in the user's folder.</param>
/// <param name="Hash">Git's own hash of names and contents: trees with the same hash are the same.</param>
/// <param name="Own">Variables that point git to the separate index and objects.</param>
internal sealed record SourceTree(GitRepository Repository, string Name, string? Commit, string Hash, IReadOnlyDictionary<string, string?> Own)
{
    private const int ShortCommit = 9;

    /// <summary>The repositories inside it.</summary>
    public IReadOnlyList<Submodule> Submodules { get; init; } = [];

    /// <summary>Same for trees whose files are the same, those of submodules too.</summary>
    public string Key => string.Join('\n', Submodules.Select(inner => $"{inner.Path}={inner.Tree?.Key ?? "not there"}").Prepend(Hash));

    /// <summary>The name with the commit that it stands for: <c>main (1a2b3c4d5)</c>.</summary>
    public string FullName => Commit is { } commit && !commit.StartsWith(Name, StringComparison.Ordinal) ? $"{Name} ({commit[..ShortCommit]})" : Name;

    /// <summary>Writes the files into a folder, as git would check them out, those of submodules too.</summary>
    /// <exception cref="NoSuchSourceException">Git cannot write them.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public async Task WriteAsync(string folder, CancellationToken cancellation)
    {
        // The folder is the work tree: in the user's, the attributes of today would apply to the files of a commit.
        var apart = new Dictionary<string, string?>(Own)
        {
            ["GIT_DIR"] = await Repository.SayAsync(["rev-parse", "--absolute-git-dir"], GitRepository.Nothing, cancellation),
            ["GIT_WORK_TREE"] = Directory.CreateDirectory(folder).FullName,
        };
        // Unlike checkout-index, it gets all files at once that a partial clone lacks.
        await Repository.SayAsync(["read-tree", "--reset", "-u", "--no-recurse-submodules", Hash], apart, cancellation);
        await new LargeFiles(this).WriteAsync(folder, cancellation);
        foreach (var inner in Submodules)
        {
            if (inner.Tree is { } tree) await tree.WriteAsync(Path.Combine(folder, inner.Path), cancellation);
        }
    }
}
