using System.Text.Json;
using AsyncLoad.Analysis;
using AsyncLoad.Model;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>The profile that a run folder holds.</summary>
internal static class ResolvedProfile
{
    /// <summary>Reads it.</summary>
    /// <exception cref="UnreadableRunException">It is not there, or damaged.</exception>
    public static Profile Read(string folder)
    {
        const string Name = "profile.resolved.json";
        try
        {
            return ModelJson.Read(File.ReadAllBytes(RunPath.Of(folder, Name)), ModelJson.Line.Profile);
        }
        catch (Exception exception) when (exception is JsonException or IOException or UnauthorizedAccessException)
        {
            throw new UnreadableRunException($"{Path.Combine(folder, Name)}: {exception.Message}", exception);
        }
    }
}
