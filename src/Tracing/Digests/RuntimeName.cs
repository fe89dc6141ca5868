using System.Globalization;
using AsyncLoad.Tracing.Events;

namespace AsyncLoad.Tracing.Digests;

/// <summary>The public version of a runtime, from the path and version of its file.</summary>
internal static class RuntimeName
{
    private const string SharedFramework = "Microsoft.NETCore.App";

    // Builds are numbered 100 × patch + year since .NET 5.
    private const int FirstWithPatch = 5;
    private const int BuildsPerPatch = 100;

    /// <summary>Such as 10.0.12; null when it cannot be told.</summary>
    public static string? Of(RuntimeStarted runtime) => FromPath(runtime.Path) ?? FromFile(runtime.FileVersion);

    // The folder of a shared runtime is named after its version.
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
