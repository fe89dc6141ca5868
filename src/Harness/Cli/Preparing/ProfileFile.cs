using System.Text.Json;
using AsyncLoad.Analysis;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Tracing.Files;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>The bytes of a profile, or why there are none.</summary>
/// <param name="Content">The bytes.</param>
/// <param name="Problem">Why the file cannot be read; null when it was.</param>
internal sealed record ProfileFile(byte[]? Content, string? Problem)
{
    // Profiles are written by hand: a file above 10 MB was named by mistake.
    internal const long MostBytes = 10_000_000;

    /// <summary>Reads a profile.</summary>
    /// <param name="path">Path of its file.</param>
    /// <param name="folder">Where the user's own profiles are, for a suggestion.</param>
    /// <param name="cancellation">Ends the reading.</param>
    public static async Task<ProfileFile> ReadAsync(string path, string folder, CancellationToken cancellation)
    {
        try
        {
            var file = new FileInfo(path);
            if (Directory.Exists(path)) return new ProfileFile(null, $"{Printable.Text(path)} is a folder: name the file of a profile; a run is continued by run --resume");
            if (!file.Exists) return new ProfileFile(null, Missing(path, folder));
            if (Path.GetExtension(path) != ProfileFolders.Ending && GivenPath.Told(path) is { } other) return new ProfileFile(null, Printable.Text(other));
            if (!RegularFile.Is(path)) return new ProfileFile(null, $"{Printable.Text(path)} {RegularFile.Refusal}");
            if (file.Length > MostBytes) return new ProfileFile(null, $"{Printable.Text(path)} is too large for a profile, which has 10 MB at most");
            var content = RegularFile.Read(path, MostBytes);
            return content is [0xFF, 0xFE, ..] or [0xFE, 0xFF, ..] ? new ProfileFile(null, $"{Printable.Text(path)} is UTF-16: save it as UTF-8") : new ProfileFile(content, null);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return new ProfileFile(null, $"{Printable.Text(path)} cannot be read: {Printable.Text(exception.Message)}");
        }
    }

    private static string Missing(string path, string folder)
    {
        var ending = ProfileFolders.With(folder).Nearest(path) is { } nearest ? $"; did you mean {Printable.Text(nearest)}?" : ": name a file, or a profile that \"asyncload list profiles\" prints";
        return $"there is no profile {Printable.Text(path)}{ending}";
    }
}

/// <summary>Where profiles are found by name. The user's own hide those of the same name that come with the program.</summary>
/// <param name="Own">Folder of the user's profiles; may be absent.</param>
/// <param name="Shipped">Folder of the profiles that come with the program; may be absent.</param>
internal sealed record ProfileFolders(string Own, string Shipped)
{
    internal const string Ending = ".json";

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

    /// <summary>The path that is meant: what was typed if it is a file or more than a name, else the profile of that name.</summary>
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

/// <summary>The profile that a run folder holds.</summary>
internal static class ResolvedProfile
{
    /// <summary>Reads it.</summary>
    /// <exception cref="UnreadableRunException">It is not there, or damaged.</exception>
    public static Profile Read(string folder)
    {
        try
        {
            return ModelJson.Read(RegularFile.Read(RunPath.Of(folder, EvidenceParts.ProfileFile), ProfileFile.MostBytes), ModelJson.Line.Profile);
        }
        catch (Exception exception) when (exception is JsonException or IOException or UnauthorizedAccessException)
        {
            throw new UnreadableRunException($"{Path.Combine(folder, EvidenceParts.ProfileFile)}: {exception.Message}", exception);
        }
    }
}
