using System.Runtime.InteropServices;

namespace AsyncLoad.EndToEnd;

/// <summary>Starts the program with less than its user has: without a network, without rights, in a control group. What the system refuses is told.</summary>
internal static partial class Confined
{
    // Nobody's number on every Linux; there needs to be no such user.
    private const string Nobody = "65534";

    private static readonly string[] Root = ["--net", "--"];
    private static readonly string[] User = ["--user", "--map-root-user", "--net", "--"];

    // As in the images that come without it: no file of it can be loaded.
    private const string HideIcu = """for file in /usr/lib/libicu*.so.* /usr/lib/*/libicu*.so.*; do if [ -f "$file" ]; then mount --bind /dev/null "$file"; fi; done; exec "$@" """;
    private static readonly string[] RootMounts = ["--mount", "--"];
    private static readonly string[] UserMounts = ["--user", "--map-root-user", "--mount", "--"];

    /// <summary>How a program is put where there is no network, not even a loopback that is up; null where the system refuses it.</summary>
    public static IReadOnlyList<string>? NoNetwork { get; } = Find(Root, User);

    /// <summary>How a program is put where files can be hidden from it; null where the system refuses it.</summary>
    public static IReadOnlyList<string>? OwnMounts { get; } = Find(RootMounts, UserMounts);

    /// <summary>Whether these tests may do what only root may.</summary>
    public static bool IsRoot => OperatingSystem.IsLinux() && EffectiveUser() == 0;

    /// <summary>Starts it without a network where that can be had, and else as it is.</summary>
    public static RunningProgram WithoutNetwork(Sandbox sandbox, (string Name, string Value)[] environment, params string[] arguments) =>
        NoNetwork is { } words
            ? RunningProgram.Start(sandbox, "unshare", [.. words, .. Program(arguments)], environment)
            : Asyncload.StartIn(sandbox, environment, arguments);

    /// <summary>Starts it where the system has no ICU; only where <see cref="OwnMounts"/> is something.</summary>
    public static RunningProgram WithoutIcu(Sandbox sandbox, (string Name, string Value)[] environment, params string[] arguments) =>
        RunningProgram.Start(sandbox, "unshare", [.. OwnMounts!, "sh", "-c", HideIcu, "sh", .. Program(arguments)], environment);

    /// <summary>Starts it as a user who owns nothing here, when these tests are run by root; others own little enough.</summary>
    public static RunningProgram WithoutRights(Sandbox sandbox, params string[] arguments) => WithoutRights(sandbox, [], arguments);

    /// <summary>The same under some environment variables.</summary>
    public static RunningProgram WithoutRights(Sandbox sandbox, (string Name, string Value)[] environment, params string[] arguments) => IsRoot
        ? RunningProgram.Start(sandbox, "setpriv", ["--reuid", Nobody, "--regid", Nobody, "--clear-groups", .. Program(arguments)], [("HOME", sandbox.Temporary), .. environment])
        : Asyncload.StartIn(sandbox, environment, arguments);

    /// <summary>Starts it under a limit that a shell sets, as a user whom limits bind: not root.</summary>
    public static RunningProgram Limited(Sandbox sandbox, string limit, params string[] arguments)
    {
        string[] limited = ["bash", "-c", $"{limit}; exec \"$0\" \"$@\"", .. Program(arguments)];
        return IsRoot
            ? RunningProgram.Start(sandbox, "setpriv", ["--reuid", Nobody, "--regid", Nobody, "--clear-groups", .. limited], ("HOME", sandbox.Temporary))
            : RunningProgram.Start(sandbox, limited[0], limited[1..]);
    }

    /// <summary>The words that start the program.</summary>
    public static string[] Program(params string[] arguments) => [Repository.Muxer, Path.Combine(Repository.ProgramFolder, "asyncload.dll"), .. arguments];

    private static string[]? Find(params string[][] ways)
    {
        if (!OperatingSystem.IsLinux()) return null;
        return ways.FirstOrDefault(words =>
        {
            using var sandbox = new Sandbox();
            using var tried = RunningProgram.TryStart(sandbox, "unshare", [.. words, "true"]);
            return tried is not null && tried.ExitCode() == 0;
        });
    }

    [LibraryImport("libc", EntryPoint = "geteuid")]
    private static partial uint EffectiveUser();
}
