using System.CommandLine;
using System.Text.Json.Nodes;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Model;
using AsyncLoad.Reporting.Markup;

namespace AsyncLoad.Harness.Cli.Completions;

/// <summary><c>completions &lt;shell&gt;</c>: a script that lets a shell complete commands, options and words, by asking this program.</summary>
internal sealed class CompletionsCommand(CliServices services)
{
    // Each script passes the line and the position of the cursor. The shell completes file names where the program offers nothing.
    /// <summary>The shells there are scripts for.</summary>
    public static IReadOnlyList<string> Shells { get; } = ["bash", "zsh", "fish", "pwsh"];

    public Command Create(StyleOptions style)
    {
        var shell = CheckedOption.Words("shell", string.Join(", ", Shells), Shells);
        var command = new ExampleCommand(
            "completions",
            "Print a script for shell completion.",
            "completions bash") { shell };
        command.SetAction(parsed => Print(parsed.GetRequiredValue(shell), style.Of(parsed)));
        return command;
    }

    private void Print(string shell, OutputStyle style)
    {
        var script = EmbeddedText.Read(typeof(CompletionsCommand).Assembly, $"asyncload.{shell}").TrimEnd();
        services.Terminal.Output.WriteLine(style.Format == OutputFormat.Json ? new JsonObject { ["shell"] = shell, ["script"] = script }.ToJsonString(ModelJson.Indented.Options) : script);
    }
}
