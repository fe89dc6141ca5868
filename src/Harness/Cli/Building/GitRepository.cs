using System.ComponentModel;
using System.Text.RegularExpressions;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Cli.Building;

/// <summary>
/// A git repository of the user, which is only read. The index and objects that a copy of its files needs lie in a separate folder.
/// No reference, index, work tree or object of the user's changes. Thread-safe.
/// </summary>
internal sealed partial class GitRepository
{
    /// <summary>Names the files as they are in the user's folder: changed and new ones included, ignored ones excluded.</summary>
    public const string WorkTree = "WORKTREE";

    /// <summary>How many paths one call of git is given: a command line has to be short enough for every system.</summary>
    internal const int PathsAtOnce = 200;

    private static readonly Duration Deadline = Duration.FromSeconds(600);

    // A git hook that runs this program sets these variables, possibly for another repository.
    private static readonly string[] Foreign =
        ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_NAMESPACE"];

    // A sparse checkout limits the user's folder, not the project. A split index would be written beside the user's, and hooks may do anything.
    // Mixed line endings are no reason to refuse a copy.
    // Filters of Git LFS write into the user's repository and download files. LargeFiles only reads what is there.
    private static readonly string[] Settings =
    [
        .. new[]
        {
            "core.sparseCheckout=false", "core.fsmonitor=false", "core.splitIndex=false", "core.hooksPath=/dev/null", "core.safecrlf=false",
            "filter.lfs.clean=", "filter.lfs.smudge=", "filter.lfs.process=", "filter.lfs.required=false",
        }.SelectMany(setting => new[] { "-c", setting }),
    ];

    /// <summary>No further variables: git looks at the user's own files.</summary>
    internal static IReadOnlyDictionary<string, string?> Nothing { get; } = new Dictionary<string, string?>(StringComparer.Ordinal);

    private GitRepository(string root, string prefix) => (Root, Prefix) = (root, prefix);

    /// <summary>The folder that was asked for, relative to the root of the repository, with a slash at the end; empty at the root.</summary>
    public string Prefix { get; }

    /// <summary>The root of the repository's files.</summary>
    public string Root { get; }

    /// <summary>The repository that a folder belongs to.</summary>
    /// <exception cref="NoSuchSourceException">It belongs to none, or git is not there.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public static async Task<GitRepository> OfAsync(string folder, CancellationToken cancellation)
    {
        var ended = await RunAsync(["rev-parse", "--show-toplevel", "--show-prefix"], folder, Nothing, cancellation);
        if (ended.ExitCode != 0 && ended.Output.Contains("must be run in a work tree", StringComparison.Ordinal))
            throw new NoSuchSourceException($"{Printable.Text(folder)} is in a git repository without files: name the project in a clone of it, or in one of its work trees");
        if (ended.ExitCode != 0 && ended.Output.Contains("not a git repository", StringComparison.Ordinal))
            throw new NoSuchSourceException($"{Printable.Text(folder)} is in no git repository, and the files of such a side are copied from one: run git init there, which is enough for package= and commit=WORKTREE");
        if (ended.ExitCode != 0) throw new NoSuchSourceException(Untrusted().Match(ended.Output) is { Success: true } untrusted
            ? $"{Printable.Text(folder)} is in a repository that belongs to another account, which git does not read: {Printable.Text(untrusted.Value)} allows it"
            : $"{Printable.Text(folder)} is not in a readable git repository: {FirstLine(ended.Output)}");
        var lines = ended.Output.ReplaceLineEndings("\n").Split('\n');
        return new GitRepository(lines[0], lines.Length > 1 ? lines[1] : "");
    }

    /// <summary>The files of a commit, or those of the user's folder.</summary>
    /// <param name="name">A branch, a tag, <c>HEAD~1</c>, the digits of a commit, or <see cref="WorkTree"/>.</param>
    /// <param name="scratch">An existing folder of ours, which git writes into.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <exception cref="NoSuchSourceException">There is no such commit here.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public async Task<SourceTree> FindAsync(string name, string scratch, CancellationToken cancellation) =>
        await TreeAsync(name, name == WorkTree ? null : await new CommitNames(this).FindAsync(name, cancellation), scratch, cancellation);

