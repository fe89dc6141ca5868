namespace AsyncLoad.Assurance.Soak;

/// <summary>What lies in the clone that this program was built from.</summary>
internal static class Clone
{
    private static readonly string Root = FindRoot();

    /// <summary>The program as its users have it.</summary>
    public static string Program { get; } = Path.Combine(Root, "src", "Harness", "bin", "Release", "net10.0", "asyncload.dll");

    /// <summary>What it is to run.</summary>
    public static string Profile { get; } = Path.Combine(Root, "bench", "Assurance", "Soak", "soak.json");

    private static string FindRoot()
    {
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, "AsyncLoad.sln"))) return folder.FullName;
        }

        throw new DirectoryNotFoundException("run this from a clone of the repository");
    }
}
