using System.Runtime.CompilerServices;

namespace AsyncLoad.Tests;

/// <summary>The source tree that this test was built from.</summary>
internal static class Repository
{
    private static readonly string[] Built = ["bin", "obj", "runs", "artifacts"];

    public static string Root { get; } = FindRoot();

    /// <summary>Files under some folders of the tree, build output left out, as paths with forward slashes relative to the root.</summary>
    public static IEnumerable<string> Files(string pattern, params string[] folders) =>
        folders
            .Select(folder => Path.Combine(Root, folder))
            .Where(Directory.Exists)
            .SelectMany(folder => Directory.EnumerateFiles(folder, pattern, SearchOption.AllDirectories))
            .Select(path => Path.GetRelativePath(Root, path).Replace(Path.DirectorySeparatorChar, '/'))
            .Where(path => !path.Split('/').Any(Built.Contains))
            .Order(StringComparer.Ordinal);

    public static string Text(string path) => File.ReadAllText(Path.Combine(Root, path));

    public static string[] Lines(string path) => File.ReadAllLines(Path.Combine(Root, path));

    // A deterministic build maps source paths, so the folder of the test binary is the second place to begin.
    private static string FindRoot([CallerFilePath] string source = "") =>
        RootAbove(Path.GetDirectoryName(source)) ?? RootAbove(AppContext.BaseDirectory)
        ?? throw new DirectoryNotFoundException($"no AsyncLoad.sln above {source} or {AppContext.BaseDirectory}");

    private static string? RootAbove(string? folder)
    {
        while (folder is not null && !File.Exists(Path.Combine(folder, "AsyncLoad.sln"))) folder = Path.GetDirectoryName(folder);
        return folder;
    }
}
