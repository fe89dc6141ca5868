using System.Text.RegularExpressions;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;

namespace AsyncLoad.Harness.Cli.Building;

/// <summary>The SDKs of the .NET installation that runs builds.</summary>
internal static partial class InstalledSdks
{
    /// <summary>The folder of each; none where the installation has no SDK.</summary>
    public static IEnumerable<string> Folders() => Path.GetDirectoryName(HostFiles.Muxer) is { Length: > 0 } root && Directory.Exists(Path.Combine(root, "sdk"))
        ? Directory.EnumerateDirectories(Path.Combine(root, "sdk")).Order(StringComparer.Ordinal)
        : [];

    /// <summary>Why <c>dotnet</c> ran no SDK, where <c>global.json</c> asks for one that is not installed; null otherwise.</summary>
    /// <param name="said">What it printed.</param>
    public static string? Missing(string said)
    {
        if (Asked().Match(said) is not { Success: true } asked) return null;
        string[] installed = [.. Folders().Select(folder => Printable.Text(Path.GetFileName(folder)))];
        var there = installed.Length == 0 ? "no SDK is installed" : $"installed: {string.Join(", ", installed)}";
        return $"its global.json asks for .NET SDK {Printable.Text(asked.Groups[1].Value)}, which is not there ({there}): install it, or change global.json";
    }

    [GeneratedRegex(@"^Requested SDK version:[ \t]*([^\r\n]+?)[ \t]*\r?$", RegexOptions.Multiline)]
    private static partial Regex Asked();
}
