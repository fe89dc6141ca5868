using System.Globalization;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>
/// Reads numbers, words, sizes and durations from JSON values. Every method gives null for a member that is left out, and null with an error
/// for a wrong one. The caller can then use a default and find further errors.
/// </summary>
internal sealed class ValueReader(ProfileErrors errors)
{
    /// <summary>Where errors go.</summary>
    public ProfileErrors Errors => errors;

    /// <summary>A whole number in a range.</summary>
    public int? Whole(JsonMember? member, int min, int max)
    {
        if (member is null) return null;
        if (Finite(member.Value) is not { } value || Math.Floor(value) != value) return Wrong<int>(member, "a whole number");
        if (value >= min && value <= max) return (int)value;
        return OutOfRange<int>(member, string.Create(CultureInfo.InvariantCulture, $"{min:N0} to {max:N0}"));
    }

    /// <summary>A whole number in a range; null for a word that leaves the number to the program.</summary>
    public int? Whole(JsonMember? member, int min, int max, string orWord)
    {
        if (member is null) return null;
        if (member.Value is not JsonTree.Text text) return Whole(member, min, max);
        return text.Value == orWord ? null : Wrong<int>(member, $"a whole number or {Printable.Quote(orWord)}");
    }

    /// <summary>Checks the version of a format, of which only one is read.</summary>
    public void Version(JsonMember? member, int current)
    {
        if (member is null) return;
        if (Finite(member.Value) is not { } version || Math.Floor(version) != version) Wrong<int>(member, "a whole number");
        else if (version != current) errors.Add(member.Value.At, string.Create(CultureInfo.InvariantCulture, $"this program reads {member.Name} {current}, not {member.Value.What}"));
    }

    /// <summary>A number in a range.</summary>
    public double? Number(JsonMember? member, double min, double max)
    {
        if (member is null) return null;
        if (Finite(member.Value) is not { } value) return Wrong<double>(member, "a number");
        if (value >= min && value <= max) return value;
        return OutOfRange<double>(member, string.Create(CultureInfo.InvariantCulture, $"{min} to {max}"));
    }

    /// <summary><c>true</c> or <c>false</c>.</summary>
    public bool? Flag(JsonMember? member)
    {
        if (member is null) return null;
        return member.Value is JsonTree.Flag flag ? flag.Value : Wrong<bool>(member, "true or false");
    }

    /// <summary>A size with its unit, in a range.</summary>
    public ByteSize? Size(JsonMember? member, ByteSize min, ByteSize max)
    {
        if (member is null) return null;
        if (member.Value is not JsonTree.Text text || !ByteSize.TryParse(text.Value, out var size))
            return Wrong<ByteSize>(member, "a size such as 64KB or 200MB");
        return size >= min && size <= max ? size : OutOfRange<ByteSize>(member, $"{min} to {max}");
    }

    /// <summary>A length of time with its unit, in a range.</summary>
    public Duration? Time(JsonMember? member, Duration min, Duration max)
    {
        if (member is null) return null;
        if (member.Value is not JsonTree.Text text || !Duration.TryParse(text.Value, out var time))
            return Wrong<Duration>(member, "a duration such as 10ms or 2s");
        return time >= min && time <= max ? time : OutOfRange<Duration>(member, $"{min} to {max}");
    }

    /// <summary>A text.</summary>
    public string? Text(JsonMember? member)
    {
        if (member is null) return null;
        if (member.Value is JsonTree.Text text) return text.Value;
        errors.Add(member.Value.At, $"{Printable.Quote(member.Name)} must be a text, not {member.Value.What}");
        return null;
    }

    /// <summary>One of some words, in any letter case.</summary>
    /// <param name="words">The words with their meaning.</param>
    public T? Word<T>(JsonMember? member, IReadOnlyList<(string Word, T Meaning)> words)
        where T : struct
    {
        if (Text(member) is not { } text) return null;
        foreach (var (word, meaning) in words)
        {
            if (word.Equals(text, StringComparison.OrdinalIgnoreCase)) return meaning;
        }

        errors.Add(member!.Value.At, Suggestion.Unknown(member.Name, text, [.. words.Select(entry => entry.Word)]));
        return null;
    }

