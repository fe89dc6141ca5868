using System.CommandLine;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>What a command line says of plug-ins.</summary>
/// <param name="Files">Paths of assemblies.</param>
/// <param name="Projects">Paths of projects to build first.</param>
/// <param name="SharedInstance">Whether all workers call one instance of a benchmark class.</param>
/// <param name="IgnoreValues">Whether benchmark methods may return different values.</param>
internal sealed record PluginRequest(IReadOnlyList<string> Files, IReadOnlyList<string> Projects, bool SharedInstance, bool IgnoreValues)
{
    /// <summary>None but those of a profile.</summary>
    public static PluginRequest None { get; } = new([], [], SharedInstance: false, IgnoreValues: false);
}

/// <summary>The options of every command that measures or shows workloads of others.</summary>
internal sealed class PluginOptions
{
    private readonly Option<string[]> plugin = new("--plugin")
    {
        Description = "assembly with workloads of your own, or with BenchmarkDotNet classes; may be given again",
        HelpName = "DLL",
        AllowMultipleArgumentsPerToken = false,
    };

    private readonly Option<string[]> project = new("--project")
    {
        Description = "project with such workloads, built in Release first; may be given again",
        HelpName = "CSPROJ",
        AllowMultipleArgumentsPerToken = false,
    };

    private readonly Option<bool> shared = new("--shared-instance") { Description = "let all workers call one instance of a benchmark class; each has one of its own otherwise" };
    private readonly Option<bool> ignore = new("--ignore-values") { Description = "compare benchmark methods although they return different values" };

    /// <summary>Adds the options to a command.</summary>
    public void AddTo(Command command)
    {
        foreach (var option in new Option[] { plugin, project, shared, ignore }) command.Options.Add(option);
    }

    /// <summary>What was asked for.</summary>
    public PluginRequest Request(ParseResult parsed) =>
        new(parsed.GetValue(plugin) ?? [], parsed.GetValue(project) ?? [], parsed.GetValue(shared), parsed.GetValue(ignore));
}
