using AsyncLoad.Harness.Planning;

namespace AsyncLoad.Harness.Cli.Building;

/// <summary>A repository inside another one, at the commit that the outer one names.</summary>
/// <param name="Path">Where it lies below the root of the outer one.</param>
/// <param name="Tree">Its files; null where it is not checked out in the user's folder.</param>
/// <param name="IsGone">Whether it is not there because what is checked out has no such submodule, so that git does not know it now.</param>
internal sealed record Submodule(string Path, SourceTree? Tree, bool IsGone = false)
{
    /// <summary>Paths, below the outer repository, of all that are not checked out and could be, including those inside this one.</summary>
    public IEnumerable<string> Missing => IsGone ? [] : Tree is null ? [Path] : Tree.Submodules.SelectMany(inner => inner.Missing).Select(inner => $"{Path}/{inner}");

    /// <summary>The submodules of a tree.</summary>
    /// <param name="repository">The outer repository.</param>
    /// <param name="isWorkTree">Whether their files, too, are those in the user's folder.</param>
    /// <param name="own">Variables that point git to the index and objects of the tree.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <exception cref="NoSuchSourceException">One does not have the commit that the tree names.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public static async Task<IReadOnlyList<Submodule>> OfAsync(GitRepository repository, bool isWorkTree, IReadOnlyDictionary<string, string?> own, CancellationToken cancellation)
    {
        var found = new List<Submodule>();
        // "160000 COMMIT 0", a tab, the path and a zero; other files have another mode.
        foreach (var entry in (await repository.SayAsync(["ls-files", "--stage", "-z"], own, cancellation)).Split('\0').Where(entry => entry.StartsWith("160000 ", StringComparison.Ordinal)))
        {
            var (commit, path) = (entry.Split(' ')[1], entry.Split('\t', 2)[1]);
            var folder = System.IO.Path.Combine(repository.Root, path);
            var isThere = System.IO.Path.Exists(System.IO.Path.Combine(folder, ".git"));
            var scratch = System.IO.Path.Combine(System.IO.Path.GetDirectoryName(own["GIT_INDEX_FILE"])!, "submodules", path);
            found.Add(isThere
                ? new Submodule(path, await TreeAsync(path, folder, isWorkTree ? GitRepository.WorkTree : commit, scratch, cancellation))
                : new Submodule(path, null, !await IsCheckedOutAsync(repository, path, cancellation)));
        }

        return found;
    }

    // In the user's index, whatever the tree is.
    private static async Task<bool> IsCheckedOutAsync(GitRepository repository, string path, CancellationToken cancellation) =>
        (await repository.SayAsync(["ls-files", "--stage", "-z"], GitRepository.Nothing, cancellation)).Split('\0').Any(entry => entry.StartsWith("160000 ", StringComparison.Ordinal) && entry.EndsWith($"\t{path}", StringComparison.Ordinal));

    private static async Task<SourceTree> TreeAsync(string path, string folder, string name, string scratch, CancellationToken cancellation)
    {
        var repository = await GitRepository.OfAsync(folder, cancellation);
        if (name != GitRepository.WorkTree && (await repository.RunAsync(["cat-file", "-e", $"{name}^{{commit}}"], cancellation)).ExitCode != 0)
            throw new NoSuchSourceException($"the submodule {Printable.Text(path)} does not have its commit {name} on this machine: run git -C {Quoted(path)} fetch origin {name}");
        return await repository.FindAsync(name, scratch, cancellation);
    }

    /// <summary>A path as a shell takes it.</summary>
    public static string Quoted(string path) => Printable.Argument(Printable.Text(path));
}
