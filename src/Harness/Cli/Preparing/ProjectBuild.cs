using System.Text.Json;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>Builds a project for measuring: in Release, with its packages beside it, for the newest framework that this program runs.</summary>
/// <param name="project">Path of a project file, or of a folder that holds one.</param>
internal sealed class ProjectBuild(string project)
{
    private readonly DotnetBuild dotnet = new(project);

    private string FullPath => Path.GetFullPath(project);

    private string Folder => File.Exists(project) ? Path.GetDirectoryName(FullPath)! : FullPath;

    /// <summary>Builds it.</summary>
    /// <returns>The path of what was built.</returns>
    /// <exception cref="CommandFailedException">It cannot be built.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public async Task<string> RunAsync(CancellationToken cancellation)
    {
        if (!File.Exists(project) && !Directory.Exists(project)) throw dotnet.Failure("there is no such file");
        var properties = await PropertiesAsync(null, cancellation);
        string? framework = null;
        if (properties.TargetFramework.Length == 0)
        {
            framework = Newest(properties.TargetFrameworks)
                ?? throw dotnet.Failure($"it is built for {properties.TargetFrameworks}, and this program runs .NET {Environment.Version.Major}");
            properties = await PropertiesAsync(framework, cancellation);
        }

        string[] build =
        [
            "build", FullPath, "-c", "Release", "--nologo", "-v", "quiet", "-clp:ErrorsOnly", "-nodeReuse:false", "-p:UseSharedCompilation=false",
            // A class library leaves its packages where they are, and a plug-in needs them beside it.
            "-p:CopyLocalLockFileAssemblies=true",
            // A project that wants it builds against the contract of this very program, without a package.
            $"-p:AsyncLoadContract={HostFiles.Contract(properties.TargetFramework)}",
            .. framework is null ? [] : new[] { "-f", framework },
        ];
        await dotnet.RunAsync(build, Folder, cancellation);
        return properties.TargetPath;
    }

    private async Task<Properties> PropertiesAsync(string? framework, CancellationToken cancellation)
    {
        string[] ask =
        [
            "msbuild", FullPath, "-nologo", "-nodeReuse:false", "-p:Configuration=Release", $"-p:AsyncLoadContract={HostFiles.Contract(framework ?? "")}",
            "-getProperty:TargetFramework", "-getProperty:TargetFrameworks", "-getProperty:TargetPath",
            .. framework is null ? [] : new[] { $"-p:TargetFramework={framework}" },
        ];
        var output = await dotnet.RunAsync(ask, Folder, cancellation);
        try
        {
            using var answer = JsonDocument.Parse(output);
            var properties = answer.RootElement.GetProperty("Properties");
            string Text(string name) => properties.GetProperty(name).GetString() ?? "";
            return new Properties(Text("TargetFramework"), Text("TargetFrameworks"), Text("TargetPath"));
        }
        catch (Exception exception) when (exception is JsonException or KeyNotFoundException or InvalidOperationException)
        {
            throw dotnet.Failure($"dotnet msbuild did not say where its output is: {output}");
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

    private sealed record Properties(string TargetFramework, string TargetFrameworks, string TargetPath);
}
