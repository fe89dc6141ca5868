using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using System.CommandLine.Parsing;
using System.Globalization;
using System.Reflection;
using AsyncLoad.Harness.Cli.Analyze;
using AsyncLoad.Harness.Cli.Compare;
using AsyncLoad.Harness.Cli.Completions;
using AsyncLoad.Harness.Cli.Diff;
using AsyncLoad.Harness.Cli.Doctor;
using AsyncLoad.Harness.Cli.Help;
using AsyncLoad.Harness.Cli.Init;
using AsyncLoad.Harness.Cli.Listing;
using AsyncLoad.Harness.Cli.Maps;
using AsyncLoad.Harness.Cli.Merge;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Plans;
using AsyncLoad.Harness.Cli.Report;
using AsyncLoad.Harness.Cli.Run;
using AsyncLoad.Harness.Cli.Schema;
using AsyncLoad.Harness.Cli.SelfCheck;
using AsyncLoad.Harness.Cli.Trend;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Planning.Json;

namespace AsyncLoad.Harness.Cli;

/// <summary>Arguments in, exit code out: the commands, their parsing, and what a failure looks like.</summary>
internal static class CommandLine
{
    private static readonly char[] Breaks = ['\r', '\n', '\t'];

    // A word that begins with @ is a path here, and not a file of arguments.
    private static readonly ParserConfiguration Parsing = new() { ResponseFileTokenReplacer = null };

    /// <summary>Runs the command that the arguments name.</summary>
    public static async Task<ExitCode> RunAsync(IReadOnlyList<string> arguments, CliServices services, CancellationToken cancellation)
    {
        if (EmptyText(arguments) is { } empty) return Show(new CommandFailedException(ExitCode.BadArguments, empty), services.Terminal);
        var style = new StyleOptions(services.Terminal);
        var parsed = Create(services, style).Parse(arguments.Count == 0 ? ["--help"] : arguments, Parsing);
        try
        {
            if (UnknownOptions(parsed) is { Count: > 0 } unknown) throw Refusal(parsed, unknown.Select(option => $"unknown option {Printable.Quote(option)}"), unknown);
            if (parsed is { CommandResult.Command: RootCommand, UnmatchedTokens: [var word, ..], Action: ParseErrorAction }) throw Refusal(parsed, [$"unknown command {Printable.Quote(word)}"], [word]);
            if (parsed.Errors.Count > 0 && parsed.Action is ParseErrorAction) throw Refusal(parsed, parsed.Errors.Select(error => InOneLine(error.Message)), parsed.UnmatchedTokens);
            var code = (ExitCode)await parsed.InvokeAsync(Invocation(services.Terminal), cancellation);
            // The name alone shows the commands. A script that lost its arguments must not pass.
            return arguments.Count == 0 ? ExitCode.BadArguments : code;
        }
        catch (OperationCanceledException) when (cancellation.IsCancellationRequested)
        {
            return ExitCode.Interrupted;
        }
        catch (Exception exception)
        {
            if ((CommandFailedException.From(exception) ?? OfCurrentFolder(exception)) is { } failure) return Show(failure, services.Terminal);
            var stack = style.Of(parsed).Verbosity == Verbosity.Diagnostic;
            await services.Terminal.Error.WriteLineAsync($"internal error: {(stack ? exception.ToString() : Printable.Text(exception.Message))}");
            return ExitCode.InternalError;
        }
    }

    /// <summary>The commands.</summary>
    public static RootCommand Create(CliServices services, StyleOptions style)
    {
        var root = new RootCommand("AsyncLoad measures whether Task or ValueTask wins, under load and GC pressure.")
        {
            new RunCommand(services).Create(style),
            new CompareCommand(services).Create(style),
            new MapCommand(services).Create(style),
            new PlanCommand(services).Create(style),
            new ListCommand(services).Create(style),
            new ReportCommand(services).Create(style),
            new AnalyzeCommand(services).Create(style),
            new AnalyzeChildCommand(services).Create(),
            new DoctorCommand(services).Create(style),
            new DiffCommand(services).Create(style),
            new SelfCheckCommand(services).Create(style),
            new TrendCommand(services).Create(style),
            new MergeCommand(services).Create(style),
            new CompletionsCommand(services).Create(style),
            new SchemaCommand(services).Create(),
            new InitCommand(services).Create(style),
        };
        style.AddTo(root);
        foreach (var help in root.Options.OfType<HelpOption>()) help.Action = new GroupedHelp((HelpAction)help.Action!);
        return root;
    }

