using System.ComponentModel;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Cli.Building;

/// <summary>
/// A git repository of the user, which is only read. The index and objects that a copy of its files needs lie in a separate folder.
/// No reference, index, work tree or object of the user's changes. Thread-safe.
/// </summary>
internal sealed class GitRepository
{
    /// <summary>Names the files as they are in the user's folder: changed and new ones included, ignored ones excluded.</summary>
    public const string WorkTree = "WORKTREE";

    private static readonly Duration Deadline = Duration.FromSeconds(600);

    // A git hook that runs this program sets these variables, possibly for another repository.
    private static readonly string[] Foreign =
        ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_NAMESPACE"];

    // A sparse checkout limits the user's folder, not the project. A split index would be written beside the user's, and hooks may do anything.
    // Filters of Git LFS write into the user's repository and download files. LargeFiles only reads what is there.
    private static readonly string[] Settings =
    [
        .. new[]
        {
            "core.sparseCheckout=false", "core.fsmonitor=false", "core.splitIndex=false", "core.hooksPath=/dev/null",
            "filter.lfs.clean=", "filter.lfs.smudge=", "filter.lfs.process=", "filter.lfs.required=false",
        }.SelectMany(setting => new[] { "-c", setting }),
    ];

    private static readonly Dictionary<string, string?> Nothing = [];

    private GitRepository(string root, string prefix) => (Root, Prefix) = (root, prefix);

    /// <summary>Where the folder that was asked for lies below the root of the repository, with a slash at the end; empty at the root.</summary>
    public string Prefix { get; }

    /// <summary>The root of the repository's files.</summary>
    public string Root { get; }

    /// <summary>The repository that a folder belongs to.</summary>
    /// <exception cref="NoSuchSourceException">It belongs to none, or git is not there.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public static async Task<GitRepository> OfAsync(string folder, CancellationToken cancellation)
    {
        var ended = await RunAsync(["rev-parse", "--show-toplevel", "--show-prefix"], folder, Nothing, cancellation);
        if (ended.ExitCode != 0) throw new NoSuchSourceException($"{Printable.Text(folder)} is not in a readable git repository: {FirstLine(ended.Output)}{(ended.Output.Contains("safe.directory", StringComparison.Ordinal) ? "; git config --global --add safe.directory allows it" : "")}");
        var lines = ended.Output.ReplaceLineEndings("\n").Split('\n');
        return new GitRepository(lines[0], lines.Length > 1 ? lines[1] : "");
    }

    /// <summary>The files of a commit, or those of the user's folder.</summary>
    /// <param name="name">A branch, a tag, <c>HEAD~1</c>, the digits of a commit, or <see cref="WorkTree"/>.</param>
    /// <param name="scratch">A folder of ours, which is there; what git writes goes into it.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <exception cref="NoSuchSourceException">There is no such commit here.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public async Task<SourceTree> FindAsync(string name, string scratch, CancellationToken cancellation)
    {
        var own = await OwnAsync(scratch, cancellation);
        if (name == WorkTree)
        {
            // The index says what is unchanged, so that only the rest is read.
            var index = Path.GetFullPath(await SayAsync(["rev-parse", "--git-path", "index"], Nothing, cancellation), Root);
            if (File.Exists(index)) File.Copy(index, own["GIT_INDEX_FILE"]!, overwrite: true);
            await SayAsync(["add", "--all"], own, cancellation);
            return new SourceTree(this, name, null, await SayAsync(["write-tree"], own, cancellation), own);
        }

        var commit = await CommitAsync(name, cancellation);
        var tree = await SayAsync(["rev-parse", $"{commit}^{{tree}}"], own, cancellation);
        await SayAsync(["read-tree", tree], own, cancellation);
        return new SourceTree(this, name, commit, tree, own);
    }

    /// <summary>Writes the files of submodules that are checked out in the user's folder, each at the commit that a tree names.</summary>
    /// <param name="folder">Where the files of the tree were written.</param>
    /// <param name="own">What git sees of the tree.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <exception cref="NoSuchSourceException">One does not have that commit.</exception>
    internal async Task WriteSubmodulesAsync(string folder, IReadOnlyDictionary<string, string?> own, CancellationToken cancellation)
    {
        var named = await RunAsync(["config", "--file", Path.Combine(folder, ".gitmodules"), "--get-regexp", @"\.path$"], Root, Nothing, cancellation);
        if (named.ExitCode != 0) return;
        // "submodule.NAME.path PATH", and a name may have spaces.
        foreach (var path in named.Output.Trim().Split('\n').Select(line => line.Split(".path ", 2)[^1]).Where(path => Path.Exists(Path.Combine(Root, path, ".git"))))
        {
            // "160000 COMMIT 0 PATH"; what is no submodule any more has another mode, or is not there.
            if ((await SayAsync(["ls-files", "--stage", "--", path], own, cancellation)).Split(' ') is not ["160000", var commit, ..]) continue;
            try
            {
                var scratch = Path.Combine(Path.GetDirectoryName(own["GIT_INDEX_FILE"])!, "submodules", path);
                await (await (await OfAsync(Path.Combine(Root, path), cancellation)).FindAsync(commit, scratch, cancellation)).WriteAsync(Path.Combine(folder, path), cancellation);
            }
            catch (NoSuchSourceException problem)
            {
                throw new NoSuchSourceException($"the submodule {Printable.Text(path)}: {problem.Message}");
            }
        }
    }