    /// <summary>The same where the commit is known already.</summary>
    /// <param name="commit">The commit that the name stands for, in hexadecimal digits; null for <see cref="WorkTree"/>.</param>
    internal async Task<SourceTree> TreeAsync(string name, string? commit, string scratch, CancellationToken cancellation)
    {
        var own = await OwnAsync(scratch, cancellation);
        if (commit is null)
        {
            // The index says what is unchanged, so that only the rest is read.
            var index = Path.GetFullPath(await SayAsync(["rev-parse", "--git-path", "index"], Nothing, cancellation), Root);
            if (File.Exists(index)) File.Copy(index, own["GIT_INDEX_FILE"]!, overwrite: true);
            await ForgetMarksAsync(own, cancellation);
            await SayAsync(["add", "--all"], own, cancellation);
            var found = await SayAsync(["write-tree"], own, cancellation);
            // Drops the marks of files that the user's folder leaves out, so that these are written too.
            await SayAsync(["read-tree", found], own, cancellation);
            return new SourceTree(this, name, null, found, own) { Submodules = await Submodule.OfAsync(this, isWorkTree: true, own, cancellation) };
        }

        var tree = await SayAsync(["rev-parse", $"{commit}^{{tree}}"], own, cancellation);
        await SayAsync(["read-tree", tree], own, cancellation);
        return new SourceTree(this, name, commit, tree, own) { Submodules = await Submodule.OfAsync(this, isWorkTree: false, own, cancellation) };
    }

    /// <summary>A path from the user's git configuration; null where it is not set.</summary>
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

    // Files that the user's index marks as unchanged or left out may be there, and changed. Only our copy of the index is edited.
    private async Task ForgetMarksAsync(IReadOnlyDictionary<string, string?> own, CancellationToken cancellation)
    {
        // "H PATH" and a zero: a small letter marks a file as unchanged, S as left out.
        var listed = (await SayAsync(["ls-files", "-v", "-z"], own, cancellation)).Split('\0', StringSplitOptions.RemoveEmptyEntries).Select(entry => (Mark: entry[0], Path: entry[2..])).ToList();
        var unchanged = listed.Where(entry => char.IsAsciiLetterLower(entry.Mark)).Select(entry => entry.Path);
        var leftOut = listed.Where(entry => entry.Mark is 'S' or 's' && File.Exists(Path.Combine(Root, entry.Path))).Select(entry => entry.Path);
        foreach (var some in unchanged.Chunk(PathsAtOnce)) await SayAsync(["update-index", "--no-assume-unchanged", "--", .. some], own, cancellation);
        foreach (var some in leftOut.Chunk(PathsAtOnce)) await SayAsync(["update-index", "--no-skip-worktree", "--", .. some], own, cancellation);
    }

    private async Task<Dictionary<string, string?>> OwnAsync(string scratch, CancellationToken cancellation)
    {
        var objects = Path.GetFullPath(await SayAsync(["rev-parse", "--git-path", "objects"], Nothing, cancellation), Root);
        return new Dictionary<string, string?>(StringComparer.Ordinal)
        {
            ["GIT_INDEX_FILE"] = Path.Combine(scratch, "index"),
            ["GIT_OBJECT_DIRECTORY"] = Directory.CreateDirectory(Path.Combine(scratch, "objects")).FullName,
            ["GIT_ALTERNATE_OBJECT_DIRECTORIES"] = InQuotes(objects),
        };
    }

    // The variable holds a list of paths, and a path may contain the sign that separates them.
    private static string InQuotes(string path) => $"\"{path.Replace("\\", @"\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal)}\"";

    /// <summary>Runs git, which may fail.</summary>
    internal Task<ToolResult> RunAsync(IReadOnlyList<string> arguments, CancellationToken cancellation) => RunAsync(arguments, Root, Nothing, cancellation);

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

    [GeneratedRegex(@"git config --global --add safe\.directory [^\r\n]*")]
    private static partial Regex Untrusted();

    private static string FirstLine(string text) => Printable.Text(text.Trim().Split('\n')[0]);
}

/// <summary>The user's repository does not have what was asked for; the message says why and what to do.</summary>
internal sealed class NoSuchSourceException(string message) : Exception(message);
