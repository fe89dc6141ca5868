using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model.Catalogues;

namespace AsyncLoad.Harness.Planning.Schemas;

/// <summary>
/// Finds the format of profiles by asking their reader: it is given values of every kind in every place, and what it expected there is noted.
/// So a member that is read is in the format, with the range that is checked, and no second list of members can fall behind.
/// </summary>
internal static class FormatProbe
{
    /// <summary>Ends of the range of the parameter that stands for any: a format cannot know a workload's own.</summary>
    public const double AnyNumber = 1e15;

    /// <summary>The one name that the probe gives to everything.</summary>
    public const string AnyName = "x";

    // Its baseline is marked, since formats take what any workload allows.
    private static readonly Catalogue AnyWorkload = new(
        Catalogue.CurrentSchemaVersion,
        AnyName,
        AnyName,
        [
            new WorkloadDescription(
                AnyName,
                AnyName,
                null,
                [new ParameterDescription(AnyName, AnyName, ["0"], "0", new NumberRange(-AnyNumber, AnyNumber))],
                [new VariantDescription(AnyName, AnyName, AnyName, AnyName, null, null, IsBaseline: true), new VariantDescription("y", AnyName, AnyName, AnyName, null, null)],
                [],
                null,
                [],
                []),
        ]);

    /// <summary>The format of a whole profile.</summary>
    public static Format OfProfile() => Of(profile => profile);

    // What the reader expects in the place that "embed" fills.
    private static Format Of(Func<JsonTree, JsonTree> embed)
    {
        var expected = Probes().SelectMany(probe => Ask(embed(probe)).Of(probe)).ToList();
        var lists = expected.OfType<ExpectedValue.Items>().ToList();
        return new Format(
            [.. expected.Where(IsScalar)],
            lists.Count == 0 ? null : Of(item => embed(ListOf(item))),
            lists.Exists(list => list.MayBeEmpty),
            expected.OfType<ExpectedValue.Members>().Any() ? Objects(embed) : []);
    }

    private static bool IsScalar(ExpectedValue expected) =>
        expected is not (ExpectedValue.Items or ExpectedValue.Members or ExpectedValue.AnyNames or ExpectedValue.OneOf or ExpectedValue.AtMostOneOf);

    // One value of every kind that JSON has, made anew: notes are found by the node.
    private static IEnumerable<JsonTree> Probes() =>
    [
        new JsonTree.Text(default, ""), new JsonTree.Number(default, "1"), new JsonTree.Flag(default, true), new JsonTree.List(default, []), ObjectOf(),
    ];

    private static ReaderNotes Ask(JsonTree profile)
    {
        var notes = new ReaderNotes();
        ProfileReader.Ask(profile, AnyWorkload, notes);
        return notes;
    }

    // Where a required member takes words, each word may be a case with members of its own.
    private static IReadOnlyList<ObjectFormat> Objects(Func<JsonTree, JsonTree> embed)
    {
        var whole = Object(embed, []);
        var choice = whole.Members.FirstOrDefault(member => member.IsRequired && member.Value is { Scalars: [ExpectedValue.Words, ..], Item: null, Objects: [] });
        return choice is null
            ? [whole]
            : [.. Words(choice.Value).Select(word => Object(embed, [Member(choice.Name, new JsonTree.Text(default, word))]) with { Case = choice.Name })];
    }

    private static IEnumerable<string> Words(Format format) => format.Scalars.OfType<ExpectedValue.Words>().SelectMany(words => words.Known).Distinct();

    private static ObjectFormat Object(Func<JsonTree, JsonTree> embed, IReadOnlyList<JsonMember> given)
    {
        var sample = Complete(embed, given);
        var node = ObjectOf([.. sample]);
        var notes = Ask(embed(node));
        var members = notes.MembersOf(node)
            .Select(asked => new MemberFormat(asked.Name, asked.IsRequired, MemberValue(asked.Name, embed, given, sample)))
            // What is asked for and never taken is a member of other cases.
            .Where(member => !IsNothing(member.Value))
            .ToList();
        var alternatives = Alternatives(embed, members, sample);
        return new ObjectFormat(
            [.. members.Select(member => alternatives.Any(pair => pair.First == member.Name) ? member with { IsRequired = false } : member)],
            [.. notes.Of(node).Where(rule => rule is ExpectedValue.OneOf or ExpectedValue.AtMostOneOf).Distinct()],
            alternatives,
            notes.Of(node).OfType<ExpectedValue.AnyNames>().Any());
    }

