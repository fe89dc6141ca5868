using System.Globalization;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Execution;

/// <summary>The runtimes of a .NET installation, read from its folders. No process is started.</summary>
internal static class InstalledRuntimes
{
    /// <summary>The file name of <c>dotnet</c> on this system.</summary>
    public static string MuxerName => ThisSystem.Names.Muxer;

    /// <summary>Path of the <c>dotnet</c> of a root, or of the installation that runs this program.</summary>
    public static string Muxer(string? root) => root is null ? HostFiles.Muxer : Path.Combine(root, MuxerName);

    /// <summary>Why a folder is not the root of a .NET installation; null when it is.</summary>
    public static string? Problem(string root) => File.Exists(Muxer(root))
        ? null
        : $"{Printable.Text(root)} holds no {MuxerName}: name the folder that \"dotnet --list-runtimes\" prints without shared/Microsoft.NETCore.App, or lay one out with tests/runtimes";

    /// <summary>All runtimes, newest first; those of the root before those of the installation that runs this program.</summary>
    /// <param name="root">A root of .NET to list first; null for none.</param>
    public static IReadOnlyList<InstalledRuntime> All(string? root) =>
        [.. root is null ? [] : In(root, root), .. Path.GetDirectoryName(HostFiles.Muxer) is { Length: > 0 } own ? In(own, null) : []];

    /// <summary>The newest version of a framework's runtime, of the root rather than of the installation; null when there is none.</summary>
    /// <param name="framework">The framework.</param>
    /// <param name="all">All runtimes.</param>
    public static InstalledRuntime? Newest(string framework, IReadOnlyList<InstalledRuntime> all) => all.FirstOrDefault(runtime => runtime.Framework == framework);

    private static IEnumerable<InstalledRuntime> In(string folder, string? root)
    {
        var shared = Path.Combine(folder, "shared", "Microsoft.NETCore.App");
        if (!Directory.Exists(shared)) return [];
        return Directory.EnumerateDirectories(shared)
            .Select(path => Path.GetFileName(path))
            .Select(name => (Name: name, Order: Order(name)))
            .Where(entry => entry.Order is not null)
            .OrderByDescending(entry => entry.Order)
            .Select(entry => new InstalledRuntime(entry.Name, root));
    }

    // A preview comes before the version that it is a preview of, and its number decides between previews.
    private static (Version, bool, string)? Order(string name)
    {
        var parts = name.Split('-', 2);
        if (!Version.TryParse(parts[0], out var version) || version.Build < 0) return null;
        return (version, parts.Length == 1, string.Join('.', (parts.ElementAtOrDefault(1) ?? "").Split('.').Select(Padded)));
    }

    private static string Padded(string part) =>
        int.TryParse(part, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number.ToString("D8", CultureInfo.InvariantCulture) : part;
}

/// <summary>A runtime on this machine.</summary>
/// <param name="Version">Its exact version.</param>
/// <param name="Root">The folder that <c>--dotnet-root</c> named and that holds it; null for the installation that runs this program.</param>
internal sealed record InstalledRuntime(string Version, string? Root)
{
    /// <summary>The target framework that it is the runtime of: <c>net9.0</c>.</summary>
    public string Framework => RuntimeSettings.Prefix + string.Join('.', Version.Split('.').Take(2));

    /// <summary>Whether what is built for a target framework runs on it.</summary>
    public bool Runs(string framework) => !IsBefore(Framework, framework);

    /// <summary>Whether a target framework is older than another.</summary>
    public static bool IsBefore(string framework, string other) => RuntimeSettings.VersionOf(framework) < RuntimeSettings.VersionOf(other);
}