    // Exceptions and signals are ours: the parser's own handling knows neither exit codes nor partial results.
    private static InvocationConfiguration Invocation(Terminal terminal) => new()
    {
        Output = terminal.Output,
        Error = terminal.Error,
        EnableDefaultExceptionHandler = false,
        ProcessTerminationTimeout = null,
    };

    private static ExitCode Show(CommandFailedException failure, Terminal terminal)
    {
        foreach (var error in failure.Errors) terminal.WriteError(error);
        foreach (var detail in failure.Details) terminal.Error.WriteLine(Printable.Text(detail));
        return failure.Code;
    }

    // Relative paths count from it. A shell stays in a folder that was removed, as by a build.
    private static CommandFailedException? OfCurrentFolder(Exception exception)
    {
        if (exception is not IOException) return null;
        try
        {
            _ = Directory.GetCurrentDirectory();
            return null;
        }
        catch (IOException)
        {
            return new CommandFailedException(ExitCode.Refused, "the current folder no longer exists: change to one that does");
        }
    }

    // A variable of a script that is not set. As a path it would name no file, which some commands would find out only after an hour of measuring.
    private static string? EmptyText(IReadOnlyList<string> arguments)
    {
        var at = arguments.TakeWhile(argument => argument.Length > 0).Count();
        if (at == arguments.Count) return null;
        var what = at > 0 && arguments[at - 1].StartsWith('-') ? $"the value of {Printable.Text(arguments[at - 1])}" : string.Create(CultureInfo.InvariantCulture, $"argument {at + 1}");
        return $"{what} is an empty text: leave it out, or set the variable that it comes from";
    }

    // The parser takes an option that it does not know for an argument, such as a folder to write to. After "--" every word is an argument.
    private static List<string> UnknownOptions(ParseResult parsed) => parsed.Action is GroupedHelp || parsed.Tokens.Any(token => token.Type == TokenType.DoubleDash)
        ? []
        : [.. parsed.CommandResult.Children.OfType<ArgumentResult>().SelectMany(argument => argument.Tokens).Select(token => token.Value).Where(word => word is ['-', _, ..])];

    private static CommandFailedException Refusal(ParseResult parsed, IEnumerable<string> errors, IEnumerable<string> wrong)
    {
        var command = parsed.CommandResult.Command;
        var known = command.Subcommands.Where(sub => !sub.Hidden).Select(sub => sub.Name).Concat(OptionNames(parsed));
        var meant = wrong.Select(token => Suggestion.Nearest(token, known)).OfType<string>();
        var help = command is RootCommand ? "\"asyncload --help\" shows the commands" : $"\"asyncload {command.Name} --help\" shows what it takes";
        return new CommandFailedException(ExitCode.BadArguments, [.. errors])
        {
            Details = [.. meant.Select(name => $"did you mean {Printable.Quote(name)}?"), help],
        };
    }

    // The parser lists the accepted words on separate lines.
    private static string InOneLine(string message) => message.Split(Breaks, StringSplitOptions.RemoveEmptyEntries) is [var first, .. { Length: > 0 } words] ? $"{first} {string.Join(", ", words)}" : message;

    private static IEnumerable<string> OptionNames(ParseResult parsed) =>
        parsed.CommandResult.Command.Options.Concat(parsed.RootCommandResult.Command.Options.Where(option => option.Recursive)).Select(option => option.Name);
}

/// <summary>A command that shows in its help how it is used.</summary>
/// <param name="name">Its name.</param>
/// <param name="description">One line of meaning.</param>
/// <param name="examples">Lines to type, without the program's name.</param>
internal sealed class ExampleCommand(string name, string description, params IReadOnlyList<string> examples) : Command(name, description)
{
    /// <summary>Lines to type, without the program's name.</summary>
    public IReadOnlyList<string> Examples => examples;
}

/// <summary>The version of this program.</summary>
internal static class ToolVersion
{
    public static string Current { get; } =
        typeof(ToolVersion).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "unknown";
}
