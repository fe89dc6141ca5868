using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using AsyncLoad.Harness.Planning.Json;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>A member of an object in a profile, declared once: the reader, the schema and the list of settings come from it.</summary>
/// <param name="Format">What it takes.</param>
/// <param name="Meaning">One line of meaning; null where the name says it all.</param>
internal record Member(string Name, Format Format, string? Meaning)
{
    /// <summary>Whether leaving it out is an error.</summary>
    public bool IsRequired { get; init; }

    /// <summary>Whether <c>--set</c> may change it.</summary>
    public bool IsSetting { get; init; }

    /// <summary>Its default in words; null where there is none.</summary>
    public string? Default { get; init; }

    /// <summary>What it takes, in words: those of its format, unless other members limit it further.</summary>
    public string Takes { get; init; } = Format.Takes;

    /// <summary>Its JSON schema.</summary>
    public JsonObject Schema()
    {
        var schema = Format.Schema();
        if (Meaning is not null) schema["description"] = $"{Meaning}; takes {Takes}{(Default is null ? "" : $"; default {Default}")}";
        return schema;
    }

    // As profiles write it: words and flags in camel case.
    private static string Text(object value) => JsonNamingPolicy.CamelCase.ConvertName(Convert.ToString(value, CultureInfo.InvariantCulture)!);

    /// <summary>A member that may be left out.</summary>
    public static Member Optional(string name, Format format, string? meaning = null) => new(name, format, meaning);

    /// <inheritdoc cref="Optional(string, Format, string?)"/>
    public static Member<T> Optional<T>(string name, Format<T> format, string? meaning = null)
        where T : struct => new(name, format, meaning);

    /// <summary>A member that may be left out, with its default.</summary>
    public static Member<T> Optional<T>(string name, Format<T> format, T byDefault, string? meaning = null)
        where T : struct => new(name, format, meaning) { Default = Text(byDefault), Fallback = byDefault };

    /// <summary>A member that must be there.</summary>
    public static Member Required(string name, Format format, string? meaning = null) => new(name, format, meaning) { IsRequired = true };

    /// <inheritdoc cref="Required(string, Format, string?)"/>
    public static Member<T> Required<T>(string name, Format<T> format, string? meaning = null)
        where T : struct => new(name, format, meaning) { IsRequired = true };

    /// <summary>A member that <c>--set</c> may change, with its default in words.</summary>
    public static Member Setting(string name, Format format, string byDefault, string meaning) => new(name, format, meaning) { Default = byDefault, IsSetting = true };

    /// <inheritdoc cref="Setting(string, Format, string, string)"/>
    public static Member<T> Setting<T>(string name, Format<T> format, string byDefault, string meaning)
        where T : struct => new(name, format, meaning) { Default = byDefault, IsSetting = true };

    /// <summary>A member that <c>--set</c> may change, with its default.</summary>
    public static Member<T> Setting<T>(string name, Format<T> format, T byDefault, string meaning)
        where T : struct => Optional(name, format, byDefault, meaning) with { IsSetting = true };
}

/// <summary>A member that is a number, a word or the like.</summary>
/// <param name="Of">What it takes.</param>
/// <param name="Meaning">One line of meaning; null where the name says it all.</param>
internal sealed record Member<T>(string Name, Format<T> Of, string? Meaning) : Member(Name, Of, Meaning)
    where T : struct
{
    /// <summary>Its value when it is left out or wrong. It means nothing for a required member, whose absence is an error.</summary>
    public T Fallback { get; init; }
}

/// <summary>One kind of an entry, such as <c>wave</c> of loads: its members, and how it is made of them.</summary>
/// <param name="Word">The word in <c>kind</c>.</param>
/// <param name="Meaning">One line of meaning.</param>
/// <param name="Make">Makes it from an object. When the object is wrong, errors are reported and the result is not used.</param>
/// <param name="Members">Its members except <c>kind</c>.</param>
internal sealed record Kind<T>(string Word, string Meaning, Func<ObjectReader, T> Make, params IReadOnlyList<Member> Members)
{
    /// <summary>Members of which only one may be there.</summary>
    public IReadOnlyList<Member> Alternatives { get; init; } = [];

