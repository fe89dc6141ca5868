using AsyncLoad.Harness.Planning;
using AsyncLoad.Tracing.Files;

namespace AsyncLoad.Harness.Cli.Building;

/// <summary>What the user's folder may have that the copy of a commit does not: the likely reasons why the copy alone does not build.</summary>
/// <param name="Submodules">Which submodules are not checked out, and what checks them out; null for none.</param>
/// <param name="Above">Which files above the repository a build takes settings from; null for none.</param>
internal sealed record CopyGaps(string? Submodules, string? Above)
{
    // MSBuild takes the innermost file of such a name. NuGet.config only says where packages come from.
    private static readonly string[] Settings = ["Directory.Build.props", "Directory.Build.targets", "Directory.Build.rsp", "Directory.Packages.props", "global.json"];

    /// <summary>The gaps of a build in the user's own folder.</summary>
    public static CopyGaps None { get; } = new(null, null);

    /// <summary>The gaps of a tree that is copied.</summary>
    public static CopyGaps Of(SourceTree tree)
    {
        string[] missing = [.. tree.Submodules.SelectMany(inner => inner.Missing)];
        string[] gone = [.. tree.Submodules.Where(inner => inner.IsGone).Select(inner => inner.Path)];
        string[] submodules = [.. missing.Length == 0 ? [] : new[] { NotCheckedOut(missing) }, .. gone.Length == 0 ? [] : new[] { Gone(gone, tree.Name) }];
        string[] above = [.. BuildKey.Inherited(Path.GetDirectoryName(tree.Repository.Root)).Where(file => Path.GetFileName(file) != "global.json").Select(Printable.Text)];
        return new CopyGaps(submodules.Length == 0 ? null : string.Join('\n', submodules), above.Length == 0 ? null : Outside(above));
    }

    /// <summary>What changes compiling and lies above a repository, so that a build in the user's folder takes it and one of a copy does not; null for nothing.</summary>
    /// <param name="folder">The folder of the project, in the repository.</param>
    /// <param name="root">The root of the repository.</param>
    /// <param name="cache">The folder that copies lie in.</param>
    public static string? Note(string folder, string root, string cache)
    {
        string[] lost =
        [
            .. from name in Settings
               let there = FolderPath.InAndAbove(folder).Select(holder => Path.Combine(holder, name)).FirstOrDefault(File.Exists)
               // What lies above both is in force for both.
               where there is not null && FolderPath.InAndAbove(Path.GetDirectoryName(root)).Except(FolderPath.InAndAbove(cache)).Contains(Path.GetDirectoryName(there))
               select Printable.Text(there!),
        ];
        return lost.Length == 0 ? null : Outside(lost);
    }

    private static string NotCheckedOut(string[] missing)
    {
        var (named, paths) = (string.Join(", ", missing.Select(Printable.Text)), string.Join(' ', missing.Select(Submodule.Quoted)));
        return missing.Length == 1
            ? $"its submodule {named} is not checked out: run git submodule update --init --recursive -- {paths}"
            : $"its submodules {named} are not checked out: run git submodule update --init --recursive -- {paths}";
    }

    // Git gets a submodule of the commit that is checked out alone, and leaves its folder when another one is.
    private static string Gone(string[] paths, string commit) =>
        $"what is checked out does not have its submodule{(paths.Length == 1 ? "" : "s")} {string.Join(", ", paths.Select(Printable.Text))}: run git checkout {Printable.Argument(Printable.Text(commit))}, git submodule update --init --recursive -- {string.Join(' ', paths.Select(Submodule.Quoted))} and git checkout -";

    private static string Outside(string[] files) =>
        $"{string.Join(", ", files)} {(files.Length == 1 ? "lies" : "lie")} above the repository, so the copy that is built does not have {(files.Length == 1 ? "it" : "them")}: what the project needs of {(files.Length == 1 ? "it" : "them")} has to be in the repository";
}
