using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Cli.Output;

/// <summary>Options and arguments that check their values: a typo is a parse error that suggests the nearest word.</summary>
internal static class CheckedOption
{
    /// <summary>An option that takes one of some words; null when it is left out. Help calls the first word the default.</summary>
    public static Option<T?> Option<T>(string name, string description, params IReadOnlyList<(string Word, T Meaning)> words)
        where T : struct => Word(name, $"{description} (default {words[0].Word})", words);

    /// <summary>An argument that takes one of some words, with the same check.</summary>
    /// <param name="usual">The word that stands for none; null where one must be named.</param>
    public static Argument<string> Words(string name, string description, IReadOnlyList<string> words, string? usual = null)
    {
        var argument = new Argument<string>(name) { Description = description };
        if (usual is not null) argument.DefaultValueFactory = _ => usual;
        argument.CompletionSources.Add([.. words]);
        argument.Validators.Add(result =>
        {
            foreach (var token in result.Tokens.Where(token => !words.Contains(token.Value))) result.AddError(Suggestion.Unknown($"value of <{name}>:", token.Value, words));
        });
        return argument;
    }

    /// <summary>The same where leaving the option out means something that no word says.</summary>
    public static Option<T?> Word<T>(string name, string description, params IReadOnlyList<(string Word, T Meaning)> words)
        where T : struct
    {
        var option = new Option<T?>(name)
        {
            Description = description,
            HelpName = string.Join('|', words.Select(entry => entry.Word)),
            CustomParser = result => One(result.Tokens[0].Value, result, name, words),
        };
        Complete(option, words);
        return option;
    }

    /// <summary>An option that may be given again and takes any text each time.</summary>
    /// <param name="value">What help calls a value.</param>
    /// <param name="usual">What it is when it is left out; nothing unless given.</param>
    public static Option<string[]> Texts(string name, string description, string value, params string[] usual)
    {
        var option = new Option<string[]>(name) { Description = description, HelpName = value, AllowMultipleArgumentsPerToken = false };
        if (usual.Length > 0) option.DefaultValueFactory = _ => usual;
        return option;
    }

    /// <summary>An option that may be given again and takes one of some words each time; empty when it is left out.</summary>
    public static Option<IReadOnlyList<T>> Several<T>(string name, string description, params IReadOnlyList<(string Word, T Meaning)> words)
        where T : struct
    {
        var option = new Option<IReadOnlyList<T>>(name)
        {
            Description = description,
            HelpName = string.Join('|', words.Select(entry => entry.Word)),
            Arity = ArgumentArity.OneOrMore,
            AllowMultipleArgumentsPerToken = false,
            DefaultValueFactory = _ => [],
            CustomParser = result => [.. result.Tokens.Select(token => One(token.Value, result, name, words)).OfType<T>().Distinct()],
        };
        Complete(option, words);
        return option;
    }

    /// <summary>An option that may be given again, with a reader of each value; none when it is left out.</summary>
    /// <param name="name">The option.</param>
    /// <param name="description">What it does.</param>
    /// <param name="value">What help calls a value.</param>
    /// <param name="read">Reads what was typed, or says what is wrong with it.</param>
    public static Option<IReadOnlyList<T>> Read<T>(string name, string description, string value, Func<string, (T? Value, string? Problem)> read)
        where T : class => new(name)
        {
            Description = description,
            HelpName = value,
            Arity = ArgumentArity.OneOrMore,
            AllowMultipleArgumentsPerToken = false,
            DefaultValueFactory = _ => [],
            CustomParser = result =>
            {
                var given = result.Tokens.Select(token => read(token.Value)).ToList();
                foreach (var problem in given.Select(one => one.Problem).OfType<string>()) result.AddError(problem);
                return [.. given.Select(one => one.Value).OfType<T>()];
            },
        };

    /// <summary>An option that takes a whole number in a range; null when it is left out.</summary>
    public static Option<int?> Number(string name, string description, int min, int max) => new(name)
    {
        Description = description,
        HelpName = "N",
        CustomParser = result =>
        {
            var text = result.Tokens[0].Value;
            if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var value) && value >= min && value <= max) return value;
            result.AddError(string.Create(CultureInfo.InvariantCulture, $"{name} takes a whole number from {min:N0} to {max:N0}, not {Printable.Quote(text)}"));
            return null;
        },
    };

    /// <summary>An option that takes a share as a percentage; null when it is left out.</summary>
    public static Option<double?> Share(string name, string description) => new(name)
    {
        Description = description,
        HelpName = "PERCENT",
        CustomParser = result =>
        {
            var text = result.Tokens[0].Value;
            if (text.EndsWith('%') && double.TryParse(text.AsSpan(0, text.Length - 1), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var percent) && percent is >= 0 and <= 100)
                return percent / 100;
            result.AddError($"{name} takes a percentage from 0% to 100%, such as 1%, not {Printable.Quote(text)}");
            return null;
        },
    };

    /// <summary>An option that takes a length of time above 0; null when it is left out.</summary>
    public static Option<Duration?> Time(string name, string description) => new(name)
    {
        Description = description,
        HelpName = "TIME",
        CustomParser = result =>
        {
            var text = result.Tokens[0].Value;
            if (!Duration.TryParse(text, out var time)) result.AddError($"{name} takes a duration such as 90s or 10m, not {Printable.Quote(text)}");
            else if (time == default) result.AddError($"{name} takes a time above 0, such as 30s, not {Printable.Quote(text)}");
            else return time;
            return null;
        },
    };

    // Without an enum's own names, which are not accepted.
    private static void Complete<T>(Option option, IReadOnlyList<(string Word, T Meaning)> words)
    {
        option.CompletionSources.Clear();
        option.CompletionSources.Add([.. words.Select(entry => entry.Word)]);
    }

    private static T? One<T>(string text, ArgumentResult result, string name, IReadOnlyList<(string Word, T Meaning)> words)
        where T : struct
    {
        foreach (var (word, meaning) in words)
        {
            if (word == text) return meaning;
        }

        result.AddError(Suggestion.Unknown($"value of {name}:", text, [.. words.Select(entry => entry.Word)]));
        return null;
    }
}
