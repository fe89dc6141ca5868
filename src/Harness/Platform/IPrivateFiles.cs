using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Security.AccessControl;
using System.Security.Principal;

namespace AsyncLoad.Harness.Platform;

/// <summary>Folders and files that no other user can open or replace, and their rules on this system.</summary>
internal interface IPrivateFiles
{
    /// <summary>Environment variables that name the folder for temporary files, in order of precedence.</summary>
    IReadOnlyList<string> TemporaryVariables { get; }

    /// <summary>Folders in which a private folder can be made, in order of preference.</summary>
    IEnumerable<string> TemporaryFolders { get; }

    /// <summary>Most characters in the path of a socket; null when sockets have no paths.</summary>
    int? LongestSocketPath { get; }

    /// <summary>Whether a file can be removed while it is open.</summary>
    bool RemovesOpenFiles { get; }

    /// <summary>How a lock file is shared: not at all, except that Windows needs deletion to be allowed to remove an open file.</summary>
    FileShare BesideLock { get; }

    /// <summary>Makes a directory that no other user can enter, unless it is there.</summary>
    void MakePrivate(string path);

    /// <summary>Whether a directory is there, belongs to this user, and admits no other.</summary>
    bool IsPrivateDirectory(string path);

    /// <summary>Whether a file or folder belongs to this user; everything belongs to root.</summary>
    bool IsOwn(string path);
}

/// <summary>Uses file modes. Owners are not checked: the temporary folder of macOS belongs to the user.</summary>
[UnsupportedOSPlatform("windows")]
internal class UnixPrivateFiles : IPrivateFiles
{
    protected const UnixFileMode Private = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;

    public IReadOnlyList<string> TemporaryVariables { get; } = ["TMPDIR"];

    public IEnumerable<string> TemporaryFolders => new[] { Path.GetTempPath(), "/tmp/" }.Distinct(StringComparer.Ordinal);

    // With the final NUL, socket paths have 108 characters at most on Linux, 104 on macOS.
    public int? LongestSocketPath => 103;

    public bool RemovesOpenFiles => true;

    public FileShare BesideLock => FileShare.None;

    public void MakePrivate(string path) => Directory.CreateDirectory(path, Private);

    public virtual bool IsPrivateDirectory(string path) => Directory.Exists(path) && new DirectoryInfo(path).UnixFileMode == Private;

    public virtual bool IsOwn(string path) => true;
}

/// <summary>Uses file modes and owners.</summary>
[SupportedOSPlatform("linux")]
internal sealed partial class LinuxPrivateFiles : UnixPrivateFiles
{
    // statx(2): one layout on every architecture.
    private const int CurrentDirectory = -100;
    private const int NoFollow = 0x100;
    private const uint TypeModeAndOwner = 0x1 | 0x2 | 0x8;
    private const int Length = 256;
    private const int UserAt = 20;
    private const int ModeAt = 28;
    private const int PrivateDirectoryMode = 0x4000 | (int)Private;

    /// <summary>Number of the user that this process acts for.</summary>
    public static uint ThisUser => EffectiveUser();

    public override bool IsPrivateDirectory(string path) => IsPrivateDirectoryOf(ThisUser, path);

    public override bool IsOwn(string path) => ThisUser == 0 || OwnerAndMode(path)?.User == ThisUser;

    /// <summary>Whether a directory is there, belongs to a user, and admits no other.</summary>
    public static bool IsPrivateDirectoryOf(uint user, string path) => OwnerAndMode(path) == (user, PrivateDirectoryMode);

    // Null when it is gone, or the C library has no statx: then it belongs to no user.
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

/// <summary>Uses access rules that are not inherited: for this user, the system and its administrators.</summary>
[SupportedOSPlatform("windows")]
internal sealed class WindowsPrivateFiles : IPrivateFiles
{
    private const InheritanceFlags ToAllWithin = InheritanceFlags.ContainerInherit | InheritanceFlags.ObjectInherit;

    public IReadOnlyList<string> TemporaryVariables { get; } = ["TMP", "TEMP"];

    public IEnumerable<string> TemporaryFolders => [Path.GetTempPath()];

    // Measured processes and their runtimes are reached over named pipes.
    public int? LongestSocketPath => null;

    public bool RemovesOpenFiles => false;

    public FileShare BesideLock => FileShare.Delete;

    public void MakePrivate(string path)
    {
        if (Directory.Exists(path)) return;
        var security = new DirectorySecurity();
        security.SetAccessRuleProtection(isProtected: true, preserveInheritance: false);
        foreach (var who in Admitted()) security.AddAccessRule(new FileSystemAccessRule(who, FileSystemRights.FullControl, ToAllWithin, PropagationFlags.None, AccessControlType.Allow));
        // Create(security) makes one folder; those above it get the usual rules.
        if (Path.GetDirectoryName(Path.GetFullPath(path)) is { } above) Directory.CreateDirectory(above);
        new DirectoryInfo(path).Create(security);
    }

    public bool IsPrivateDirectory(string path)
    {
        if (!Directory.Exists(path)) return false;
        var admitted = Admitted();
        return IsOwn(path) && new DirectoryInfo(path).GetAccessControl(AccessControlSections.Access)
            .GetAccessRules(includeExplicit: true, includeInherited: true, typeof(SecurityIdentifier))
            .OfType<FileSystemAccessRule>()
            .All(rule => rule.AccessControlType == AccessControlType.Deny || admitted.Contains(rule.IdentityReference));
    }

    // A folder made by an administrator may belong to the group of administrators.
    public bool IsOwn(string path)
    {
        using var user = WindowsIdentity.GetCurrent();
        var owner = new FileInfo(path).GetAccessControl(AccessControlSections.Owner).GetOwner(typeof(SecurityIdentifier));
        return owner is not null && (owner.Equals(user.User) || owner.Equals(user.Owner));
    }

    private static List<IdentityReference> Admitted()
    {
        using var user = WindowsIdentity.GetCurrent();
        return [user.User!, new SecurityIdentifier(WellKnownSidType.LocalSystemSid, null), new SecurityIdentifier(WellKnownSidType.BuiltinAdministratorsSid, null)];
    }
}
