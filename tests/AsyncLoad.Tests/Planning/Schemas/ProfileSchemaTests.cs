using System.Text.Json;
using System.Text.Json.Nodes;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Tests.Cli;
using AsyncLoad.Tests.Docs;
using Xunit;

namespace AsyncLoad.Tests.Planning.Schemas;

public class ProfileSchemaTests
{
    private static readonly JsonDocumentOptions AsProfiles = new() { AllowTrailingCommas = true, CommentHandling = JsonCommentHandling.Skip };

    private readonly SchemaValidator schema = new(ProfileSchema.Create());

    [Theory]
    [InlineData("profile")]
    [InlineData("results")]
    public async Task The_schemas_in_the_documentation_are_what_the_command_prints(string of)
    {
        var printed = await CommandRun.Of("schema", of);
        Assert.Equal((0, ""), ((int)printed.Code, printed.Error));
        Approval.Is(printed.Output, Path.Combine("docs", "schema", $"{of}.schema.json"));
    }

    [Fact]
    public void Every_shipped_profile_and_every_profile_in_the_documentation_is_accepted()
    {
        var profiles = Directory.GetFiles(CommandRun.ProfileFolder).Select(path => (Name: path, Text: File.ReadAllText(path)))
            .Concat(Documents.All.SelectMany(page => page.Blocks("jsonc", "json").Where(block => block.Text.Contains("\"experiments\"", StringComparison.Ordinal)).Select(block => (Name: block.Place, block.Text))))
            .Append((Name: "everything", EveryEntry.Text))
            .ToList();
        Assert.True(profiles.Count > 8);
        Assert.All(profiles, profile => Assert.Empty(schema.Problems(JsonNode.Parse(profile.Text, null, AsProfiles))));
    }

    [Theory]
    [InlineData("\"slicess\": 4", "slices")]
    [InlineData("\"slice\": \"5 parsecs\"", "slice")]
    [InlineData("\"slice\": 5", "slice")]
    [InlineData("\"slices\": 3", "slices")]
    [InlineData("\"metric\": \"memory\"", "metric")]
    public void What_the_reader_refuses_the_schema_refuses_where_it_stands(string member, string named)
    {
        var text = EveryEntry.Text.Replace("\"slices\": 60, \"slice\": \"10ms\", \"warmUpCap\": \"5s\"", member, StringComparison.Ordinal).Replace("\"metric\": \"wall\", ", "", StringComparison.Ordinal);
        var problem = Assert.Single(schema.Problems(JsonNode.Parse(text)));
        Assert.StartsWith($"$.measure.{named}", problem, StringComparison.Ordinal);
        Assert.NotEmpty(Profiles.Errors(text));
    }
}
