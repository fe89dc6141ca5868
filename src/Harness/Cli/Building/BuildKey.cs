using System.Security.Cryptography;
using System.Text;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Tracing.Files;

namespace AsyncLoad.Harness.Cli.Building;

/// <summary>The name of a build: the same for the same sources, SDKs and version of this program.</summary>
internal static class BuildKey
{
    /// <summary>Size of the largest file that is read for a key, in bytes.</summary>
    public const long MostBytes = 10_000_000;

    // Files that the SDK reads in the folder of a build and above it.
    private static readonly string[] Taken =
        ["global.json", "Directory.Build.props", "Directory.Build.targets", "Directory.Build.rsp", "Directory.Packages.props", "NuGet.config", "nuget.config", "NuGet.Config"];

    /// <summary>The key of a build.</summary>
    /// <param name="words">Texts that the build depends on.</param>
    /// <param name="content">Bytes that the build depends on, such as its source.</param>
    /// <param name="inside">Settings of the SDK in this folder and above it are hashed too; null for none.</param>
    /// <exception cref="IOException">Such a file cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">Such a file may not be read.</exception>
    public static string Of(IEnumerable<string> words, ReadOnlySpan<byte> content, string? inside)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        ContentHash.Add(hash, content);
        ContentHash.Add(hash, Encoding.UTF8.GetBytes(string.Join('\n', [.. words, ToolVersion.Current, .. InstalledSdks.Folders()])));
        foreach (var path in Inherited(inside)) ContentHash.Add(hash, RegularFile.Read(path, MostBytes));
        return Convert.ToHexStringLower(hash.GetHashAndReset()[..16]);
    }

    /// <summary>Files with settings of the SDK, in a folder and above it.</summary>
    /// <param name="inside">The innermost folder; null for none.</param>
    public static IEnumerable<string> Inherited(string? inside)
    {
        foreach (var folder in FolderPath.InAndAbove(inside))
        {
            foreach (var path in Taken.Select(name => Path.Combine(folder, name)).Where(RegularFile.Is)) yield return path;
        }
    }
}
