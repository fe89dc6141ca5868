using System.Text;
using System.Text.RegularExpressions;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Tracing.Files;

namespace AsyncLoad.Harness.Cli.Building;

/// <summary>
/// Files that Git LFS keeps outside the tree, which has a pointer to each. They are copied from the user's repository. Nothing is downloaded, since that would
/// write into it.
/// </summary>
/// <param name="tree">The files.</param>
internal sealed partial class LargeFiles(SourceTree tree)
{
    // As the specification says; a pointer is longer only where it has extensions.
    private const long LongestPointer = 1024;

    /// <summary>Puts contents in place of the pointers in a folder that the tree was written into.</summary>
    /// <exception cref="NoSuchSourceException">One is not in the user's repository.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public async Task WriteAsync(string folder, CancellationToken cancellation)
    {
        var pointers = new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint };
        var found = new DirectoryInfo(folder).EnumerateFiles("*", pointers)
            .Where(file => file.Length <= LongestPointer)
            .Select(file => (Path: Path.GetRelativePath(folder, file.FullName).Replace(Path.DirectorySeparatorChar, '/'), Id: IdIn(file.FullName)))
            .Where(file => file.Id is not null)
            .ToDictionary(file => file.Path, file => file.Id!, StringComparer.Ordinal);
        if (found.Count == 0) return;
        var store = await StoreAsync(cancellation);
        foreach (var path in await KeptAsync(found.Keys, cancellation))
        {
            var content = Path.Combine(store, found[path][..2], found[path][2..4], found[path]);
            if (!File.Exists(content)) throw new NoSuchSourceException($"{Printable.Text(path)} is kept by Git LFS, and its content at {tree.FullName} is not on this machine: run git lfs fetch origin {Printable.Text(tree.Commit ?? "HEAD")}");
            File.Copy(content, Path.Combine(folder, path), overwrite: true);
        }
    }

    // The tree's attributes decide: a file may look like a pointer and not be one.
    private async Task<List<string>> KeptAsync(IEnumerable<string> paths, CancellationToken cancellation)
    {
        var kept = new List<string>();
        foreach (var some in paths.Order(StringComparer.Ordinal).Chunk(GitRepository.PathsAtOnce))
        {
            // "PATH", "filter", "VALUE", each followed by a zero.
            var said = (await tree.Repository.SayAsync(["check-attr", "--cached", "-z", "filter", "--", .. some], tree.Own, cancellation)).Split('\0');
            kept.AddRange(said.Chunk(3).Where(entry => entry is [_, _, "lfs"]).Select(entry => entry[0]));
        }

        return kept;
    }

    private async Task<string> StoreAsync(CancellationToken cancellation)
    {
        var common = Path.GetFullPath(await tree.Repository.SayAsync(["rev-parse", "--git-common-dir"], tree.Own, cancellation), tree.Repository.Root);
        // Relative to the folder of git, as git-lfs reads it.
        return Path.Combine(common, await tree.Repository.SettingAsync("lfs.storage", cancellation) ?? "lfs", "objects");
    }

    private static string? IdIn(string path) =>
        RegularFile.Is(path) && Pointer().Match(Encoding.UTF8.GetString(RegularFile.Read(path, LongestPointer))) is { Success: true } match ? match.Groups[1].Value : null;

    [GeneratedRegex(@"\Aversion https://git-lfs\.github\.com/spec/v1\n(?:[^\n]*\n)*?oid sha256:([0-9a-f]{64})\n")]
    private static partial Regex Pointer();
}
