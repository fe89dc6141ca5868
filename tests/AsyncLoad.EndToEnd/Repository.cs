using System.Runtime.InteropServices;

namespace AsyncLoad.EndToEnd;

/// <summary>Where the built program and the files of the repository are.</summary>
internal static class Repository
{
    /// <summary>The folder that holds the solution, found from this test's own binaries upwards.</summary>
    public static string Root { get; } = FindRoot(AppContext.BaseDirectory);

    /// <summary>The program as its users have it, built in the same configuration as these tests.</summary>
    public static string ProgramFolder { get; } = Path.TrimEndingDirectorySeparator(Built("src/Harness"));

    /// <summary>The order service, built in the same configuration.</summary>
    public static string OrderService { get; } = Built("tests/fixtures/OrderService", "OrderService.dll");

    /// <summary>The <c>dotnet</c> that runs these tests: three folders above its framework.</summary>
    public static string Muxer { get; } =
        Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet"));

    /// <summary>A program that awaits and allocates until it is told to end.</summary>
    public static string LiveLoop { get; } = Built("tests/fixtures/LiveLoop", "LiveLoop.dll");

    /// <summary>Services that count what they allocate, and whose callees are inlined.</summary>
    public static string CountedServices { get; } = Built("tests/fixtures/CountedServices", "CountedServices.dll");

    public static string Smoke => Path.Combine(Root, "profiles", "smoke.json");

    /// <summary>What these tests and the program were built as.</summary>
    public static string Configuration => Path.GetFileName(Path.GetDirectoryName(OwnFolder)!);

    /// <summary>What a project was built to, in the same configuration as these tests: a file, or the folder.</summary>
    /// <param name="project">Folder of the project, from the root.</param>
    /// <param name="file">Name of the file; empty for the folder, with a separator at its end.</param>
    public static string Built(string project, string file = "") => Path.Combine(Root, project, "bin", Configuration, Path.GetFileName(OwnFolder), file);

    // bin/<configuration>/<framework>
    private static string OwnFolder => Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory);

    private static string FindRoot(string folder) =>
        File.Exists(Path.Combine(folder, "AsyncLoad.sln"))
            ? folder
            : FindRoot(Path.GetDirectoryName(folder) ?? throw new DirectoryNotFoundException($"no AsyncLoad.sln above {AppContext.BaseDirectory}"));
}
