using AsyncLoad.Model.Plans;
using AsyncLoad.Tracing.Files;

namespace AsyncLoad.Harness.Execution;

/// <summary>Compares files of plug-ins with the plan: two builds must not end up in one interval.</summary>
internal static class PluginFiles
{
    /// <summary>A file as it is now.</summary>
    /// <exception cref="IOException">It cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be read.</exception>
    public static PluginFile Read(string path)
    {
        using var file = RegularFile.Open(path);
        return new PluginFile(path, file.Length, Convert.ToHexStringLower(ContentHash.Of(path)), new PluginContent(path).Code);
    }

    /// <summary>The first file that is not what was planned, in words; null when all are.</summary>
    public static string? Changed(PluginSet? planned) => planned?.Files.Select(Problem).FirstOrDefault(problem => problem is not null);

    private static string? Problem(PluginFile planned)
    {
        try
        {
            var now = Read(planned.Path);
            if ((now.Bytes, now.Sha256) != (planned.Bytes, planned.Sha256)) return $"the plug-in {planned.Path} is not the build that the run was planned with: restore that build, or start a new run";
            return planned.Code is null || now.Code == planned.Code
                ? null
                : $"a library beside the plug-in {planned.Path} is not the one that the run was planned with: restore it, or start a new run";
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return $"the plug-in {planned.Path} can no longer be read: {exception.Message}";
        }
    }
}