    // The required members, each right. Some are asked for only once those before them are, so this goes on until nothing new is asked.
    private static JsonMember[] Complete(Func<JsonTree, JsonTree> embed, IReadOnlyList<JsonMember> given)
    {
        JsonMember[] sample = [.. given];
        while (true)
        {
            var next = AskedOf(embed, sample)
                .Where(asked => asked.IsRequired && Array.TrueForAll(sample, member => member.Name != asked.Name))
                .Select(asked => (asked.Name, Value: MemberValue(asked.Name, embed, given, sample)))
                .Where(member => !IsNothing(member.Value))
                .ToList();
            if (next.Count == 0) return sample;
            sample = [.. sample, .. next.Select(member => Member(member.Name, Sample(member.Value)))];
        }
    }

    private static bool IsNothing(Format format) => format is { Scalars: [], Item: null, Objects: [] };

    // A word that was given is the case itself.
    private static Format MemberValue(string name, Func<JsonTree, JsonTree> embed, IReadOnlyList<JsonMember> given, JsonMember[] sample) =>
        given.FirstOrDefault(member => member.Name == name)?.Value is JsonTree.Text word
            ? new Format([new ExpectedValue.Words([word.Value])], null, false, [])
            : Of(value => embed(ObjectOf([.. sample.Where(member => member.Name != name), Member(name, value)])));

    // Required members that another member makes optional: one of both must be there.
    private static List<(string First, string Second)> Alternatives(Func<JsonTree, JsonTree> embed, IReadOnlyList<MemberFormat> members, JsonMember[] sample) =>
    [
        .. from other in members
           where !other.IsRequired && Array.TrueForAll(sample, member => member.Name != other.Name)
           let asked = AskedOf(embed, [.. sample, Member(other.Name, Sample(other.Value))])
           from member in members
           where member.IsRequired && asked.Any(now => now.Name == member.Name && !now.IsRequired)
           select (member.Name, other.Name),
    ];

    private static IReadOnlyList<AskedMember> AskedOf(Func<JsonTree, JsonTree> embed, IReadOnlyList<JsonMember> members)
    {
        var node = ObjectOf([.. members]);
        return Ask(embed(node)).MembersOf(node);
    }

    private static JsonTree Sample(Format format) => format switch
    {
        { Scalars: [var scalar, ..] } => Sample(scalar),
        { Item: { } item } => ListOf(Sample(item)),
        { Objects: [var first, ..] } => ObjectOf([.. first.Members.Where(member => member.IsRequired).Select(member => Member(member.Name, Sample(member.Value)))]),
        _ => new JsonTree.Null(default),
    };

    private static JsonTree Sample(ExpectedValue expected) => expected switch
    {
        ExpectedValue.Whole whole => new JsonTree.Number(default, FormattableString.Invariant($"{whole.Min}")),
        ExpectedValue.Number number => new JsonTree.Number(default, FormattableString.Invariant($"{number.Min}")),
        ExpectedValue.Flag => new JsonTree.Flag(default, true),
        ExpectedValue.Size size => new JsonTree.Text(default, size.Min.ToString()),
        ExpectedValue.Time time => new JsonTree.Text(default, time.Min.ToString()),
        ExpectedValue.Words words => new JsonTree.Text(default, words.Known[0]),
        _ => new JsonTree.Text(default, AnyName),
    };

    private static JsonTree.List ListOf(JsonTree item) => new(default, [item]);

    private static JsonTree.Object ObjectOf(params IReadOnlyList<JsonMember> members) => new(default, members);

    private static JsonMember Member(string name, JsonTree value) => new(name, default, value);
}
