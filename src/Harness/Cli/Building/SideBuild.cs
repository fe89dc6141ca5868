using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Platform;

namespace AsyncLoad.Harness.Cli.Building;

/// <summary>What a side is built from, if not from the project's files as they are.</summary>
/// <param name="Project">Path of a project, of a folder that holds one, or of one C# file.</param>
/// <param name="Commit">The commit whose files are built, or <see cref="GitRepository.WorkTree"/>.</param>
/// <param name="Packages">Packages in other versions; empty for none.</param>
/// <param name="Framework">The oldest runtime that it is measured on, by its target framework; null for this program's runtime.</param>
internal sealed record SideSource(string Project, string Commit, IReadOnlyList<PackageVersion> Packages, string? Framework = null);

/// <summary>A side that was built.</summary>
/// <param name="Assembly">Full path of the assembly.</param>
/// <param name="Commit">The commit, in hexadecimal digits; null for the files as they lie in the user's folder.</param>
internal sealed record BuiltSide(string Assembly, string? Commit);

/// <summary>
/// Builds a project at a commit, or with other packages, from a copy of its repository's files. The user's folder and repository stay as they are.
/// The same files are built once.
/// </summary>
/// <param name="source">What to build.</param>
/// <param name="cache">Where builds are kept.</param>
internal sealed class SideBuild(SideSource source, BuildCache cache)
{
    private (GitRepository Repository, string? Commit)? found;

    /// <summary>The commit that was found, in hexadecimal digits; null for the files as they lie in the user's folder, and before it was looked for.</summary>
    public string? Commit => found?.Commit;

    /// <summary>Finds its commit, so that a wrong name is told before anything is built. That commit is built, wherever a branch is by then.</summary>
    /// <param name="commitsOnly">Whether no side has the files as they lie in the user's folder, so that changes there are measured nowhere.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <returns>What the user should know of the build, one sentence each.</returns>
    /// <exception cref="CommandFailedException">There is no such commit.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public async Task<IReadOnlyList<string>> CheckAsync(bool commitsOnly, CancellationToken cancellation)
    {
        try
        {
            var (repository, commit) = await FindAsync(cancellation);
            string?[] notes =
            [
                CopyGaps.Note(Path.TrimEndingDirectorySeparator(Path.Combine(repository.Root, repository.Prefix)), repository.Root, cache.Root),
                commitsOnly && commit is not null ? await UncommittedFiles.NoteAsync(repository, source.Commit, commit, cancellation) : null,
            ];
            return [.. notes.OfType<string>()];
        }
        catch (NoSuchSourceException problem)
        {
            throw new DotnetBuild(source.Project).Failure(problem.Message);
        }
    }

    /// <summary>Builds it, unless that was done before.</summary>
    /// <exception cref="CommandFailedException">It cannot be built.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public async Task<BuiltSide> RunAsync(CancellationToken cancellation)
    {
        using var scratch = PrivateDirectory.Create();
        try
        {
            var (repository, commit) = await FindAsync(cancellation);
            var tree = await repository.TreeAsync(source.Commit, commit, scratch.Path, cancellation);
            var below = Path.GetRelativePath(ExistingFolder(), Path.GetFullPath(source.Project));
            var project = below == "." ? Path.TrimEndingDirectorySeparator(repository.Prefix) : Path.Combine(repository.Prefix, below);
            // The SDK looks above the repository, too.
            var key = BuildKey.Of(
                [tree.Key, tree.Repository.Root, project, source.Framework ?? "", .. source.Packages.Select(package => package.ToString())], [], Path.GetDirectoryName(tree.Repository.Root));
            return new BuiltSide(cache.Find(key) ?? await BuildAsync(tree, project, key, cancellation), tree.Commit);
        }
        catch (Exception problem) when (problem is NoSuchSourceException or IOException or UnauthorizedAccessException)
        {
            throw new DotnetBuild(source.Project).Failure(problem.Message);
        }
    }

    private async Task<(GitRepository Repository, string? Commit)> FindAsync(CancellationToken cancellation)
    {
        if (found is { } known) return known;
        var repository = await GitRepository.OfAsync(ExistingFolder(), cancellation);
        var commit = source.Commit == GitRepository.WorkTree ? null : await new CommitNames(repository).FindAsync(source.Commit, cancellation);
        found = (repository, commit);
        return (repository, commit);
    }

