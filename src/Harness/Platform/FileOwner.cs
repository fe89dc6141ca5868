using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace AsyncLoad.Harness.Platform;

/// <summary>Tells a directory of this user, which no other user can enter or exchange, from one that another user laid out.</summary>
internal static partial class FileOwner
{
    private const UnixFileMode Private = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;

    // statx(2) of Linux: one layout on every architecture.
    private const int CurrentDirectory = -100;
    private const int NoFollow = 0x100;
    private const uint TypeModeAndOwner = 0x1 | 0x2 | 0x8;
    private const int Length = 256;
    private const int UserAt = 20;
    private const int ModeAt = 28;
    private const int PrivateDirectoryMode = 0x4000 | (int)Private;

    /// <summary>Number of the user that this process acts for; Unix only.</summary>
    public static uint ThisUser => EffectiveUser();

    /// <summary>Makes a directory that no other user can enter, unless it is there; on Windows the folder above it says who can.</summary>
    public static void MakePrivate(string path)
    {
        if (OperatingSystem.IsWindows()) Directory.CreateDirectory(path);
        else Directory.CreateDirectory(path, Private);
    }

    /// <summary>Makes a private directory in one that is there. That one is never made anew: what belongs into it went with it.</summary>
    /// <returns>Its path.</returns>
    /// <exception cref="DirectoryNotFoundException">It is not there.</exception>
    public static string MakeInside(string folder, string name)
    {
        if (!Directory.Exists(folder)) throw new DirectoryNotFoundException($"{folder} is gone");
        var path = Path.Combine(folder, name);
        MakePrivate(path);
        return path;
    }

    public static bool IsPrivateDirectoryOfThisUser(string path)
    {
        if (OperatingSystem.IsLinux()) return IsPrivateDirectoryOf(ThisUser, path);
        // Elsewhere the temporary folder is the user's own.
        return OperatingSystem.IsWindows() || (Directory.Exists(path) && new DirectoryInfo(path).UnixFileMode == Private);
    }

    /// <summary>The same for any user, on Linux.</summary>
    public static bool IsPrivateDirectoryOf(uint user, string path) => OwnerAndMode(path) == (user, PrivateDirectoryMode);

    /// <summary>Whether a file or folder belongs to this user, on Linux; to root belongs everything.</summary>
    public static bool IsOfThisUser(string path) => ThisUser == 0 || OwnerAndMode(path)?.User == ThisUser;

    // Null: it is gone, or the C library is too old to tell; then it is taken for no user's.
    private static (uint User, int Mode)? OwnerAndMode(string path)
    {
        Span<byte> status = stackalloc byte[Length];
        status.Clear();
        try
        {
            if (ReadStatus(CurrentDirectory, path, NoFollow, TypeModeAndOwner, status) != 0) return null;
        }
        catch (EntryPointNotFoundException)
        {
            return null;
        }

        return (BinaryPrimitives.ReadUInt32LittleEndian(status[UserAt..]), BinaryPrimitives.ReadUInt16LittleEndian(status[ModeAt..]));
    }

    [LibraryImport("libc", EntryPoint = "statx", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int ReadStatus(int folder, string path, int flags, uint mask, Span<byte> status);

    [LibraryImport("libc", EntryPoint = "geteuid")]
    private static partial uint EffectiveUser();
}
