using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;

namespace AsyncLoad.Harness.Cli;

/// <summary>A command that shows in its help how it is used.</summary>
/// <param name="name">Its name.</param>
/// <param name="description">One line of meaning.</param>
/// <param name="examples">Lines to type, without the program's name.</param>
internal sealed class ExampleCommand(string name, string description, params IReadOnlyList<string> examples) : Command(name, description)
{
    /// <summary>Lines to type, without the program's name.</summary>
    public IReadOnlyList<string> Examples => examples;
}

/// <summary>The parser's own help with a section of examples; at the root those of all commands.</summary>
internal sealed class ExampleHelp(HelpAction help) : SynchronousCommandLineAction
{
    /// <inheritdoc />
    public override int Invoke(ParseResult parseResult)
    {
        help.Invoke(parseResult);
        var command = parseResult.CommandResult.Command;
        var output = parseResult.InvocationConfiguration.Output;
        output.WriteLine("Examples:");
        foreach (var example in Examples(command)) output.WriteLine($"  asyncload {example}");
        output.WriteLine();
        return (int)ExitCode.Ok;
    }

    private static IEnumerable<string> Examples(Command command) =>
        command is ExampleCommand own ? own.Examples : command.Subcommands.OfType<ExampleCommand>().Select(sub => sub.Examples[0]);
}
