using System.Globalization;
using AsyncLoad.Tracing.Events;

namespace AsyncLoad.Tracing.Digests;

/// <summary>The version of a runtime as people know it, from what the runtime tells of its file.</summary>
internal static class RuntimeName
{
    private const string SharedFramework = "Microsoft.NETCore.App";

    // Builds are numbered 100 × patch + year since .NET 5.
    private const int FirstWithPatch = 5;
    private const int BuildsPerPatch = 100;

    /// <summary>Such as 10.0.12; null when it cannot be told.</summary>
    public static string? Of(RuntimeStarted runtime) => FromPath(runtime.Path) ?? FromFile(runtime.FileVersion);

    // A shared runtime stands in a folder that is called as its version is.
    private static string? FromPath(string path)
    {
        var folders = path.Split('/', '\\');
        var framework = Array.LastIndexOf(folders, SharedFramework);
        return framework >= 0 && framework < folders.Length - 2 && char.IsAsciiDigit(folders[framework + 1].FirstOrDefault()) ? folders[framework + 1] : null;
    }

    private static string? FromFile(Version file) => file.Major >= FirstWithPatch
        ? string.Create(CultureInfo.InvariantCulture, $"{file.Major}.{file.Minor}.{file.Build / BuildsPerPatch}")
        : null;
}
