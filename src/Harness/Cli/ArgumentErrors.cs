using System.CommandLine;
using System.CommandLine.Invocation;
using System.CommandLine.Parsing;
using System.Globalization;
using AsyncLoad.Harness.Cli.Help;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Planning.Json;

namespace AsyncLoad.Harness.Cli;

/// <summary>
/// What is wrong with a command line before any value is read: unknown names, values that are missing or too many. The parser finds most of it too, but
/// names neither the nearest option nor what to do.
/// </summary>
/// <param name="parsed">What the parser made of it.</param>
/// <param name="arguments">The words as they were given.</param>
internal sealed class ArgumentErrors(ParseResult parsed, IReadOnlyList<string> arguments)
{
    private const string Separator = "--";
    private const int MostNamed = 3;

    private readonly Command command = parsed.CommandResult.Command;

    // After "--" every word is an argument.
    private readonly int end = arguments.TakeWhile(word => word != Separator).Count();

    private readonly List<OptionResult> given = [.. Ancestors(parsed.CommandResult).SelectMany(result => result.Children).OfType<OptionResult>().Where(option => !option.Implicit)];

    private bool IsRoot => command is RootCommand;

    private IEnumerable<Option> Options => command.Options.Concat(parsed.RootCommandResult.Command.Options.Where(option => option.Recursive || IsRoot)).Where(option => !option.Hidden);

    /// <summary>One sentence for each error of the first kind that there is, since the rest may follow from it; none if all words have a place.</summary>
    public IReadOnlyList<string> Find()
    {
        // Help of a command may be asked for in the middle of writing it. Completions are asked for with half a line.
        if (parsed.Action is GroupedHelp && IsRoot) return UnknownCommand();
        if (parsed.Action is not ParseErrorAction && parsed.Action != command.Action) return [];
        IReadOnlyList<string>[] kinds = [UnknownCommand(), UnknownOptions(), ValuesOfOptions(), TooManyWords(), Missing()];
        return kinds.FirstOrDefault(kind => kind.Count > 0) ?? [];
    }

    private IReadOnlyList<string> UnknownCommand()
    {
        if (IsRoot && end < arguments.Count) return [$"no command stands before \"{Separator}\""];
        // A word before the name of the command was taken for a word of the root.
        var before = IsRoot ? parsed.UnmatchedTokens : parsed.UnmatchedTokens.Intersect(arguments.TakeWhile(word => word != command.Name), StringComparer.Ordinal);
        if (before.FirstOrDefault(word => !IsOption(word)) is not { } unknown) return [];
        return [Unknown("command", unknown, [.. parsed.RootCommandResult.Command.Subcommands.Where(sub => !sub.Hidden).Select(sub => sub.Name), .. OptionNames(parsed.RootCommandResult.Command.Options)])];
    }

    // The parser takes an option that it does not know for an argument, such as a folder to write to.
    private List<string> UnknownOptions() =>
    [
        .. parsed.CommandResult.Children.OfType<ArgumentResult>().SelectMany(argument => argument.Tokens).Select(token => token.Value).Concat(parsed.UnmatchedTokens)
            .Where(word => IsOption(word) && arguments.Take(end).Contains(word, StringComparer.Ordinal)).Distinct(StringComparer.Ordinal)
            .Select(word => Unknown("option", word, OptionNames(Options))),
    ];

    private List<string> ValuesOfOptions() => [.. given.Select(ValueOf).Concat(parsed.UnmatchedTokens.Select(ValueOfSwitch)).OfType<string>()];

    private string? ValueOf(OptionResult result)
    {
        var (name, arity) = (result.Option.Name, result.Option.Arity);
        if (result.Tokens.Count < arity.MinimumNumberOfValues) return $"{name} needs a value: {Shown(result.Option)}";
        // The parser takes any word for the value, an option too. With an equals sign it is meant.
        var taken = result.Tokens.Select(token => token.Value).FirstOrDefault(value => value.StartsWith("--", StringComparison.Ordinal) && IsPair(result, value));
        if (taken is not null) return $"{name} needs a value before {Printable.Quote(taken)}: {Shown(result.Option)}";
        return result.Tokens.Count > arity.MaximumNumberOfValues ? string.Create(CultureInfo.InvariantCulture, $"{name} is given {result.IdentifierTokenCount} times: give it once") : null;
    }

    private bool IsPair(OptionResult result, string value) =>
        arguments.Take(end).Zip(arguments.Skip(1)).Any(pair => pair.Second == value && (pair.First == result.Option.Name || result.Option.Aliases.Contains(pair.First)));

    private string? ValueOfSwitch(string word) =>
        Options.FirstOrDefault(option => arguments.Contains($"{option.Name}={word}") || arguments.Contains($"{option.Name}:{word}")) is { } option ? $"{option.Name} takes no value, not {Printable.Quote(word)}" : null;

    private IReadOnlyList<string> TooManyWords()
    {
        if (parsed.UnmatchedTokens is not [var first, ..] words) return [];
        var named = $"unexpected argument{(words.Count == 1 ? "" : "s")} {string.Join(", ", words.Take(MostNamed).Select(Printable.Quote))}{(words.Count > MostNamed ? string.Create(CultureInfo.InvariantCulture, $" and {words.Count - MostNamed:N0} more") : "")}";
        if (Before(first) is { } option)
        {
            return option.Arity.MaximumNumberOfValues > 1
                ? [$"{named}: give {option.Name} again for each further value, and quote a value that has blanks or *"]
                : [$"{named}: {option.Name} takes one value; quote a value that has blanks"];
        }

        return [$"{named}: {command.Name} takes {(command.Arguments.Count == 0 ? "none" : string.Join(' ', command.Arguments.Select(Shown)))}"];
    }

    // The option whose value stands right before a word that has no place.
    private Option? Before(string word) =>
        arguments.Take(end).ToList().IndexOf(word) is >= 2 and var at
        && given.FirstOrDefault(option => option.Tokens.Any(token => token.Value == arguments[at - 1]) && (option.Option.Name == arguments[at - 2] || option.Option.Aliases.Contains(arguments[at - 2]))) is { } result
            ? result.Option
            : null;

    private IReadOnlyList<string> Missing()
    {
        if (IsRoot) return ["no command is named"];
        return
        [
            .. command.Arguments.Where(argument => !argument.HasDefaultValue && (parsed.GetResult(argument)?.Tokens.Count ?? 0) < argument.Arity.MinimumNumberOfValues).Select(argument => $"{command.Name} needs {Shown(argument)}: {argument.Description}"),
            .. command.Options.Where(option => option.Required && given.All(result => result.Option != option)).Select(option => $"{command.Name} needs {Shown(option)}: {option.Description}"),
        ];
    }

    private static IEnumerable<CommandResult> Ancestors(CommandResult result) => result.Parent is CommandResult parent ? [result, .. Ancestors(parent)] : [result];

    private static bool IsOption(string word) => word is ['-', _, ..];

    private static string Unknown(string what, string word, IEnumerable<string> known) =>
        $"unknown {what} {Printable.Quote(word)}{(Suggestion.Nearest(word, known) is { } nearest ? $"; did you mean {Printable.Quote(nearest)}?" : "")}";

    private static IEnumerable<string> OptionNames(IEnumerable<Option> options) => options.Select(option => option.Name);

    private static string Shown(Argument argument) => $"<{argument.HelpName ?? argument.Name}>";

    private static string Shown(Option option) => $"{option.Name} <{option.HelpName}>";
}
