using System.Text.RegularExpressions;
using AsyncLoad.Harness.Planning;

namespace AsyncLoad.Harness.Cli.Building;

/// <summary>Finds the commit that a user means by a name.</summary>
/// <param name="repository">Where it is looked for.</param>
internal sealed partial class CommitNames(GitRepository repository)
{
    // Where git looks for a short name, and what users call what is there.
    private static readonly (string Folder, string Kind)[] Places = [("refs/tags/", "a tag"), ("refs/heads/", "a branch"), ("refs/remotes/", "a branch of a remote")];

    /// <summary>The commit, in hexadecimal digits.</summary>
    /// <param name="name">A branch, a tag, <c>HEAD~1</c> or the digits of a commit.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <exception cref="NoSuchSourceException">There is none here, or the name may mean several.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public async Task<string> FindAsync(string name, CancellationToken cancellation)
    {
        if (await SeveralAsync(name, cancellation) is { } several) throw new NoSuchSourceException(several);
        var (commit, said) = await ResolvedAsync(name, cancellation);
        if (commit is not null) return commit;
        if (said.Contains("is ambiguous", StringComparison.Ordinal)) throw new NoSuchSourceException($"the digits {Printable.Quote(name)} begin several commits of this repository: give more of them");
        var shallow = await repository.SayAsync(["rev-parse", "--is-shallow-repository"], GitRepository.Nothing, cancellation) == "true";
        var remote = (await ResolvedAsync($"origin/{name}", cancellation)).Commit is null ? null : $"origin/{name}";
        throw new NoSuchSourceException((remote, shallow) switch
        {
            ({ } there, _) => $"there is no commit {Printable.Quote(name)} in this repository, but there is {Printable.Quote(there)}: name that",
            (_, true) => $"there is no commit {Printable.Quote(name)} in this shallow clone: fetch the full history (git fetch --unshallow, or fetch-depth: 0 in a build service)",
            _ => $"there is no commit {Printable.Quote(name)} in this repository: name a branch, a tag, HEAD~1 or a commit hash, or {GitRepository.WorkTree} for the files as they are",
        });
    }

    // Git takes the tag and only warns: a user who means the branch would not see that the tag is measured.
    private async Task<string?> SeveralAsync(string name, CancellationToken cancellation)
    {
        var reference = Ancestry().Replace(name, "");
        if (reference.Length == 0) return null;
        // "COMMIT NAME", with the commit that an annotated tag stands for before it.
        var listed = await repository.SayAsync(
            ["for-each-ref", "--format=%(if)%(*objectname)%(then)%(*objectname)%(else)%(objectname)%(end) %(refname)", .. Places.Select(place => place.Folder + reference)], GitRepository.Nothing, cancellation);
        var found = (from place in Places
                     from line in listed.Split('\n', StringSplitOptions.RemoveEmptyEntries)
                     let parts = line.Split(' ', 2)
                     where parts[1] == place.Folder + reference
                     select (Commit: parts[0], place.Folder, place.Kind)).ToList();
        return found.Select(one => one.Commit).Distinct(StringComparer.Ordinal).Count() < 2
            ? null
            : $"{Printable.Quote(reference)} is {string.Join(" and ", found.Select(one => one.Kind))}, of different commits: say {string.Join(" or ", found.Select(one => Printable.Text(one.Folder + name)))}";
    }

    private async Task<(string? Commit, string Said)> ResolvedAsync(string name, CancellationToken cancellation)
    {
        // ":/text" takes all that follows as part of the text, and finds only commits.
        var asked = name.StartsWith(":/", StringComparison.Ordinal) ? name : $"{name}^{{commit}}";
        var ended = await repository.RunAsync(["rev-parse", "--verify", "--end-of-options", asked], cancellation);
        // Git takes the oldest entry then, and only warns.
        if (ended.Warned.Contains("only goes back to", StringComparison.Ordinal))
            throw new NoSuchSourceException($"the log of this repository does not go back as far as {Printable.Quote(name)}: name the commit by its hash, a tag or HEAD~1");
        return (ended.ExitCode == 0 ? ended.Output.Trim() : null, ended.Output);
    }

    // "~1", "^2" or "@{1}" after a name.
    [GeneratedRegex(@"(?:[~^]|@\{).*\z", RegexOptions.Singleline)]
    private static partial Regex Ancestry();
}
