using System.Security.Cryptography;
using System.Text;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Tracing.Files;

namespace AsyncLoad.Harness.Cli.Building;

/// <summary>Keeps builds, each in a folder named after what it was built from. A folder is complete or absent. Several processes may use the cache at once.</summary>
internal sealed class BuildCache
{
    // Holds the path of the built assembly, relative to the folder: other programs, with their own dependency lists, may lie beside it.
    private const string NameFile = ".assembly";

    private const string List = ".deps.json";
    private const string Library = ".dll";

    private static readonly TimeSpan LongestUnused = TimeSpan.FromDays(30);

    // No build takes this long: an incomplete folder of that age was interrupted.
    private static readonly TimeSpan LongestBuild = TimeSpan.FromDays(1);

    private readonly string root;

    private BuildCache(string root) => this.root = root;

    /// <summary>The cache of this user; builds that were not used for a month are removed.</summary>
    /// <exception cref="IOException">It cannot be made.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be written.</exception>
    public static BuildCache Open() => Open(Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData), Path.GetTempPath());

    /// <summary>The same for an account with these folders.</summary>
    /// <param name="data">Where programs of the account keep data; empty where there is no such folder.</param>
    /// <param name="temporary">Where every account may write.</param>
    internal static BuildCache Open(string data, string temporary)
    {
        if (data.Length > 0) return In(Path.Combine(data, "asyncload", "builds"));
        var root = Path.Combine(temporary, $"asyncload-builds-{Environment.UserName}");
        ThisSystem.Files.MakePrivate(root);
        // What lies there is run: another account may have made the folder, and put its own builds into it.
        if (!ThisSystem.Files.IsPrivateDirectory(root))
            throw new UnauthorizedAccessException($"builds cannot be kept in {root}, which others can write to or have made: remove it, or make the folder for data of your account (~/.local/share)");
        return In(root);
    }

    /// <summary>The cache in a folder, which is created when absent.</summary>
    public static BuildCache In(string root)
    {
        ThisSystem.Files.MakePrivate(root);
        // A build sees the real path of its folder, so links are resolved here too.
        root = WithoutLinks(Path.GetFullPath(root));
        foreach (var old in Directory.EnumerateDirectories(root).Where(folder => DateTime.UtcNow - Directory.GetLastWriteTimeUtc(folder) > Longest(folder))) PrivateDirectories.TryRemove(old);
        return new BuildCache(root);
    }

    /// <summary>The assembly that was built from this; null when there is none yet.</summary>
    public string? Find(string key)
    {
        var folder = Path.Combine(root, key);
        if (Assembly(folder) is not { } assembly)
        {
            // Part of it was removed.
            PrivateDirectories.TryRemove(folder);
            return null;
        }

        foreach (var used in new[] { folder, Path.Combine(root, Path.GetRelativePath(root, assembly).Split(Path.DirectorySeparatorChar)[0]) }) Directory.SetLastWriteTimeUtc(used, DateTime.UtcNow);
        return assembly;
    }

    /// <summary>The folder that all builds lie in.</summary>
    public string Root => root;

    /// <summary>A name under which no other run finds a build.</summary>
    public static string NameApart(string key) => key + RandomNumberGenerator.GetHexString(8, lowercase: true);

    /// <summary>A folder to build into, beside those that are complete.</summary>
    public string NewFolder(string key) => Path.Combine(root, $"{key}.{RandomNumberGenerator.GetHexString(8, lowercase: true)}");

    /// <summary>Keeps a build under its key. If another process was first, its build is kept instead.</summary>
    /// <param name="folder">What <see cref="NewFolder"/> gave, with a build in it.</param>
    /// <param name="key">What it was built from.</param>
    /// <param name="assembly">The assembly in it, or in a folder that stays where it is; null where the build has left none.</param>
    /// <returns>The assembly that is kept; null when there is none.</returns>
    public string? Keep(string folder, string key, string? assembly)
    {
        if (assembly is null) return null;
        Name(folder, assembly);
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

    /// <summary>Keeps a build where it was made, since its files name the folder.</summary>
    /// <param name="folder">What <see cref="NewFolder"/> gave.</param>
    /// <param name="key">What it was built from.</param>
    /// <param name="assembly">The assembly, anywhere in the folder.</param>
    /// <returns>The assembly that is kept: that of another process if it was first, and then the folder is not needed.</returns>
    public string KeepInPlace(string folder, string key, string assembly)
    {
        Name(folder, assembly);
        var found = NewFolder(key);
        ThisSystem.Files.MakePrivate(found);
        return Keep(found, key, assembly)!;
    }

    /// <summary>
    /// The assembly in a folder that holds one build: the one with a list of dependencies, since packages have none. Projects that it refers to are built
    /// into the same folder, with lists, and are in its list. Null when there is none.
    /// </summary>
    public static string? AssemblyIn(string folder)
    {
        if (!Directory.Exists(folder)) return null;
        string[] built = [.. Directory.EnumerateFiles(folder, "*" + List).Select(list => string.Concat(list.AsSpan(0, list.Length - List.Length), Library)).Where(File.Exists)];
        return built.FirstOrDefault(assembly => !built.Any(other => other != assembly && new PluginContent(other).Names(assembly)));
    }

    private static string WithoutLinks(string folder)
    {
        if (Path.GetDirectoryName(folder) is not { } above) return folder;
        var here = new DirectoryInfo(Path.Combine(WithoutLinks(above), Path.GetFileName(folder)));
        return here.ResolveLinkTarget(returnFinalTarget: true) is { } target ? WithoutLinks(target.FullName) : here.FullName;
    }

    private static TimeSpan Longest(string folder) => File.Exists(Path.Combine(folder, NameFile)) ? LongestUnused : LongestBuild;

    private static void Name(string folder, string assembly) => File.WriteAllBytes(Path.Combine(folder, NameFile), Encoding.UTF8.GetBytes(Path.GetRelativePath(folder, assembly)));

    private static string? Assembly(string folder)
    {
        var named = Path.Combine(folder, NameFile);
        return RegularFile.Is(named) && Path.GetFullPath(File.ReadAllText(named), folder) is var assembly && File.Exists(assembly) ? assembly : null;
    }
}
