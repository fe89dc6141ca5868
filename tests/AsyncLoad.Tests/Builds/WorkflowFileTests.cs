using System.Text.Json.Nodes;
using AsyncLoad.Tests.Docs;
using Xunit;
using YamlDotNet.Core;
using YamlDotNet.RepresentationModel;

namespace AsyncLoad.Tests.Builds;

/// <summary>The workflows of this repository, and those that pages show.</summary>
public sealed class WorkflowFileTests
{
    private const string Build = ".github/workflows/build.yml";
    private const string Release = ".github/workflows/release.yml";

    public static TheoryData<string> Files { get; } = [.. Repository.Files("*.yml", ".github", "deploy")];

    private static IEnumerable<YamlFile> Workflows => Repository.Files("*.yml", ".github/workflows").Select(YamlFile.Of);

    [Theory]
    [MemberData(nameof(Files))]
    public void Every_file_parses(string path) => Assert.NotEmpty(YamlFile.Of(path).Root.Members());

    [Fact]
    public void Workflows_on_pages_parse()
    {
        var blocks = Documents.All.SelectMany(page => page.Blocks("yaml")).ToList();
        Assert.True(blocks.Count > 4);
        Assert.All(blocks, block => Assert.IsNotType<YamlScalarNode>(YamlFile.Parse(block.Place, block.Text).Root));
    }

    [Fact]
    public void Every_command_and_action_of_a_workflow_is_there()
    {
        var steps = Workflows.SelectMany(WorkflowStep.Of).ToList();
        Assert.True(steps.Count > 10);
        Assert.Equal([], steps.SelectMany(step => step.Problems()));
    }

    [Theory]
    [InlineData("run: tests/runs", "a.yml, a, step 1: tests/runs is no script of the repository")]
    [InlineData("run: README.md", "a.yml, a, step 1: README.md is no script of the repository")]
    [InlineData("run: dotnet build Nothing.sln", "a.yml, a, step 1: Nothing.sln is not there")]
    [InlineData("run: dotnet biuld AsyncLoad.sln", "a.yml, a, step 1: dotnet does not know \"dotnet biuld AsyncLoad.sln\"")]
    [InlineData("run: dotnet tests/Gone/bin/Release/net10.0/Gone.dll", "a.yml, a, step 1: no project of the repository builds tests/Gone/bin/Release/net10.0/Gone.dll")]
    [InlineData("uses: actions/checkout", "a.yml, a, step 1 uses actions/checkout, which is no action with its version")]
    [InlineData("name: nothing", "a.yml, a, step 1 has to have either uses or run")]
    public void What_is_not_there_is_told(string step, string problem) =>
        Assert.Equal([problem], WorkflowStep.Of(YamlFile.Parse("a.yml", $"jobs:\n  a:\n    steps:\n      - {step}\n")).Single().Problems());

    [Fact]
    public void A_file_with_a_wrong_indent_does_not_parse() =>
        Assert.ThrowsAny<YamlException>(() => YamlFile.Parse("a.yml", "on:\n  push:\n branches: [main]\n"));

    [Fact]
    public void The_build_runs_on_three_systems_and_may_write_nothing()
    {
        var build = YamlFile.Of(Build).Root;
        var systems = build.Get("jobs")!.Get("test")!.Get("strategy")!.Get("matrix")!.Items("os");
        Assert.Equal(["ubuntu-latest", "windows-latest", "macos-latest"], systems.Select(system => system.ToString()));
        Assert.Equal([("contents", "read")], build.Get("permissions")!.Members().Select(member => (member.Key, member.Value.ToString())));
    }

    [Fact]
    public void A_release_tests_what_it_packs_and_attests_packages_and_their_bill_of_materials()
    {
        var steps = WorkflowStep.Of(YamlFile.Of(Release)).ToList();
        var order = steps.Select(step => step.Uses?.Split('@')[0] ?? step.Run!.Split(' ')[0]).ToList();
        Assert.Equal(
            [".ci/release", "tests/run", "actions/attest-build-provenance", "actions/attest-sbom", "gh", "dotnet"],
            order.SkipWhile(step => step != ".ci/release"));
        Assert.Contains("artifacts/release/sbom.json", steps.Single(step => step.Run?.StartsWith("gh ", StringComparison.Ordinal) == true).Run, StringComparison.Ordinal);
    }

    [Fact]
    public void Workflows_take_the_sdk_of_global_json_and_pages_one_that_it_accepts()
    {
        foreach (var step in Workflows.SelectMany(file => file.Root.Get("jobs")!.Members()).SelectMany(job => job.Value.Items("steps")))
            if (step.Text("uses")?.StartsWith("actions/setup-dotnet@", StringComparison.Ordinal) == true) Assert.Equal("global.json", step.Get("with")!.Text("global-json-file"));

        // "10.0.x" gives the newest feature band, which latestPatch would refuse.
        var sdk = JsonNode.Parse(Repository.Text("global.json"))!["sdk"]!;
        Assert.Equal("latestFeature", (string)sdk["rollForward"]!);
        var asked = Documents.All.SelectMany(page => page.Text.Split('\n')).Where(line => line.Contains("dotnet-version:", StringComparison.Ordinal)).ToList();
        Assert.NotEmpty(asked);
        var major = string.Join('.', ((string)sdk["version"]!).Split('.')[..2]);
        Assert.All(asked, line => Assert.Contains($"dotnet-version: {major}.x", line, StringComparison.Ordinal));
    }
}
