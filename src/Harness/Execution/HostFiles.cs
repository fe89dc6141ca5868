using System.Diagnostics;
using System.Runtime.InteropServices;

namespace AsyncLoad.Harness.Execution;

/// <summary>Where the measured process's files are: in <c>host/</c> beside this program, other builds in folders of their own, run by the same installation of .NET.</summary>
internal static class HostFiles
{
    // What the build of src/NBomber puts into its version, before the version of NBomber itself.
    private const string NBomberMark = "+nbomber.";

    /// <exception cref="FileNotFoundException">It is not there.</exception>
    public static string Assembly(HostBuild build)
    {
        var path = PathOf(build);
        return File.Exists(path) ? path : throw new FileNotFoundException($"{path} is missing: build the solution, or install the tool again");
    }

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

    private static string PathOf(HostBuild build) => build == HostBuild.NBomber
        ? Path.Combine(AppContext.BaseDirectory, "host-nbomber", "AsyncLoad.NBomber.dll")
        : Path.Combine(AppContext.BaseDirectory, "host", "AsyncLoad.Host.dll");

    private static string FindMuxer()
    {
        var name = OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet";
        var root = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", ".."));
        var path = Path.Combine(root, name);
        return File.Exists(path) ? path : name;
    }
}