    /// <summary>The name of something known.</summary>
    /// <param name="what">What it names, in words for messages.</param>
    /// <param name="known">The names there are.</param>
    public string? Known(JsonMember? member, string what, IReadOnlyCollection<string> known)
    {
        if (Text(member) is not { } text) return null;
        if (known.Contains(text)) return text;
        errors.Add(member!.Value.At, Suggestion.Unknown(what, text, known));
        return null;
    }

    /// <summary>The side or variant that a gate is about.</summary>
    /// <param name="names">What the sides are called.</param>
    public string? Side(JsonMember? member, SideNames names)
    {
        if (Text(member) is not { } text) return null;
        if (names.Find(text, candidatesOnly: false) is { } found) return found;
        errors.Add(member!.Value.At, names.Unknown(text, "variant of this experiment", candidatesOnly: false));
        return null;
    }

    /// <summary>A variant of a workload; any text where the workload is not known.</summary>
    public string? Variant(JsonMember? member, WorkloadDescription? workload)
    {
        if (Text(member) is not { } text || workload is null) return (member?.Value as JsonTree.Text)?.Value;
        if (Spelling.Variant(text, workload) is { } id) return id;
        errors.Add(member!.Value.At, Spelling.Unclear(text, workload) ?? Suggestion.Unknown($"variant of {Printable.Quote(workload.Id)}:", text, [.. workload.Variants.Select(variant => variant.Id)]));
        return null;
    }

    /// <summary>A name for ids: words of letters and digits joined by single hyphens, at most 80 characters.</summary>
    /// <param name="capitals">Whether capitals are allowed, as derived names need them: <c>old-heap-200MB</c>.</param>
    public string? Name(JsonMember? member, bool capitals = false)
    {
        if (Text(member) is not { } text) return null;
        if (IsName(text, capitals)) return text;
        var rule = capitals ? "letters and digits joined by hyphens" : "kebab-case (lower-case words joined by hyphens)";
        errors.Add(member!.Value.At, $"{Printable.Quote(member.Name)} must be {rule}, at most 80 characters, not {Printable.Quote(text)}");
        return null;
    }

    /// <summary>The items of a list, each as a member of the list's own name.</summary>
    public IReadOnlyList<JsonMember>? Items(JsonMember? member, bool mayBeEmpty = false)
    {
        if (member is null) return null;
        if (member.Value is not JsonTree.List list)
        {
            errors.Add(member.Value.At, $"{Printable.Quote(member.Name)} must be a list, not {member.Value.What}");
            return null;
        }

        if (list.Items.Count == 0 && !mayBeEmpty) errors.Add(list.At, $"{Printable.Quote(member.Name)} must not be empty");
        return [.. list.Items.Select(item => new JsonMember(member.Name, item.At, item))];
    }

    private static double? Finite(JsonTree value) =>
        value is JsonTree.Number number
        && double.TryParse(number.Written, NumberStyles.Float, CultureInfo.InvariantCulture, out var parsed)
        && double.IsFinite(parsed)
            ? parsed
            : null;

    private static bool IsName(string text, bool capitals) =>
        text.Length is > 0 and <= 80
        && text.Split('-').All(word => word.Length > 0 && word.All(c => char.IsAsciiLetterLower(c) || char.IsAsciiDigit(c) || (capitals && char.IsAsciiLetterUpper(c))));

    private T? Wrong<T>(JsonMember member, string expected)
        where T : struct
    {
        errors.Add(member.Value.At, $"{Printable.Quote(member.Name)} must be {expected}, not {member.Value.What}");
        return null;
    }

    private T? OutOfRange<T>(JsonMember member, string range)
        where T : struct
    {
        errors.Add(member.Value.At, $"{Printable.Quote(member.Name)} must be from {range}, not {member.Value.What}");
        return null;
    }
}
