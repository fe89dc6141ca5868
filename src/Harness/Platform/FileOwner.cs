using System.Diagnostics.CodeAnalysis;

namespace AsyncLoad.Harness.Platform;

/// <summary>The user that this process acts for, and folders of a run, which only that user can enter.</summary>
internal static class FileOwner
{
    /// <summary>Number of the user that this process acts for; Linux only.</summary>
    [SuppressMessage("Interoperability", "CA1416", Justification = "asked by those that found files of /proc")]
    public static uint ThisUser => LinuxPrivateFiles.ThisUser;

    /// <summary>Makes a private directory inside an existing one, which is never created: its content would be missing.</summary>
    /// <returns>Its path.</returns>
    /// <exception cref="DirectoryNotFoundException">It is not there.</exception>
    public static string MakeInside(string folder, string name)
    {
        if (!Directory.Exists(folder)) throw new DirectoryNotFoundException($"{folder} is gone");
        var path = Path.Combine(folder, name);
        ThisSystem.Files.MakePrivate(path);
        return path;
    }
}
