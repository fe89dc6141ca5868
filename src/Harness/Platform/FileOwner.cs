using System.Diagnostics.CodeAnalysis;

namespace AsyncLoad.Harness.Platform;

/// <summary>Distinguishes a private directory of this user from one that another user prepared.</summary>
internal static class FileOwner
{
    /// <summary>Number of the user that this process acts for; Linux only.</summary>
    [SuppressMessage("Interoperability", "CA1416", Justification = "asked by those that found files of /proc")]
    public static uint ThisUser => LinuxPrivateFiles.ThisUser;

    /// <summary>Makes a directory that no other user can enter, unless it is there.</summary>
    public static void MakePrivate(string path) => ThisSystem.Files.MakePrivate(path);

    /// <summary>Makes a private directory inside an existing one, which is never created: its content would be missing.</summary>
    /// <returns>Its path.</returns>
    /// <exception cref="DirectoryNotFoundException">It is not there.</exception>
    public static string MakeInside(string folder, string name)
    {
        if (!Directory.Exists(folder)) throw new DirectoryNotFoundException($"{folder} is gone");
        var path = Path.Combine(folder, name);
        MakePrivate(path);
        return path;
    }

    public static bool IsPrivateDirectoryOfThisUser(string path) => ThisSystem.Files.IsPrivateDirectory(path);

    /// <summary>The same for any user, on Linux.</summary>
    [SuppressMessage("Interoperability", "CA1416", Justification = "for tests on Linux")]
    public static bool IsPrivateDirectoryOf(uint user, string path) => LinuxPrivateFiles.IsPrivateDirectoryOf(user, path);

    /// <summary>Whether a file or folder belongs to this user; everything belongs to root.</summary>
    public static bool IsOfThisUser(string path) => ThisSystem.Files.IsOwn(path);
}
