using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using AsyncLoad.Reporting.Results;
using AsyncLoad.Tests.Planning.Schemas;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

public partial class ResultsSchemaTests
{
    // Members of any names.
    private static readonly string[] Open = ["missing", "parameters", "rates"];

    private readonly SchemaValidator schema = new(ResultsSchema.Create());

    [Theory]
    [InlineData("results.json")]
    [InlineData("results.crossovers.json")]
    public void Results_that_are_approved_are_accepted(string name) => Assert.Empty(schema.Problems(Approved(name)));

    [Fact]
    public void Results_that_pages_cite_are_accepted()
    {
        var cited = Directory.GetFiles(Path.Combine(Repository.Root, "docs", "runs"), "results.json", SearchOption.AllDirectories);
        Assert.NotEmpty(cited);
        Assert.All(cited, path => Assert.Empty(schema.Problems(JsonNode.Parse(File.ReadAllText(path)))));
    }

    [Fact]
    public void Every_member_that_is_left_out_added_or_of_another_kind_is_refused()
    {
        var results = Approved("results.json");
        // Each has every member; all of them would take long.
        while (results["comparisons"] is JsonArray { Count: > 1 } comparisons) comparisons.RemoveAt(0);
        var changes = Mutations.Of(results).Where(change => change.Change.Contains(" + member", StringComparison.Ordinal) || change.Change.EndsWith("= {}", StringComparison.Ordinal)).ToList();
        Assert.True(changes.Count > 100);
        Assert.All(
            changes.Where(change => !Open.Any(name => change.Change.Contains(name, StringComparison.Ordinal)) && !change.Change.StartsWith("loadOverhead ", StringComparison.Ordinal)),
            change => Assert.NotEmpty(schema.Problems(change.Document)));
    }

    [Fact]
    public void Every_member_says_what_it_means() => Assert.Empty(Members(ResultsSchema.Create(), "").Where(member => Described(member.Schema) is not { Length: > 3 }).Select(member => member.Path));

    [Fact]
    public void Every_number_says_what_it_counts_or_in_which_unit() => Assert.Empty(
        Members(ResultsSchema.Create(), "").Where(member => IsNumber(member.Schema["type"]) && !Unit().IsMatch(Described(member.Schema) ?? "")).Select(member => $"{member.Path}: {Described(member.Schema)}"));

    private static string? Described(JsonObject schema) => schema["description"]?.GetValue<string>();

    private static bool IsNumber(JsonNode? type) => type switch
    {
        JsonArray kinds => kinds.Any(IsNumber),
        JsonValue kind => kind.GetValue<string>() is "number" or "integer",
        _ => false,
    };

    private static IEnumerable<(string Path, JsonObject Schema)> Members(JsonNode? node, string path)
    {
        if (node is not JsonObject schema) yield break;
        foreach (var (name, inner) in schema["properties"]?.AsObject() ?? [])
        {
            yield return ($"{path}/{name}", inner as JsonObject ?? []);
            foreach (var member in Members(inner, $"{path}/{name}")) yield return member;
        }

        foreach (var further in new[] { "items", "additionalProperties" })
        {
            foreach (var member in Members(schema[further], $"{path}/{further}")) yield return member;
        }
    }

    [GeneratedRegex(@"\b(ns|nanoseconds|ms|seconds?|bytes|cores|operations?|share|ratio|probability|per cent|number|version|unit|events|collections|log ratio|0 to 1)\b|; B$|÷", RegexOptions.IgnoreCase)]
    private static partial Regex Unit();

    private static JsonNode Approved(string name) => JsonNode.Parse(File.ReadAllText(Path.Combine(Repository.Root, "tests", "AsyncLoad.Tests", "Approved", name)))!;
}
