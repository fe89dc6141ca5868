using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using System.Text.RegularExpressions;
using AsyncLoad.Harness.Cli.Output;

namespace AsyncLoad.Harness.Cli.Help;

/// <summary>The parser's help with its options in groups, and a section of examples. The root shows one of each command.</summary>
internal sealed partial class GroupedHelp(HelpAction help) : SynchronousCommandLineAction
{
    private const string OptionsHeading = "Options:";
    private const string CommandsHeading = "Commands:";
    private const string Indent = "  ";
    private const string OwnDefault = " (default ${value})";

    // A longer label gets its own line.
    private const int LabelWidth = 26;

    // Longer lines are hard to read, even where there is room for them.
    private const int MostWidth = 100;
    private const int LeastWidth = 60;

    public override int Invoke(ParseResult parseResult)
    {
        var output = parseResult.InvocationConfiguration.Output;
        var width = Math.Clamp(help.MaxWidth, LeastWidth, MostWidth);
        // A reader who types the name alone looks for a command.
        foreach (var section in Sections(Original(parseResult)).OrderBy(section => section[0] == OptionsHeading))
        {
            if (section[0] == OptionsHeading) WriteOptions(section.Skip(1), width, output);
            else if (section[0] == CommandsHeading) WriteCommands(section, parseResult.CommandResult.Command.Subcommands, width, output);
            else WriteSection(section[0], section.Skip(1).Select(Row), width, output);
        }

        output.WriteLine("Examples:");
        foreach (var example in Examples(parseResult.CommandResult.Command)) output.WriteLine($"{Indent}asyncload {example}");
        output.WriteLine();
        return (int)ExitCode.Ok;
    }

    // The parser writes one line per row, which is wrapped here.
    private string Original(ParseResult parseResult)
    {
        var (configuration, width) = (parseResult.InvocationConfiguration, help.MaxWidth);
        var output = configuration.Output;
        using var text = new StringWriter();
        configuration.Output = text;
        help.MaxWidth = int.MaxValue;
        try
        {
            help.Invoke(parseResult);
        }
        finally
        {
            configuration.Output = output;
            help.MaxWidth = width;
        }

        return text.ToString().ReplaceLineEndings("\n");
    }

    private static IEnumerable<string[]> Sections(string text) =>
        text.Split("\n\n", StringSplitOptions.RemoveEmptyEntries).Select(section => section.Split('\n', StringSplitOptions.RemoveEmptyEntries)).Where(lines => lines.Length > 0).Select(WithOwnDefaults);

    private static void WriteOptions(IEnumerable<string> lines, int width, TextWriter output)
    {
        foreach (var (heading, rows) in OptionGroups.Group([.. lines.Select(Row)], row => Name().Match(row.Label).Value))
        {
            output.WriteLine($"{heading}:");
            foreach (var row in rows) WriteRow(row, width, output);
            output.WriteLine();
        }
    }

    // The parser adds an argument's default to the row of its command too, where nothing says what it is the default of.
    private static string[] WithOwnDefaults(string[] section) => [.. section.Select(line => Default().Replace(line, section[0] == CommandsHeading ? "" : OwnDefault))];

    // The parser's list does not say which arguments may be left out.
    private static void WriteCommands(string[] section, IEnumerable<Command> commands, int width, TextWriter output)
    {
        var known = commands.ToDictionary(command => command.Name, StringComparer.Ordinal);
        var rows = section.Skip(1).Select(Row).Select(row => known.GetValueOrDefault(row.Label.Split(' ')[0]) is { } command ? row with { Label = Label(row.Label, command) } : row);
        WriteSection(section[0], rows, width, output);
    }

    private static string Label(string written, Command command) =>
        string.Join(' ', written.Split(' ').Select((word, index) => index == 0 ? word : Label(word, command.Arguments.Where(argument => !argument.Hidden).ElementAt(index - 1).Arity)));

    private static string Label(string argument, ArgumentArity arity)
    {
        var all = arity.MaximumNumberOfValues > 1 ? $"{argument}..." : argument;
        return arity.MinimumNumberOfValues == 0 ? $"[{all}]" : all;
    }

    private static void WriteSection(string heading, IEnumerable<(string Label, string Meaning)> rows, int width, TextWriter output)
    {
        output.WriteLine(heading);
        foreach (var row in rows) WriteRow(row, width, output);
        output.WriteLine();
    }

    private static void WriteRow((string Label, string Meaning) row, int width, TextWriter output)
    {
        if (row.Meaning.Length == 0)
        {
            foreach (var line in TextTable.Wrap(row.Label, width - Indent.Length)) output.WriteLine($"{Indent}{line}");
            return;
        }

        var lines = TextTable.Wrap(row.Meaning, width - LabelWidth - 2 * Indent.Length).ToList();
        var beside = row.Label.Length <= LabelWidth;
        if (!beside) output.WriteLine($"{Indent}{row.Label}");
        foreach (var (index, line) in lines.Index()) output.WriteLine($"{Indent}{(beside && index == 0 ? row.Label : "").PadRight(LabelWidth)}{Indent}{line}");
    }

    // At least two blanks stand between a label and its meaning.
    private static (string Label, string Meaning) Row(string line) =>
        line.Trim().Split(Indent, 2, StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries) is [var label, var meaning] ? (label, meaning) : (line.Trim(), "");

    private static IEnumerable<string> Examples(Command command) =>
        command is ExampleCommand own ? own.Examples : command.Subcommands.OfType<ExampleCommand>().Select(sub => sub.Examples[0]);

    [GeneratedRegex(@" ?\[default: (?<value>[^\]]*)\]")]
    private static partial Regex Default();

    [GeneratedRegex("--[a-z-]+")]
    private static partial Regex Name();
}

/// <summary>Under which heading help shows an option. One name means the same in every command.</summary>
internal static class OptionGroups
{
    /// <summary>The heading of options that no group names.</summary>
    public const string Others = "Other options";

    private static readonly (string Heading, string[] Options)[] Groups =
    [
        ("What is measured or read",
        [
            "--plugin", "--project", "--parameter", "--baseline", "--candidate", "--runtime", "--compiler", "--load", "--loads", "--pressure", "--pressures", "--gc", "--axis",
            "--only", "--category", "--resume", "--shard", "--dotnet-root", "--process-id", "--assembly", "--metric", "--file", "--levels", "--quick",
        ]),
        ("How it is measured or judged",
        [
            "--pairs", "--time-budget", "--set", "--seed", "--jobs", "--in-turn", "--traces", "--cpu-samples", "--shared-instance", "--ignore-values", "--force", "--duration",
            "--min-share", "--no-measure",
        ]),
        ("In a build", ["--gate", "--no-gate", "--against", "--fail-on"]),
        ("Output", ["--output", "--export", "--store", "--keep", "--convert", "--format", "--verbosity", "--quiet", "--no-color", "--no-progress"]),
        ("Help", ["--help", "--version"]),
    ];

    /// <summary>Puts options under their headings, in the order of the groups.</summary>
    public static IEnumerable<(string Heading, IReadOnlyList<T> Rows)> Group<T>(IReadOnlyList<T> rows, Func<T, string> name)
    {
        foreach (var (heading, options) in Groups)
        {
            var own = rows.Where(row => options.Contains(name(row))).OrderBy(row => Array.IndexOf(options, name(row))).ToList();
            if (own.Count > 0) yield return (heading, own);
        }

        var others = rows.Where(row => !Groups.Any(group => group.Options.Contains(name(row)))).ToList();
        if (others.Count > 0) yield return (Others, others);
    }
}
