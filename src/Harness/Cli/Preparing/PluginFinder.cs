using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>Finds the files of plug-ins, building projects first.</summary>
/// <param name="terminal">Where it says that it builds.</param>
internal sealed class PluginFinder(Terminal terminal)
{
    /// <summary>The plug-ins of a profile, then those of the command line, then what its projects come to.</summary>
    /// <param name="asked">What the command line says.</param>
    /// <param name="profile">Path of the profile; null without one.</param>
    /// <param name="ofProfile">What the profile says, relative to its file.</param>
    /// <param name="cancellation">Ends it.</param>
    public async Task<FoundPlugins> FindAsync(PluginRequest asked, string? profile, IReadOnlyList<string> ofProfile, CancellationToken cancellation)
    {
        var paths = new List<string>();
        foreach (var path in ofProfile)
        {
            var beside = Path.Combine(Path.GetDirectoryName(Path.GetFullPath(profile!))!, path);
            if (!File.Exists(beside)) return FoundPlugins.Not(ExitCode.ProfileInvalid, $"{Printable.Text(profile!)}: there is no plug-in {Printable.Quote(path)} beside the profile");
            var (file, problem) = IsProject(path) ? await BuildAsync(Path.GetRelativePath(Environment.CurrentDirectory, beside), cancellation) : (beside, null);
            if (file is null) return FoundPlugins.Not(ExitCode.ProfileInvalid, problem!);
            paths.Add(file);
        }

        foreach (var path in asked.Files)
        {
            if (!File.Exists(path)) return FoundPlugins.Not(ExitCode.BadArguments, $"there is no plug-in {Printable.Text(path)}");
            paths.Add(path);
        }

        foreach (var project in asked.Projects)
        {
            var (file, problem) = await BuildAsync(project, cancellation);
            if (file is null) return FoundPlugins.Not(ExitCode.ProfileInvalid, problem!);
            paths.Add(file);
        }

        var files = paths.Select(Path.GetFullPath).Distinct(StringComparer.Ordinal).Select(PluginFiles.Read).ToList();
        return new FoundPlugins(files.Count == 0 ? null : new PluginSet(files, asked.SharedInstance, asked.IgnoreValues), null, ExitCode.Ok);
    }

    private static bool IsProject(string path) => path.EndsWith("proj", StringComparison.OrdinalIgnoreCase);

    private async Task<(string? File, string? Problem)> BuildAsync(string project, CancellationToken cancellation)
    {
        await terminal.Error.WriteLineAsync($"building {Printable.Text(project)}");
        var built = await ProjectBuild.RunAsync(project, cancellation);
        return built.Path is { } path ? (path, null) : (null, $"{Printable.Text(project)} cannot be built: {Lines(built.Problem!)}");
    }

    private static string Lines(string text) => string.Join(Environment.NewLine, text.Split('\n').Select(Printable.Text));
}

/// <summary>What was found.</summary>
/// <param name="Plugins">The plug-ins; null for none.</param>
/// <param name="Problem">What is missing or cannot be built; null when nothing is.</param>
/// <param name="Code">What that comes to.</param>
internal sealed record FoundPlugins(PluginSet? Plugins, string? Problem, ExitCode Code)
{
    public static FoundPlugins Not(ExitCode code, string problem) => new(null, problem, code);
}
