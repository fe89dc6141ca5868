using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Harness.Planning.Schemas;
using AsyncLoad.Tests.Cli;
using AsyncLoad.Tests.Docs;
using Xunit;

namespace AsyncLoad.Tests.Planning.Schemas;

public partial class ProfileSchemaTests
{
    // Every form of every entry, so that a change of any of them is seen.
    private const string Everything = """
        {
          "$schema": "profile.schema.json", "schemaVersion": 1, "name": "everything", "seed": 1, "traces": "one", "cpuSamples": true,
          "measure": { "slices": 60, "slice": "10ms", "warmUpCap": "5s", "looks": [8, 12], "halfWidth": 0.02, "margin": 0.03, "metric": "wall", "verdicts": true, "platformTiering": false },
          "environment": ["MY_SETTING"],
          "experiments": [
            {
              "name": "one", "workload": "call-chain", "parameters": { "deep": [true], "result": ["string"] }, "baseline": "await-task", "candidates": ["await-value-task"],
              "loads": [
                "sequential", { "kind": "parallelFor", "degree": "cores", "chunk": 4 }, { "kind": "parallelForAsync", "degree": 2 }, { "kind": "closedLoop", "workers": 2, "thinkTime": "5ms" },
                { "kind": "wave", "size": 8 }, { "kind": "openLoop", "rate": 100, "arrivals": "poisson", "maxInFlight": 10 }, { "kind": "openLoop", "steps": [{ "rate": 10, "during": "1s" }] },
                {
                  "kind": "simulations", "engine": "native",
                  "stages": [
                    { "kind": "keepConstant", "copies": 1, "during": "1s" }, { "kind": "rampingConstant", "copies": 2, "during": "1s" }, { "kind": "iterationsForConstant", "copies": 1, "iterations": 5 },
                    { "kind": "inject", "rate": 1, "interval": "1s", "during": "1s" }, { "kind": "rampingInject", "rate": 1, "during": "1s" },
                    { "kind": "injectRandom", "minRate": 1, "maxRate": 2, "during": "1s" }, { "kind": "iterationsForInject", "rate": 1, "iterations": 5 }, { "kind": "pause", "during": "1s" }
                  ]
                }
              ],
              "pressures": ["calm", { "preset": "old-heap", "liveSet": "100MB" }, { "name": "own", "liveSet": "10MB", "oldToYoungWritesPerMs": 5, "allocatePerSecond": "10MB", "survivePercent": 10, "gen0Size": "4MB" }],
              "gcSettings": ["default", { "name": "mine", "server": true, "gen0Size": "64MB", "conserveMemory": 3, "heapCount": 2 }],
              "gates": [
                { "metric": "bytesPerOperation", "variant": "await-value-task", "max": 0, "onInconclusive": "warn" }, { "metric": "ratio", "maxChange": 0.1 }, { "metric": "poolHitRate", "min": 0.9 }
              ]
            },
            { "name": "two", "workload": "call-chain", "baseline": "await-task", "candidates": ["await-value-task"], "pressures": ["old-heap"], "crossover": { "axis": "pressure.liveSet", "from": "0MB", "to": "100MB", "levels": 5, "mostLevels": 9 } },
            { "name": "three", "workload": "wrapping", "baseline": "async-value-task-over-pooled", "candidates": ["pooled-over-pooled"], "crossover": { "axis": "parameters.probability", "from": 0, "to": 0.5 } },
            { "name": "four", "workload": "call-chain", "baseline": "await-task", "candidates": ["await-value-task"], "loads": ["wave"], "crossover": { "axis": "load.size", "from": 1, "to": 50 } }
          ]
        }
        """;

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
            .Append((Name: "everything", Text: Everything))
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
        var text = Everything.Replace("\"slices\": 60, \"slice\": \"10ms\", \"warmUpCap\": \"5s\"", member, StringComparison.Ordinal).Replace("\"metric\": \"wall\", ", "", StringComparison.Ordinal);
        var problem = Assert.Single(schema.Problems(JsonNode.Parse(text)));
        Assert.StartsWith($"$.measure.{named}", problem, StringComparison.Ordinal);
        Assert.NotEmpty(Profiles.Errors(text));
    }

    [Fact]
    public void Schema_and_reader_agree_on_every_change_of_every_value()
    {
        Assert.Empty(Profiles.Read(Everything).Errors.Select(error => error.ToString()));
        var differ = new List<string>();
        var (accepted, refused) = (0, 0);
        foreach (var (change, document) in Mutations.Of(JsonNode.Parse(Everything)!))
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

    // Names that only a catalogue knows, and whether a workload marks its baseline; ranges of texts with units, and what members mean together.
    [GeneratedRegex("""
        ^(missing\ member\ "(baseline|candidates)"|unknown\ (workload|variant|axis\ "parameters\.|member\ in\ parameters|value\ of\ parameter)
        |"[a-zA-Z0-9]+"\ must\ be\ from\ .*,\ not\ "
        |".*"\ is\ (a\ GC\ or\ JIT\ setting|no\ name\ of\ an\ environment\ variable)
        |"pressure\.|".*"\ takes\ a\ number\ from
        |duplicate\ |the\ baseline\ |a\ gate\ on\ |pressure\ ".*"\ has\ other|GC\ settings\ ".*"\ has\ other
        |".*"\ (needs|is\ a\ share\ of|[0-9]+\ is\ above|must\ not\ be\ below|1000\ leaves)
        |"(looks|from|to|thinkTime|stages)"|no\ load,\ pressure\ or\ parameter|".*"\ has\ a\ list\ of\ values|.*\ has\ fewer\ than)
        """, RegexOptions.IgnorePatternWhitespace)]
    private static partial Regex BeyondSchemas();
}
