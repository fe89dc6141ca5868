using System.Text.RegularExpressions;

namespace AsyncLoad.Tests.Builds;

/// <summary>A step of a job of a workflow.</summary>
/// <param name="Place">File, job and number of the step.</param>
/// <param name="Uses">The action that it uses; null for a command.</param>
/// <param name="Run">The command that it runs; null for an action.</param>
internal sealed partial record WorkflowStep(string Place, string? Uses, string? Run)
{
    // What runners have.
    private static readonly string[] Installed = ["dotnet", "gh", "git"];

    // The verbs of dotnet that workflows use, and whether the next word is a path of the repository.
    private static readonly Dictionary<string, bool> Verbs = new()
    {
        ["build"] = true,
        ["format"] = false,
        ["nuget"] = false,
        ["pack"] = true,
        ["restore"] = true,
    };

    /// <summary>All steps of a workflow.</summary>
    public static IEnumerable<WorkflowStep> Of(YamlFile file) =>
        from job in file.Root.Get("jobs")!.Members()
        from step in job.Value.Items("steps").Index()
        select new WorkflowStep(FormattableString.Invariant($"{file}, {job.Key}, step {step.Index + 1}"), step.Item.Text("uses"), step.Item.Text("run"));

    /// <summary>What cannot work in it.</summary>
    public IEnumerable<string> Problems()
    {
        if ((Uses is null) == (Run is null)) return [$"{Place} has to have either uses or run"];
        if (Uses is not null) return Action().IsMatch(Uses) ? [] : [$"{Place} uses {Uses}, which is no action with its version"];
        return Run!.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(Problem).OfType<string>();
    }

    private string? Problem(string line)
    {
        var words = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return words switch
        {
            ["dotnet", var assembly, ..] when assembly.EndsWith(".dll", StringComparison.Ordinal) => IsBuilt(assembly) ? null : $"{Place}: no project of the repository builds {assembly}",
            ["dotnet", "format", "whitespace", ".", ..] or ["dotnet", "nuget", "push", ..] => null,
            ["dotnet", var verb, var path, ..] when Verbs.TryGetValue(verb, out var named) => !named || Exists(path) ? null : $"{Place}: {path} is not there",
            [var command, ..] when Installed.Contains(command) => command == "dotnet" ? $"{Place}: dotnet does not know \"{line}\"" : null,
            [var script, ..] => IsScript(script) ? null : $"{Place}: {script} is no script of the repository",
            [] => null,
        };
    }

    private static bool Exists(string path) => Path.Exists(Path.Combine(Repository.Root, path));

    private static bool IsScript(string path) =>
        File.Exists(Path.Combine(Repository.Root, path))
        && (OperatingSystem.IsWindows() || File.GetUnixFileMode(Path.Combine(Repository.Root, path)).HasFlag(UnixFileMode.UserExecute));

    // tests/AsyncLoad.Tests/bin/Release/net10.0/AsyncLoad.Tests.dll
    private static bool IsBuilt(string assembly) => Output().Match(assembly) is { Success: true } match && Repository.Files("*.csproj", match.Groups["project"].Value).Any();

    [GeneratedRegex(@"^[\w-]+/[\w./-]+@v\d+$")]
    private static partial Regex Action();

    [GeneratedRegex(@"^(?<project>[\w./-]+)/bin/Release/net10\.0/[\w.]+\.dll$")]
    private static partial Regex Output();
}
