using System.Diagnostics;
using System.Runtime.InteropServices;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Execution;

/// <summary>Where the measured process's files are: in <c>host/</c> beside this program, other builds in their own folders.</summary>
internal static class HostFiles
{
    private const string Folder = "host";

    // Runs on runtimes before .NET 10, too.
    private const string OlderFolder = "host-net8.0";

    // What the build of src/NBomber puts into its version, before the version of NBomber itself.
    private const string NBomberMark = "+nbomber.";

    /// <exception cref="FileNotFoundException">The build is missing.</exception>
    public static string Assembly(HostBuild build)
    {
        var path = PathOf(build);
        return File.Exists(path) ? path : throw new FileNotFoundException($"{path} is missing: build the solution, or install the tool again");
    }

    public static bool IsThere(HostBuild build) => File.Exists(PathOf(build));

    /// <summary>Version of NBomber in its host build, or null when there is no such build.</summary>
    public static string? NBomberVersion()
    {
        var path = PathOf(HostBuild.NBomber);
        if (!File.Exists(path)) return null;
        var version = FileVersionInfo.GetVersionInfo(path).ProductVersion?.Split(NBomberMark);
        return version is [_, var nbomber] ? nbomber : "of an unknown version";
    }

    /// <summary>The <c>dotnet</c> of the runtime that this program runs on: three folders above its framework.</summary>
    public static string Muxer { get; } = FindMuxer();

    /// <summary>The contract assembly that a plug-in's project references, in the build that fits its framework. Measured processes load their own copy.</summary>
    /// <param name="framework">Target framework of the project, such as <c>net8.0</c>.</param>
    public static string Contract(string framework)
    {
        var older = RuntimeSettings.VersionOf(framework.Split('-')[0]) is { Major: < 10 };
        return Path.Combine(AppContext.BaseDirectory, older ? OlderFolder : Folder, "AsyncLoad.Workloads.dll");
    }

    /// <summary>
    /// The measured process as an executable with a runtime beside it, as a self-contained publish has it; null where <c>dotnet</c> starts it.
    /// </summary>
    public static string? Executable { get; } = ExecutableIn(AppContext.BaseDirectory);

    /// <summary>The executable of the measured process below a program's folder; null where there is none with its runtime beside it.</summary>
    internal static string? ExecutableIn(string program)
    {
        var path = Path.Combine(program, Folder, "AsyncLoad.Host" + ThisSystem.Names.Suffix);
        return File.Exists(path) && File.Exists(Path.Combine(program, Folder, "System.Private.CoreLib.dll")) ? path : null;
    }

    private static string PathOf(HostBuild build) => Path.Combine(AppContext.BaseDirectory, build switch
    {
        HostBuild.NBomber => Path.Combine("host-nbomber", "AsyncLoad.NBomber.dll"),
        HostBuild.AnyRuntime => Path.Combine(OlderFolder, "AsyncLoad.Host.dll"),
        HostBuild.RuntimeAsync => Path.Combine("host-runtime-async", "AsyncLoad.Host.dll"),
        _ => Path.Combine(Folder, "AsyncLoad.Host.dll"),
    });

    private static string FindMuxer()
    {
        var root = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", ".."));
        var path = Path.Combine(root, InstalledRuntimes.MuxerName);
        return File.Exists(path) ? path : InstalledRuntimes.MuxerName;
    }
}
