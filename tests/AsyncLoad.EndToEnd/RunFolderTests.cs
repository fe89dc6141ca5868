using System.Security.Cryptography;
using System.Text.Json;
using System.Xml.Linq;
using AsyncLoad.Model;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Runs;
using Xunit;

namespace AsyncLoad.EndToEnd;

[Collection(typeof(CompleteRunReaders))]
public class RunFolderTests(CompleteRun run)
{
    private static readonly string[] Verdicts = ["wins", "loses", "equivalent", "inconclusive"];

    [Fact]
    public void It_holds_evidence_judgement_and_nothing_else() => Assert.Equal(
    [
        "asyncload.log", "catalogue.json", "junit.xml", "manifest.json", "pairs.jsonl", "profile.resolved.json",
        "report.html", "report.md", "results.csv", "results.json",
        "traces/c001-await-task-sequential-calm.nettrace", "traces/c002-await-value-task-sequential-calm.nettrace",
    ],
    run.Folder.Files);

    [Fact]
    public void The_manifest_vouches_for_every_file_of_evidence()
    {
        var manifest = run.Folder.Manifest;

        Assert.Equal(RunStatus.Complete, manifest.Status);
        Assert.True(manifest.Finished >= manifest.Started);
        Assert.Equal(
            run.Folder.Files.Except([.. RunFolder.Judgement, "manifest.json", "asyncload.log"]),
            manifest.Files.Select(file => file.Path).Order(StringComparer.Ordinal));
        Assert.All(manifest.Files, file =>
        {
            var content = File.ReadAllBytes(run.Folder.At(file.Path));
            Assert.Equal((content.Length, Convert.ToHexStringLower(SHA256.HashData(content))), (file.Bytes, file.Sha256));
        });
    }

    [Fact]
    public async Task The_resolved_profile_plans_to_the_same_hash()
    {
        using var sandbox = new Sandbox();

        var planned = await Asyncload.RunAsync(sandbox, "plan", run.Folder.At("profile.resolved.json"), "--traces", "one", "--format", "json");

        var plan = JsonSerializer.Deserialize(planned.Expect(0).Output, ModelJson.Line.Plan)!;
        var (then, now) = (run.Folder.Manifest.Plan, plan);
        Assert.Equal(then.ProfileHash, now.ProfileHash);
        Assert.Equal(JsonSerializer.Serialize(then, ModelJson.Line.Plan), JsonSerializer.Serialize(now, ModelJson.Line.Plan));
    }

    [Fact]
    public void The_catalogue_is_what_the_measured_process_described()
    {
        var catalogue = JsonSerializer.Deserialize(run.Folder.Text("catalogue.json"), ModelJson.Line.Catalogue)!;

        var ids = catalogue.Workloads.Select(workload => workload.Id).ToList();
        Assert.Equal("call-chain", ids[0]);
        Assert.Contains("no-op", ids);
        Assert.Contains("failing", ids);
        Assert.Equal(run.Folder.Manifest.Runtime, catalogue.Runtime);
    }

    [Fact]
    public void Every_pair_knows_what_else_the_machine_did()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "what others do is read from /proc");
        Assert.All(run.Folder.Pairs, pair =>
        {
            var environment = pair.Environment!;
            Assert.True(environment.Over >= pair.Took);
            Assert.InRange(environment.OtherCores!.Value, 0, Environment.ProcessorCount);
            Assert.InRange(environment.StolenShare!.Value, 0, 1);
            Assert.True(environment.Load >= 0);
        });
        Assert.True(run.Folder.Manifest.Environment is { Harness: { Optimized: true, Debugged: false }, Host.Optimized: true, Forced.Count: 0 });
    }

    [Fact]
    public void The_journal_has_every_pair_of_the_plan_and_every_traced_run()
    {
        var plan = run.Folder.Manifest.Plan;
        // Each ends whole, at the second attempt where the machine spoiled the first.
        var attempts = run.Folder.Pairs.GroupBy(pair => (pair.Comparison, pair.Index)).ToList();

        Assert.Equal(
            plan.Schedule.Select(pair => (pair.Comparison, pair.Index)).Concat(plan.LoadOverhead.Select(cost => (cost.Id, 1))).Order(),
            attempts.Select(pair => pair.Key).Order());
        Assert.All(attempts, pair => Assert.Equal([.. Enumerable.Repeat(false, pair.Count() - 1), true], pair.Select(RunFolder.IsWhole)));
        Assert.Equal([Side.Baseline, Side.Candidate], run.Folder.Journal.OfType<JournalEntry.TracedRun>().Select(traced => traced.Side));
    }

    [Fact]
    public void The_log_tells_the_run_pair_by_pair() =>
        Assert.Equal(run.Folder.Pairs.Count(), File.ReadLines(run.Folder.At("asyncload.log")).Count(line => line.Contains(" ended after ", StringComparison.Ordinal)));

    [Fact]
    public void The_log_begins_with_what_was_asked_and_ends_with_what_came_out()
    {
        var lines = File.ReadLines(run.Folder.At("asyncload.log")).ToList();

        Assert.Contains(" INF AsyncLoad ", lines[0], StringComparison.Ordinal);
        Assert.Contains(" INF command: asyncload run ", lines[1], StringComparison.Ordinal);
        Assert.Contains($"machine {run.Folder.Manifest.Machine.Id}", lines[2], StringComparison.Ordinal);
        Assert.Contains($"seed {run.Folder.Manifest.Plan.Seed},", lines[3], StringComparison.Ordinal);
        Assert.All(run.Folder.Manifest.Plan.Comparisons, comparison => Assert.Single(lines, line => line.Contains($" INF result {comparison.Id}: ", StringComparison.Ordinal)));
    }

    [Fact]
    public void Results_say_their_verdicts_in_words_and_have_no_empty_number()
    {
        using var results = JsonDocument.Parse(run.Folder.Text("results.json"));
        var comparisons = results.RootElement.GetProperty("comparisons").EnumerateArray().ToList();

        Assert.Equal(4, comparisons.Count);
        Assert.All(comparisons, comparison => Assert.Contains(comparison.GetProperty("verdict").GetString(), Verdicts));
        Assert.All(comparisons, comparison => Assert.Equal(6, comparison.GetProperty("ratio").GetProperty("pairs").GetInt32()));
        Assert.DoesNotContain("NaN", run.Folder.Text("results.json"), StringComparison.Ordinal);
    }

    [Fact]
    public void The_table_has_the_comparisons_of_the_results()
    {
        var table = File.ReadAllLines(run.Folder.At("results.csv"));

        Assert.All(run.Folder.Results.Comparisons, comparison => Assert.Contains(table, line => line.Contains(comparison.Id, StringComparison.Ordinal)));
    }

    [Fact]
    public void Every_gate_is_a_test_case_that_passed()
    {
        var suite = XDocument.Parse(run.Folder.Text("junit.xml")).Descendants("testsuite").Single();

        Assert.Equal(("2", "0", "0"), ((string?)suite.Attribute("tests"), (string?)suite.Attribute("failures"), (string?)suite.Attribute("skipped")));
        Assert.Equal(2, suite.Elements("testcase").Count());
    }
}
