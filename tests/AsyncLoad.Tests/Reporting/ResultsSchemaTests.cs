using System.Text.Json.Nodes;
using AsyncLoad.Reporting.Results;
using AsyncLoad.Tests.Planning.Schemas;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

public class ResultsSchemaTests
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

    private static JsonNode Approved(string name) => JsonNode.Parse(File.ReadAllText(Path.Combine(Repository.Root, "tests", "AsyncLoad.Tests", "Approved", name)))!;
}
