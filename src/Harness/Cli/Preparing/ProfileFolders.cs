using AsyncLoad.Harness.Planning.Json;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>Where profiles are that a name alone finds. The user's own hide those of the same name that come with the program.</summary>
/// <param name="Own">Folder of the user's profiles; may be absent.</param>
/// <param name="Shipped">Folder of the profiles that come with the program; may be absent.</param>
internal sealed record ProfileFolders(string Own, string Shipped)
{
    private const string Ending = ".json";

    /// <summary>A folder of the user's profiles, and the folder beside this program.</summary>
    public static ProfileFolders With(string own) => new(own, Path.Combine(AppContext.BaseDirectory, "profiles"));

    /// <summary>All profiles, each as it may be typed and as a path: the user's own by their paths, then shipped ones by their names; sorted.</summary>
    public IReadOnlyList<(string Typed, string Path)> All()
    {
        var own = Files(Own);
        var hidden = own.Select(path => Path.GetFileNameWithoutExtension(path)).ToHashSet(StringComparer.Ordinal);
        return
        [
            .. own.Select(path => (path, path)),
            .. Files(Shipped).Select(path => (Typed: Path.GetFileNameWithoutExtension(path), path)).Where(shipped => !hidden.Contains(shipped.Typed)),
        ];
    }

    /// <summary>The path that is meant: what was typed when there is such a file or when it is no name alone, else the profile of that name.</summary>
    public string Resolve(string typed) =>
        File.Exists(typed) || Path.GetFileName(typed) != typed
            ? typed
            : new[] { Own, Shipped }.Select(folder => Path.Combine(folder, typed + Ending)).FirstOrDefault(File.Exists) ?? typed;

    /// <summary>The profile whose name or path is nearest to what was typed, as it may be typed; null when none is near.</summary>
    public string? Nearest(string typed)
    {
        var known = All();
        return Suggestion.Nearest(typed, known.Select(profile => profile.Typed))
            ?? Suggestion.Nearest(typed, known.Select(profile => Path.GetFileNameWithoutExtension(profile.Path)));
    }

    private static string[] Files(string folder) =>
        Directory.Exists(folder) ? [.. Directory.EnumerateFiles(folder, "*" + Ending).Order(StringComparer.Ordinal)] : [];
}
