namespace AsyncLoad.Proof;

/// <summary>What lies in the clone that this program was built from.</summary>
internal static class Clone
{
    /// <summary>The program as its users have it.</summary>
    public static string Program { get; } = Path.Combine(FindRoot(), "src", "Harness", "bin", "Release", "net10.0", "asyncload.dll");

    private static string FindRoot()
    {
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, "AsyncLoad.sln"))) return folder.FullName;
        }

        throw new DirectoryNotFoundException("run this from a clone of the repository");
    }
}