    private async Task<string> BuildAsync(SourceTree tree, string project, string key, CancellationToken cancellation)
    {
        var copy = cache.NewFolder(key);
        ThisSystem.Files.MakePrivate(copy);
        var kept = "";
        try
        {
            await tree.WriteAsync(copy, cancellation);
            var built = await BuildCopyAsync(tree, project, copy, cancellation);
            // Later the same sources may get newer packages, and the other side would be built with those.
            var name = FloatingVersions.Below(copy) ? BuildCache.NameApart(key) : key;
            return kept = BuildContent.NamesItsFolder(built, copy) ? Stay(built, name, copy) : Move(built, name, copy, project);
        }
        finally
        {
            if (!kept.StartsWith(copy + Path.DirectorySeparatorChar, StringComparison.Ordinal)) PrivateDirectories.TryRemove(copy);
        }
    }

    private string Move(string built, string name, string copy, string project)
    {
        var content = BuildContent.OfMixed(built, Path.Combine(copy, project), copy);
        var output = cache.NewFolder(name);
        Directory.Move(Path.GetDirectoryName(built)!, output);
        if (content is not null) BuildContent.Write(output, content);
        return cache.Keep(output, name, Path.Combine(output, Path.GetFileName(built)))!;
    }

    // What it finds by the name of its folder, such as pages and settings of a web site, has to be that of its commit.
    private string Stay(string built, string name, string copy)
    {
        var content = BuildContent.OfWhole(copy);
        BuildContent.Write(Path.GetDirectoryName(built)!, content);
        return cache.KeepInPlace(copy, name, built);
    }

    private async Task<string> BuildCopyAsync(SourceTree tree, string project, string copy, CancellationToken cancellation)
    {
        var dotnet = new DotnetBuild($"{source.Project} at {tree.FullName}{With()}", copy) { Gaps = CopyGaps.Of(tree) };
        if (!Path.Exists(Path.Combine(copy, project)))
            throw dotnet.Failure($"it has no {Printable.Text(project)}: name the project of this side by project=PATH");
        var built = await BuildAsync(Path.Combine(copy, project), copy, tree.Repository.Root, dotnet, cancellation);
        return source.Packages.Select(package => package.Missing(built, copy)).FirstOrDefault(sentence => sentence is not null) is { } missing ? throw dotnet.Failure(missing) : built;
    }

    private async Task<string> BuildAsync(string project, string copy, string original, DotnetBuild dotnet, CancellationToken cancellation)
    {
        string[] properties =
        [
            // The same sources give the same assembly in any folder, and symbols name the user's own files.
            $"PathMap={ProjectBuild.Escaped($"{Mapped(copy)}={Mapped(original)}")}",
            // A folder above the copy may belong to another repository.
            "EnableSourceControlManagerQueries=false",
            // A newer SDK warns of more than the commit was written for, and tools that ask git for a version warn that there is none.
            "TreatWarningsAsErrors=false",
            "CodeAnalysisTreatWarningsAsErrors=false",
            "MSBuildTreatWarningsAsErrors=false",
            .. PackageVersion.Properties(source.Packages, copy),
        ];
        Func<string?>? restored = source.Packages.Count == 0 ? null : () => source.Packages.Select(package => package.Unused(copy)).FirstOrDefault(sentence => sentence is not null);
        if (!ProfileSource.IsFile(project)) return await new ProjectBuild(project, dotnet) { Properties = properties, Within = copy, Framework = source.Framework, Restored = restored }.RunAsync(cancellation);
        var output = Path.Combine(copy, "asyncload-output");
        // Otherwise the SDK writes to a folder of the user whose name depends on the path, and the assembly repeats that name.
        await new FileBuild(project, dotnet) { Properties = [.. properties, $"ArtifactsPath={ProjectBuild.Escaped(Path.Combine(copy, "asyncload-artifacts"))}"], Restored = restored }.BuildAsync(output, cancellation);
        return BuildCache.AssemblyIn(output) ?? throw dotnet.Failure("dotnet build wrote no assembly");
    }

    private string With() => source.Packages.Count == 0 ? "" : $" with {string.Join(", ", source.Packages.Select(package => $"{package.Name} {package.Version}"))}";

    // PathMap separates its pairs by these characters.
    private static string Mapped(string path) => path.Replace(",", ",,", StringComparison.Ordinal).Replace("=", "==", StringComparison.Ordinal);

    // The project, and even its folder, may exist only at that commit.
    private string ExistingFolder()
    {
        var folder = Path.GetFullPath(source.Project);
        while (!Directory.Exists(folder) && Path.GetDirectoryName(folder) is { } above) folder = above;
        return folder;
    }
}
