using System.Text.Json;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Execution;

/// <summary>Builds a project for measuring: in Release, with its packages beside it, for the newest framework that this program runs.</summary>
internal static class ProjectBuild
{
    private static readonly Duration Deadline = Duration.FromSeconds(600);

    /// <summary>Builds a project.</summary>
    /// <param name="project">Path of a project file, or of a folder that holds one.</param>
    /// <returns>The path of what was built, or what went wrong in words.</returns>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public static async Task<BuiltProject> RunAsync(string project, CancellationToken cancellation)
    {
        if (!File.Exists(project) && !Directory.Exists(project)) return new BuiltProject(null, "there is no such file");
        var path = Path.GetFullPath(project);
        var folder = File.Exists(path) ? Path.GetDirectoryName(path)! : path;
        var asked = await PropertiesAsync(path, folder, null, cancellation);
        if (asked.Properties is not { } properties) return new BuiltProject(null, asked.Problem);
        string? framework = null;
        if (properties.TargetFramework.Length == 0)
        {
            framework = Newest(properties.TargetFrameworks);
            if (framework is null) return new BuiltProject(null, $"it is built for {properties.TargetFrameworks}, and this program runs .NET {Environment.Version.Major}");
            asked = await PropertiesAsync(path, folder, framework, cancellation);
            if (asked.Properties is not { } closed) return new BuiltProject(null, asked.Problem);
            properties = closed;
        }

        string[] build =
        [
            "build", path, "-c", "Release", "--nologo", "-v", "quiet", "-clp:ErrorsOnly", "-nodeReuse:false", "-p:UseSharedCompilation=false",
            // A class library leaves its packages where they are, and a plug-in needs them beside it.
            "-p:CopyLocalLockFileAssemblies=true",
            // A project that wants it builds against the contract of this very program, without a package.
            $"-p:AsyncLoadContract={HostFiles.Contract(properties.TargetFramework)}",
            .. framework is null ? [] : new[] { "-f", framework },
        ];
        var built = await ToolProcess.RunAsync(HostFiles.Muxer, build, folder, Deadline, cancellation);
        return built.ExitCode == 0 ? new BuiltProject(properties.TargetPath, null) : new BuiltProject(null, Problem(built));
    }

    private static async Task<(Properties? Properties, string? Problem)> PropertiesAsync(string path, string folder, string? framework, CancellationToken cancellation)
    {
        string[] ask =
        [
            "msbuild", path, "-nologo", "-nodeReuse:false", "-p:Configuration=Release", $"-p:AsyncLoadContract={HostFiles.Contract(framework ?? "")}",
            "-getProperty:TargetFramework", "-getProperty:TargetFrameworks", "-getProperty:TargetPath",
            .. framework is null ? [] : new[] { $"-p:TargetFramework={framework}" },
        ];
        var asked = await ToolProcess.RunAsync(HostFiles.Muxer, ask, folder, Deadline, cancellation);
        if (asked.ExitCode != 0) return (null, Problem(asked));
        try
        {
            using var answer = JsonDocument.Parse(asked.Output);
            var properties = answer.RootElement.GetProperty("Properties");
            string Text(string name) => properties.GetProperty(name).GetString() ?? "";
            return (new Properties(Text("TargetFramework"), Text("TargetFrameworks"), Text("TargetPath")), null);
        }
        catch (Exception exception) when (exception is JsonException or KeyNotFoundException or InvalidOperationException)
        {
            return (null, $"dotnet msbuild did not say where its output is: {asked.Output}");
        }
    }

    // "net10.0" before "net9.0", and both before "netstandard2.0"; nothing that is newer than this runtime.
    private static string? Newest(string frameworks) => frameworks
        .Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
        .Select(framework => (Framework: framework, Version: VersionOf(framework)))
        .Where(entry => entry.Version is { } version && version.Major <= Environment.Version.Major)
        .OrderByDescending(entry => entry.Version)
        .Select(entry => entry.Framework)
        .FirstOrDefault();

    private static Version? VersionOf(string framework) =>
        framework.StartsWith("netstandard", StringComparison.OrdinalIgnoreCase) ? new Version(0, 1) : RuntimeSettings.VersionOf(framework);

    private static string Problem(ToolResult tool) => tool.ExitCode is { } code
        ? FormattableString.Invariant($"dotnet ended with {code}:\n{tool.Output}")
        : $"dotnet did not end within {Deadline}:\n{tool.Output}";

    private sealed record Properties(string TargetFramework, string TargetFrameworks, string TargetPath);
}

/// <summary>What became of a project.</summary>
/// <param name="Path">Path of the assembly; null when it could not be built.</param>
/// <param name="Problem">Why, in words and lines of the compiler; null when it was built.</param>
internal sealed record BuiltProject(string? Path, string? Problem);
