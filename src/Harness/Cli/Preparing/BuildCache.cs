using System.Security.Cryptography;
using AsyncLoad.Harness.Platform;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>Builds of single files, each in a folder named by what it was built from. A folder is complete or not there. Several programs may use it at once.</summary>
internal sealed class BuildCache
{
    private static readonly TimeSpan LongestUnused = TimeSpan.FromDays(30);

    private readonly string root;

    private BuildCache(string root) => this.root = root;

    /// <summary>The cache of this user; builds that were not used for a month are removed.</summary>
    /// <exception cref="IOException">It cannot be made.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written.</exception>
    public static BuildCache Open()
    {
        var data = Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData);
        // An account without a home directory.
        if (data.Length == 0) data = Path.Combine(Path.GetTempPath(), FormattableString.Invariant($"asyncload-{Environment.UserName}"));
        return In(Path.Combine(data, "asyncload", "builds"));
    }

    /// <summary>The cache in a folder, which is made where it is not there.</summary>
    public static BuildCache In(string root)
    {
        FileOwner.MakePrivate(root);
        foreach (var old in Directory.EnumerateDirectories(root).Where(folder => DateTime.UtcNow - Directory.GetLastWriteTimeUtc(folder) > LongestUnused)) PrivateDirectories.TryRemove(old);
        return new BuildCache(root);
    }

    /// <summary>The assembly that was built from this; null when there is none yet.</summary>
    public string? Find(string key)
    {
        var folder = Path.Combine(root, key);
        if (Assembly(folder) is not { } assembly) return null;
        Directory.SetLastWriteTimeUtc(folder, DateTime.UtcNow);
        return assembly;
    }

    /// <summary>A folder to build into, beside those that are complete.</summary>
    public string NewFolder(string key) => Path.Combine(root, $"{key}.{RandomNumberGenerator.GetHexString(8, lowercase: true)}");

    /// <summary>Makes a folder the complete one, unless another program was first; then that one is taken.</summary>
    /// <returns>The assembly; null when the build has left none.</returns>
    public string? Keep(string folder, string key)
    {
        if (Assembly(folder) is null) return null;
        try
        {
            Directory.Move(folder, Path.Combine(root, key));
        }
        catch (IOException) when (Assembly(Path.Combine(root, key)) is not null)
        {
            PrivateDirectories.TryRemove(folder);
        }

        return Assembly(Path.Combine(root, key));
    }

    // The one that the list of dependencies is about: packages that lie beside it have none.
    private static string? Assembly(string folder)
    {
        const string List = ".deps.json";
        if (!Directory.Exists(folder)) return null;
        return Directory.EnumerateFiles(folder, "*" + List)
            .Select(list => string.Concat(list.AsSpan(0, list.Length - List.Length), ".dll"))
            .FirstOrDefault(File.Exists);
    }
}
