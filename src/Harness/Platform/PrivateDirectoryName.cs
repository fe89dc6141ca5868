using System.Globalization;
using System.Text.RegularExpressions;

namespace AsyncLoad.Harness.Platform;

/// <summary>What a <see cref="PrivateDirectory"/> is known by: a name with its process in it, <c>al-4711-0a1b2c3d</c>, and a lock that the process holds.</summary>
internal static partial class PrivateDirectoryName
{
    public const string Pattern = "al-*";
    private const string LockFile = ".lock";

    public static string Make(int process, string suffix) => string.Create(CultureInfo.InvariantCulture, $"al-{process}-{suffix}");

    /// <summary>The process in a name; null when it is the name of something else.</summary>
    public static int? Process(string name) =>
        Form().Match(name) is { Success: true } match && int.TryParse(match.Groups[1].Value, CultureInfo.InvariantCulture, out var process) ? process : null;

    /// <summary>Takes the lock, which the operating system lets go of when the process ends, however it ends.</summary>
    /// <exception cref="IOException">Another process holds it, or there is none to open.</exception>
    public static FileStream Lock(string directory, FileMode mode) =>
        new(Path.Combine(directory, LockFile), mode, FileAccess.ReadWrite, FileShare.None);

    [GeneratedRegex("^al-([0-9]{1,10})-[0-9a-f]{8}\\z", RegexOptions.CultureInvariant)]
    private static partial Regex Form();
}
