using AsyncLoad.Harness.Planning;

namespace AsyncLoad.Harness.Cli.Building;

/// <summary>What the user's folder may have that the copy of a commit does not: the likely reasons why the copy alone does not build.</summary>
internal static class CopyGaps
{
    /// <summary>The failure of a build with what its copy lacks.</summary>
    /// <param name="failed">The failure.</param>
    /// <param name="tree">What was copied.</param>
    /// <param name="dotnet">What built it.</param>
    public static CommandFailedException Explain(CommandFailedException failed, SourceTree tree, DotnetBuild dotnet)
    {
        string[] missing = [.. tree.Submodules.SelectMany(inner => inner.Missing)];
        // Told first, since the errors of the compiler follow from it.
        var told = missing.Length == 0 ? failed : dotnet.Failure(string.Join('\n', failed.Details.Prepend(failed.Message).Prepend(Submodules(missing))));
        string[] above = [.. BuildKey.Inherited(Path.GetDirectoryName(tree.Repository.Root)).Where(file => Path.GetFileName(file) != "global.json").Select(Printable.Text)];
        return above.Length == 0 ? told : new CommandFailedException(told.Code, told.Errors) { Details = [.. told.Details, Above(above)] };
    }

    private static string Submodules(string[] missing)
    {
        var (named, paths) = (string.Join(", ", missing.Select(Printable.Text)), string.Join(' ', missing.Select(Submodule.Quoted)));
        return missing.Length == 1
            ? $"its submodule {named} is not checked out: run git submodule update --init --recursive -- {paths}"
            : $"its submodules {named} are not checked out: run git submodule update --init --recursive -- {paths}";
    }

    private static string Above(string[] files) =>
        $"{string.Join(", ", files)} {(files.Length == 1 ? "lies" : "lie")} above the repository, so the copy that is built does not have {(files.Length == 1 ? "it" : "them")}: what the project needs of {(files.Length == 1 ? "it" : "them")} has to be in the repository";
}
