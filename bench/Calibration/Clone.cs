namespace AsyncLoad.Calibration;

/// <summary>What lies in the clone that this program was built from.</summary>
internal static class Clone
{
    private static readonly string Root = FindRoot();

    /// <summary>The program as its users have it.</summary>
    public static string Program { get; } = Built("src/Harness", "asyncload.dll");

    /// <summary>The service whose allocations are known.</summary>
    public static string OrderService { get; } = Built("tests/fixtures/OrderService", "OrderService.dll");

    /// <summary>The plug-in whose process works while it is held.</summary>
    public static string HeldWork { get; } = Built("bench/HeldWork", "HeldWork.dll");

    private static string Built(string project, string assembly) => Path.Combine(Root, project, "bin", "Release", "net10.0", assembly);

    private static string FindRoot()
    {
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, "AsyncLoad.sln"))) return folder.FullName;
        }

        throw new DirectoryNotFoundException("run this from a clone of the repository");
    }
}
