using System.Text;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using AsyncLoad.Harness.Planning.Reading;
using Xunit;

namespace AsyncLoad.Tests.Planning.Schemas;

public partial class SchemaAgreementTests
{
    private readonly SchemaValidator schema = new(ProfileSchema.Create());

    [Fact]
    public void Schema_and_reader_agree_on_every_change_of_every_value()
    {
        Assert.Empty(Profiles.Read(EveryEntry.Text).Errors.Select(error => error.ToString()));
        var differ = new List<string>();
        var (accepted, refused) = (0, 0);
        foreach (var (change, document) in Mutations.Of(JsonNode.Parse(EveryEntry.Text)!))
        {
            var problems = schema.Problems(document);
            var errors = ProfileReader.Read("p.json", Encoding.UTF8.GetBytes(document.ToJsonString()), TestCatalogue.Own).Errors.Select(error => error.Message).ToList();
            if (problems.Count > 0 && errors.Count == 0) differ.Add($"{change}: the schema alone refuses it: {problems[0]}");
            if (problems.Count == 0 && errors.Find(error => !BeyondSchemas().IsMatch(error)) is { } structural) differ.Add($"{change}: the reader alone refuses it: {structural}");
            if (problems.Count > 0) refused++;
            else accepted++;
        }

        Assert.True(differ.Count == 0, string.Join('\n', differ));
        Assert.True(accepted > 100 && refused > 1_000, $"{accepted} accepted, {refused} refused");
    }

    // What is declared and not read would be refused by the reader and accepted by the schema: it has to be among what is changed above.
    [Fact]
    public void Every_member_that_is_declared_stands_in_the_profile_that_is_changed() =>
        Assert.All(Names(ProfileSchema.Create()).Distinct(), name => Assert.Contains($"\"{name}\":", EveryEntry.Text, StringComparison.Ordinal));

    private static IEnumerable<string> Names(JsonNode? schema) => schema switch
    {
        JsonObject node => [.. (node["properties"] as JsonObject ?? []).Select(member => member.Key), .. node.SelectMany(member => Names(member.Value))],
        JsonArray list => list.SelectMany(Names),
        _ => [],
    };

    // Names that only a catalogue knows, and whether a workload marks its baseline; ranges of texts with units, and what members mean together.
    [GeneratedRegex("""
        ^(missing\ member\ "(baseline|candidates)"|unknown\ (workload|runtime|variant|axis\ "parameters\.|member\ in\ parameters|value\ of\ parameter)
        |"[a-zA-Z0-9]+"\ must\ be\ from\ .*,\ not\ "
        |".*"\ is\ (a\ GC\ or\ JIT\ setting|not\ the\ name\ of\ an\ environment\ variable)
        |"pressure\.|".*"\ takes\ a\ number\ from
        |duplicate\ |the\ baseline\ |a\ side\ |the\ candidates\ are\ |a\ gate\ on\ |pressure\ ".*"\ has\ other|GC\ settings\ ".*"\ has\ other
        |".*"\ (needs|is\ a\ share\ of|[0-9]+\ is\ above|must\ not\ be\ below|1000\ leaves)
        |"(looks|from|to|thinkTime|stages)"|no\ load,\ pressure\ or\ parameter|".*"\ has\ a\ list\ of\ values|.*\ has\ fewer\ than)
        """, RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex BeyondSchemas();
}
