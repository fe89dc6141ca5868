using System.Runtime.InteropServices;

namespace AsyncLoad.Harness.Execution;

/// <summary>Where the measured process's files are: in <c>host/</c> beside this program, run by the same installation of .NET.</summary>
internal static class HostFiles
{
    /// <exception cref="FileNotFoundException">It is not there.</exception>
    public static string Assembly => FindAssembly();

    /// <summary>The <c>dotnet</c> of the runtime that this program runs on: three folders above its framework.</summary>
    public static string Muxer { get; } = FindMuxer();

    private static string FindAssembly()
    {
        var path = Path.Combine(AppContext.BaseDirectory, "host", "AsyncLoad.Host.dll");
        return File.Exists(path) ? path : throw new FileNotFoundException($"{path} is missing: build the solution, or install the tool again");
    }

    private static string FindMuxer()
    {
        var name = OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet";
        var root = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", ".."));
        var path = Path.Combine(root, name);
        return File.Exists(path) ? path : name;
    }
}
