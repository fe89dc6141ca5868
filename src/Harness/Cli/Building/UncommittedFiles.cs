using System.Globalization;
using AsyncLoad.Harness.Planning;

namespace AsyncLoad.Harness.Cli.Building;

/// <summary>Changes in the user's folder that the commit which is checked out does not have: who compares it may have meant them too.</summary>
internal static class UncommittedFiles
{
    private const int MostNamed = 2;

    // Of new files only what a compiler reads: results of earlier runs may lie in the folder.
    private static readonly string[] Compiled = ["*.cs", "*.fs", "*.vb", "*.*proj", "*.props", "*.targets"];

    /// <summary>What to say of a commit that is to be built; null where another one is checked out, or nothing was changed.</summary>
    /// <param name="repository">The repository.</param>
    /// <param name="name">What the user calls the commit.</param>
    /// <param name="commit">The commit, in hexadecimal digits.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public static async Task<string?> NoteAsync(GitRepository repository, string name, string commit, CancellationToken cancellation)
    {
        if (await ListAsync("rev-parse", "HEAD") is not [var head] || head.Trim() != commit) return null;
        string[] changed = [.. await ListAsync("diff", "--name-only", "--no-renames", "--no-ext-diff", "--ignore-submodules=untracked", "-z", "HEAD", "--"), .. await ListAsync(["ls-files", "--others", "--exclude-standard", "-z", "--", .. Compiled])];
        if (changed.Length == 0) return null;
        var (some, more) = (string.Join(", ", changed.Take(MostNamed).Select(Printable.Text)), changed.Length - MostNamed);
        var all = more > 0 ? string.Create(CultureInfo.InvariantCulture, $"{some} and {more:N0} more") : some;
        return $"{all} {(changed.Length == 1 ? "has" : "have")} changes that are not committed, so {Printable.Text(name)} does not have them: name commit={GitRepository.WorkTree} to measure them";

        // A note is no reason to fail.
        async Task<string[]> ListAsync(params string[] arguments)
        {
            var ended = await repository.RunAsync(arguments, cancellation);
            return ended.ExitCode == 0 ? ended.Output.Split('\0', StringSplitOptions.RemoveEmptyEntries) : [];
        }
    }
}