    /// <summary>An object of this kind.</summary>
    public Format Format => Formats.Object(
        [Member.Required("kind", Formats.Words([Word])), .. Members],
        [("description", () => Meaning), .. Alternatives.Count == 0 ? [] : Exclusive]);

    private (string, Func<JsonNode>)[] Exclusive => [("not", () => new JsonObject { ["required"] = Formats.Names(Alternatives.Select(member => member.Name)) })];
}

/// <summary>The kinds of an entry.</summary>
/// <param name="What">What the entry is, in words for messages.</param>
/// <param name="Noun">What its kind is, in words for messages.</param>
/// <param name="All">All of them.</param>
internal sealed record Kinds<T>(string What, string Noun, IReadOnlyList<Kind<T>> All)
    where T : class
{
    /// <summary>Their words.</summary>
    public IReadOnlyList<string> Words { get; } = [.. All.Select(kind => kind.Word)];

    /// <summary>An object with a kind and its members; or null with an error.</summary>
    public T? Object(ValueReader values, JsonMember entry)
    {
        if (ObjectReader.Over(entry.Value, What, values) is not { } members) return null;
        var word = values.Known(members.Take("kind", isRequired: true), Noun, Words);
        // The members of a kind that is not known cannot be judged.
        if (Find(word) is not { } kind) return null;
        var made = kind.Make(members);
        members.RefuseOthers();
        return made;
    }

    /// <summary>A word alone: its kind with every member left out; or null with an error.</summary>
    public T? Word(ValueReader values, JsonMember entry)
    {
        if (Find(values.Known(entry, Noun, Words)) is not { } kind) return null;
        if (kind.Members.FirstOrDefault(member => member.IsRequired) is not { } missing)
            return kind.Make(ObjectReader.Over(new JsonTree.Object(entry.Value.At, []), What, values)!);
        values.Errors.Add(entry.Value.At, $"\"{kind.Word}\" needs its {missing.Name}: {{ \"kind\": \"{kind.Word}\", \"{missing.Name}\": [ … ] }}");
        return null;
    }

    private Kind<T>? Find(string? word) => All.FirstOrDefault(kind => kind.Word == word);
}

/// <summary>A member that is a value of a record of settings.</summary>
/// <param name="Value">Its value in a record; null for none.</param>
/// <param name="Read">A record with the value that an object has, if any.</param>
/// <param name="Copy">The second record with the value that the first has, if any.</param>
internal sealed record Field<TRecord>(Member Member, Func<TRecord, object?> Value, Func<ObjectReader, TRecord, TRecord> Read, Func<TRecord, TRecord, TRecord> Copy)
{
    /// <summary>What stands before the value in a derived name; null for nothing.</summary>
    public string? Word { get; init; } = Member.Name;

    /// <summary>The field of a member, by how its value is read and set.</summary>
    public static Field<TRecord> Of<T>(Member<T> member, Func<TRecord, T?> get, Func<TRecord, T, TRecord> set)
        where T : struct => new(
            member,
            record => get(record),
            (members, record) => members.Read(member) is { } value ? set(record, value) : record,
            (from, record) => get(from) is { } value ? set(record, value) : record);

    /// <summary>The value as names write it; null for none.</summary>
    public string? Text(TRecord record) => Convert.ToString(Value(record), CultureInfo.InvariantCulture) is { Length: > 0 } text ? text : null;
}

/// <summary>A member that profiles and <c>--set</c> name by its path.</summary>
/// <param name="Path">Section and member: <c>measure.slices</c>.</param>
internal sealed record Setting(string Path, Member Member)
{
    /// <summary>All settings, by section.</summary>
    public static IReadOnlyList<Setting> All { get; } =
    [
        .. Of("", ProfileReader.Members),
        .. Of("measure.", MeasureReader.Members),
        .. Of("load.", LoadFormat.Kinds.All.SelectMany(kind => kind.Members).Distinct()),
        .. Of("pressure.", PressureReader.Fields.Select(field => field.Member)),
        .. Of("gc.", GcSettingsReader.Fields.Select(field => field.Member)),
    ];

    private static IEnumerable<Setting> Of(string section, IEnumerable<Member> members) =>
        members.Where(member => member.IsSetting).Select(member => new Setting(section + member.Name, member));
}
