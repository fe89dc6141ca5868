using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
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

namespace AsyncLoad.Harness.Cli;

/// <summary>Arguments in, exit code out: the commands, their parsing, and what a failure looks like.</summary>
internal static class CommandLine
{
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
            if (new ArgumentErrors(parsed, arguments).Find() is { Count: > 0 } misplaced) throw Refusal(parsed, misplaced);
            if (parsed.Errors.Count > 0 && parsed.Action is ParseErrorAction) throw Refusal(parsed, [.. parsed.Errors.Select(error => error.Message)]);
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
        // "--in-turn=false" would read as if it replaced what a profile says, and "--force false" as if it took a word.
        foreach (var option in root.Subcommands.Prepend<Command>(root).SelectMany(command => command.Options).OfType<Option<bool>>()) option.Arity = ArgumentArity.Zero;
        foreach (var help in root.Options.OfType<HelpOption>())
        {
            var action = (HelpAction)help.Action!;
            if (services.Terminal.Width is { } width) action.MaxWidth = width;
            help.Action = new GroupedHelp(action);
        }

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

    private static CommandFailedException Refusal(ParseResult parsed, IReadOnlyList<string> errors) => new(ExitCode.BadArguments, errors)
    {
        Details = [parsed.CommandResult.Command is RootCommand ? "\"asyncload --help\" shows the commands" : $"\"asyncload {parsed.CommandResult.Command.Name} --help\" shows what it takes"],
    };
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
