using System.Text.Json.Nodes;
using AsyncLoad.Harness.Cli;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Runs;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tests.Planning;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>Run folders that were changed after measuring: it is told, and goes on being told whatever is made of them.</summary>
public sealed class ChangedEvidenceTests : IDisposable
{
    private const string Changed = "pairs.jsonl was changed after measuring: comparison b/slow";

    private readonly string parent = Directory.CreateTempSubdirectory("asyncload-changed-").FullName;

    public void Dispose() => Directory.Delete(parent, recursive: true);

    [Fact]
    public async Task Slices_that_were_changed_are_named_by_report_merge_diff_and_every_report_on_what_was_made_of_them()
    {
        var run = Run("run");
        Slow(run);

        var report = await CommandRun.Of("report", run);
        Assert.Contains($"warning: {Changed}{Environment.NewLine}", report.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("a/calm", report.Error, StringComparison.Ordinal);
        AssertSays(run, Changed);

        var merge = await CommandRun.Of("merge", run, "--output", At("whole"));
        Assert.Contains($"warning: {run}: {Changed}{Environment.NewLine}", merge.Error, StringComparison.Ordinal);
        var again = await CommandRun.Of("report", At("whole"));
        Assert.Contains($"warning: {run}: {Changed}{Environment.NewLine}", again.Error, StringComparison.Ordinal);
        AssertSays(At("whole"), Changed);
        await CommandRun.Of("merge", At("whole"), "--output", At("once-more"));
        Assert.Contains($": {Changed}{Environment.NewLine}", (await CommandRun.Of("report", At("once-more"))).Error, StringComparison.Ordinal);

        var diff = await CommandRun.Of("diff", Run("before"), At("whole"));
        Assert.Contains($"warning: after: {run}: {Changed}", diff.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("plan.seed", "8")]
    [InlineData("plan.profileHash", "\"11111111\"")]
    [InlineData("plan.measure.looks", "[3]")]
    [InlineData("plan.measure.margin", "0.5")]
    [InlineData("warnings", "[]")]
    [InlineData("files", "[]")]
    public async Task What_a_manifest_says_and_was_changed_is_named(string member, string value)
    {
        var run = Run("run");
        Edit(run, manifest => Set(manifest, member, value));

        Assert.Contains($"warning: manifest.json was changed after measuring: {member}{Environment.NewLine}", (await CommandRun.Of("report", run)).Error, StringComparison.Ordinal);
        AssertSays(run, member);
    }

    [Fact]
    public async Task A_limit_of_a_gate_that_was_changed_is_named_by_its_comparison()
    {
        var run = Run("run");
        Edit(run, manifest => manifest["plan"]!["comparisons"]![1]!["gates"]![0]!["max"] = 99);

        Assert.Contains($"warning: manifest.json was changed after measuring: comparison b/slow{Environment.NewLine}", (await CommandRun.Of("report", run)).Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("parts", "manifest.json has no hashes of its content")]
    [InlineData("files", "manifest.json has no hashes of the evidence, though the run has ended")]
    public async Task A_run_without_hashes_is_told(string member, string expected)
    {
        var run = Run("run");
        Edit(run, manifest => manifest[member] = new JsonArray());

        Assert.Contains($"warning: {expected}", (await CommandRun.Of("report", run)).Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task White_space_in_a_manifest_is_no_change()
    {
        var run = Run("run");
        Edit(run, _ => { });

        Assert.Equal("", (await CommandRun.Of("report", run)).Error);
    }

    [Fault(5)]
    [Fact]
    public async Task What_was_changed_before_a_run_goes_on_is_told_afterwards()
    {
        var run = Run("run", RunStatus.Interrupted);
        Slow(run);

        Assert.Equal(ExitCode.Ok, (await CommandRun.Of("run", "--resume", run, "--force")).Code);

        Assert.Contains($"warning: {Changed}{Environment.NewLine}", (await CommandRun.Of("report", run)).Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_reference_run_that_was_changed_is_told_by_the_run_that_counts_from_it()
    {
        var run = Run("run", RunStatus.Complete, Run("earlier"));
        Slow(Path.Combine(run, RunManifest.ReferenceFolder));

        var error = (await CommandRun.Of("report", run)).Error;

        Assert.Contains("warning: reference/pairs.jsonl was changed after measuring", error, StringComparison.Ordinal);
        Assert.Contains($"warning: reference run: {Changed}", error, StringComparison.Ordinal);
        // Traces and histograms of it are not kept.
        Assert.DoesNotContain("is not there", error, StringComparison.Ordinal);
    }

    [Fault(5)]
    [Theory]
    [InlineData("gone", "reference/pairs.jsonl: the manifest names this file, but it does not exist")]
    [InlineData("changed", "reference/pairs.jsonl was changed after measuring")]
    [InlineData("all gone", "reference/catalogue.json: the manifest names this file, but it does not exist")]
    [InlineData("added", "reference/ exists, but the manifest names no reference run")]
    public async Task A_run_does_not_go_on_without_the_reference_run_that_it_began_with(string what, string expected)
    {
        var earlier = Run("earlier");
        var run = Run("run", RunStatus.Running, what == "added" ? null : earlier);
        var kept = Path.Combine(run, RunManifest.ReferenceFolder);
        if (what == "gone") File.Delete(Path.Combine(kept, "pairs.jsonl"));
        if (what == "changed") Slow(kept);
        if (what == "all gone") Directory.Delete(kept, recursive: true);
        if (what == "added") Directory.Move(earlier, kept);

        var resumed = await CommandRun.Of("run", "--resume", run, "--force");

        Assert.Equal(ExitCode.Refused, resumed.Code);
        Assert.StartsWith($"error: {run} cannot be resumed: {expected}", resumed.Error, StringComparison.Ordinal);
        Assert.Contains("restore it, or start a new run with --against", resumed.Error, StringComparison.Ordinal);
        Assert.Contains($"warning: {expected}", (await CommandRun.Of("report", run)).Error, StringComparison.Ordinal);
    }

    private string At(string name) => Path.Combine(parent, name);

    // Two comparisons of six pairs, each with a gate.
    private string Run(string name, RunStatus status = RunStatus.Complete, string? reference = null)
    {
        var gate = new GateSettings("bytesPerOperation", null, 1, InconclusivePolicy.Warn);
        Comparison[] comparisons = [SyntheticRun.ComparisonOf("a/calm", gate), SyntheticRun.ComparisonOf("b/slow", gate)];
        var evidence = SyntheticRun.Evidence(SyntheticRun.PlanOf([6], comparisons));
        var manifest = evidence.Manifest with { Status = RunStatus.Running, Started = SyntheticRun.Noon.AddMinutes(name[0]), Warnings = ["busy"] };
        using var writer = RunWriter.Create(At(name), manifest, evidence.Catalogue, Profiles.Good(Profiles.Smallest), reference);
        foreach (var index in Enumerable.Range(1, 6))
        {
            foreach (var comparison in comparisons) writer.Append(SyntheticRun.PairOf(index, 0.5 + (0.001 * index), comparison.Id));
        }

        if (status != RunStatus.Running) writer.Finish(status, manifest.Started);
        return At(name);
    }

    // Times of one comparison times five.
    private static void Slow(string folder)
    {
        var path = Path.Combine(folder, "pairs.jsonl");
        File.WriteAllLines(path, File.ReadAllLines(path).Select(line =>
        {
            var pair = JsonNode.Parse(line)!;
            if (pair["comparison"]!.GetValue<string>() != "b/slow") return line;
            foreach (var slice in pair["candidate"]!["measurement"]!["slices"]!.AsArray()) slice!["elapsed"] = slice["elapsed"]!.GetValue<long>() * 5;
            return pair.ToJsonString();
        }));
    }

    private static void Edit(string folder, Action<JsonNode> change)
    {
        var path = Path.Combine(folder, "manifest.json");
        var manifest = JsonNode.Parse(File.ReadAllText(path))!;
        change(manifest);
        File.WriteAllText(path, manifest.ToJsonString());
    }

    private static void Set(JsonNode manifest, string member, string value)
    {
        var names = member.Split('.');
        foreach (var name in names[..^1]) manifest = manifest[name]!;
        manifest[names[^1]] = JsonNode.Parse(value);
    }

    // Programs and people are told as well.
    private static void AssertSays(string folder, string problem)
    {
        var results = JsonNode.Parse(File.ReadAllText(Path.Combine(folder, "results.json")))!;
        Assert.Contains(results["problems"]!.AsArray(), said => said!.GetValue<string>().Contains(problem, StringComparison.Ordinal));
        Assert.Contains("damaged evidence", File.ReadAllText(Path.Combine(folder, "report.md")), StringComparison.Ordinal);
    }
}