    /// <summary>What the user's configuration says; null where it says nothing.</summary>
    internal async Task<string?> SettingAsync(string name, CancellationToken cancellation)
    {
        var ended = await RunAsync(["config", "--type=path", "--get", name], Root, Nothing, cancellation);
        return ended.ExitCode == 0 && ended.Output.Trim() is { Length: > 0 } value ? value : null;
    }

    /// <summary>Runs git, which must succeed.</summary>
    /// <returns>What it printed, without white space around it.</returns>
    internal async Task<string> SayAsync(IReadOnlyList<string> arguments, IReadOnlyDictionary<string, string?> environment, CancellationToken cancellation)
    {
        var ended = await RunAsync(arguments, Root, environment, cancellation);
        return ended.ExitCode == 0 ? ended.Output.Trim() : throw new NoSuchSourceException($"git {arguments[0]} failed in {Printable.Text(Root)}: {FirstLine(ended.Output)}");
    }

    private async Task<string> CommitAsync(string name, CancellationToken cancellation)
    {
        if (await ResolvedAsync(name, cancellation) is { } commit) return commit;
        var shallow = await SayAsync(["rev-parse", "--is-shallow-repository"], Nothing, cancellation) == "true";
        var remote = await ResolvedAsync($"origin/{name}", cancellation) is null ? null : $"origin/{name}";
        throw new NoSuchSourceException((remote, shallow) switch
        {
            ({ } there, _) => $"there is no commit {Printable.Quote(name)} in this repository, but there is {Printable.Quote(there)}: name that",
            (_, true) => $"there is no commit {Printable.Quote(name)} in this shallow clone: fetch the full history (git fetch --unshallow, or fetch-depth: 0 in a build service)",
            _ => $"there is no commit {Printable.Quote(name)} in this repository: name a branch, a tag, HEAD~1 or a commit hash, or {WorkTree} for the files as they are",
        });
    }

    private async Task<string?> ResolvedAsync(string name, CancellationToken cancellation)
    {
        var ended = await RunAsync(["rev-parse", "--verify", "--quiet", "--end-of-options", $"{name}^{{commit}}"], Root, Nothing, cancellation);
        return ended.ExitCode == 0 ? ended.Output.Trim() : null;
    }

    private async Task<Dictionary<string, string?>> OwnAsync(string scratch, CancellationToken cancellation)
    {
        var objects = Path.GetFullPath(await SayAsync(["rev-parse", "--git-path", "objects"], Nothing, cancellation), Root);
        return new Dictionary<string, string?>(StringComparer.Ordinal)
        {
            ["GIT_INDEX_FILE"] = Path.Combine(scratch, "index"),
            ["GIT_OBJECT_DIRECTORY"] = Directory.CreateDirectory(Path.Combine(scratch, "objects")).FullName,
            ["GIT_ALTERNATE_OBJECT_DIRECTORIES"] = objects,
        };
    }

    private static async Task<ToolResult> RunAsync(IReadOnlyList<string> arguments, string folder, IReadOnlyDictionary<string, string?> environment, CancellationToken cancellation)
    {
        var seen = Foreign.ToDictionary(name => name, _ => (string?)null, StringComparer.Ordinal);
        // In a build there is no user to answer a prompt, and reading must take no lock.
        (seen["GIT_TERMINAL_PROMPT"], seen["GIT_OPTIONAL_LOCKS"], seen["LC_ALL"]) = ("0", "0", "C");
        foreach (var (name, value) in environment) seen[name] = value;
        try
        {
            return await ToolProcess.RunAsync(new ToolCommand("git", [.. Settings, .. arguments], folder, seen) { ErrorsApart = true, Whole = true }, Deadline, cancellation);
        }
        catch (Win32Exception)
        {
            throw new NoSuchSourceException("git was not found: install it, or build both sides yourself and name them by plugin=PATH");
        }
    }

    private static string FirstLine(string text) => Printable.Text(text.Trim().Split('\n')[0]);
}

/// <summary>The user's repository does not have what was asked for; the message says why and what to do.</summary>
internal sealed class NoSuchSourceException(string message) : Exception(message);
