using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Execution;

/// <summary>A runtime on this machine.</summary>
/// <param name="Version">Its exact version.</param>
/// <param name="Root">The folder that <c>--dotnet-root</c> named and that holds it; null for the installation that runs this program.</param>
internal sealed record InstalledRuntime(string Version, string? Root)
{
    /// <summary>The target framework that it is the runtime of: <c>net9.0</c>.</summary>
    public string Framework => RuntimeSettings.Prefix + string.Join('.', Version.Split('.').Take(2));

    /// <summary>Whether what is built for a target framework runs on it.</summary>
    public bool Runs(string framework) => !IsBefore(Framework, framework);

    /// <summary>Whether a target framework is older than another.</summary>
    public static bool IsBefore(string framework, string other) => RuntimeSettings.VersionOf(framework) < RuntimeSettings.VersionOf(other);
}
