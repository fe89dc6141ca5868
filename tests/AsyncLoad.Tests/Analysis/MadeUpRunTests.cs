using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using AsyncLoad.Analysis;
using AsyncLoad.Model;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Runs;
using AsyncLoad.Model.Units;
using AsyncLoad.Tracing.Runs;
using Xunit;

namespace AsyncLoad.Tests.Analysis;

/// <summary>Run folders that read well and cannot be: each of these once ended in an exception that nobody had documented.</summary>
public sealed class MadeUpRunTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-run-").FullName;
    private readonly JsonObject manifest;

    public MadeUpRunTests()
    {
        var evidence = SyntheticRun.Evidence(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf()));
        manifest = JsonNode.Parse(JsonSerializer.Serialize(evidence.Manifest with { Status = RunStatus.Running }, ModelJson.Line.RunManifest))!.AsObject();
        File.WriteAllText(Path.Combine(folder, "catalogue.json"), JsonSerializer.Serialize(evidence.Catalogue, ModelJson.Line.Catalogue));
    }

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Theory]
    [InlineData("schemaVersion", "\"1\"", "Path: $.schemaVersion")]
    [InlineData("warnings", "[null]", "an item of a list or a map is null")]
    [InlineData("plan.profileHash", "\"00\"", "no hash of a profile")]
    [InlineData("plan.measure.looks", "[]", "no looks")]
    [InlineData("plan.measure.looks", "[6, 6]", "looks at 6, 6 pairs do not ascend")]
    [InlineData("plan.measure.looks", "[6, 2147483647]", "its last look is at 2,147,483,647 pairs, and a run has 1,000,000 at most")]
    [InlineData("plan.measure.looks", "[0, 6]", "looks at 0, 6 pairs do not ascend from 1")]
    [InlineData("plan.measure.looks", "[6, 1000001]", "its last look is at 1,000,001 pairs")]
    [InlineData("plan.measure.margin", "1e999", "out of range")]
    [InlineData("plan.measure.margin", "-0.03", "its margin is not between 0 and 1")]
    [InlineData("plan.measure.margin", "-0", "its margin is not between 0 and 1")]
    [InlineData("plan.measure.margin", "1e308", "its margin is not between 0 and 1")]
    [InlineData("plan.comparisons", "[]", "is not one of its comparisons")]
    [InlineData("plan.traced", "[{\"comparison\":\"other\",\"side\":\"baseline\"}]", "other is scheduled, but is not one of its comparisons")]
    [InlineData("plan.shard", "{\"index\":3,\"count\":2,\"all\":[]}", "shard 3/2 of 0 comparisons is not valid")]
    [InlineData("plan.shard", "{\"index\":0,\"count\":2,\"all\":[]}", "shard 0/2 of 0 comparisons is not valid")]
    [InlineData("plan.shard", "{\"index\":1,\"count\":2,\"all\":[\"a\",\"a\"]}", "shard 1/2 of 2 comparisons is not valid")]
    [InlineData("plan.sideBySide", "{\"places\":[],\"comparisons\":[]}", "a place has no processor")]
    [InlineData("plan.sideBySide", "{\"places\":[[0],[]],\"comparisons\":[]}", "a place has no processor")]
    [InlineData("plan.sideBySide", "{\"places\":[[0],[-1]],\"comparisons\":[]}", "a place has no processor")]
    [InlineData("plan.sideBySide", "{\"places\":[[0],[65536]],\"comparisons\":[]}", "a place has no processor")]
    [InlineData("plan.sideBySide", "{\"places\":[[0,1],[1,2]],\"comparisons\":[]}", "is invalid or in two places")]
    [InlineData("plan.sideBySide", "{\"places\":[[0,70000]],\"comparisons\":[]}", "a place has no processor, or a processor is invalid or in two places")]
    [InlineData("plan.sideBySide", "{\"places\":[[0],[1]],\"comparisons\":[\"other\"]}", "other is scheduled side by side, but is not one of its comparisons")]
    public void A_manifest_that_cannot_be_is_refused_with_its_reason(string member, string value, string reason)
    {
        Set(member, value);
        Refused(reason);
    }

    [Theory]
    [InlineData("plan.measure.looks", "[1, 6]")]
    [InlineData("plan.measure.looks", "[6, 1000000]")]
    [InlineData("plan.measure.margin", "0")]
    [InlineData("plan.measure.margin", "1")]
    [InlineData("plan.shard", "{\"index\":2,\"count\":2,\"all\":[\"a\",\"b\"]}")]
    [InlineData("plan.shard", "{\"index\":1,\"count\":1,\"all\":[]}")]
    [InlineData("plan.sideBySide", "{\"places\":[[0],[65535]],\"comparisons\":[\"completed/calm\"]}")]
    public void A_manifest_at_the_end_of_what_can_be_is_read(string member, string value)
    {
        Set(member, value);
        File.WriteAllText(Path.Combine(folder, "manifest.json"), manifest.ToJsonString());

        Assert.Single(RunReader.Read(folder).Manifest.Plan.Comparisons);
    }

    [Theory]
    [InlineData("[]")]
    [InlineData("[{\"at\":0,\"comparison\":\"completed/calm\"},{\"at\":0,\"comparison\":\"completed/calm\"}]")]
    public void A_sweep_without_a_step_or_with_one_twice_is_refused(string steps)
    {
        Set("plan.sweeps", """[{"id":"swept","axis":"liveSet","unit":"bytes","grid":{"from":0,"to":1,"spacing":1,"only":null},"mostSteps":3,"template":null,"steps":[]}]""");
        manifest["plan"]!["sweeps"]![0]!["template"] = manifest["plan"]!["comparisons"]![0]!.DeepClone();
        manifest["plan"]!["sweeps"]![0]!["steps"] = JsonNode.Parse(steps);
        Refused("swept has no step, or the same step twice");
    }

    [Fact]
    public void A_manifest_with_a_comparison_twice_is_refused()
    {
        var comparisons = manifest["plan"]!["comparisons"]!.AsArray();
        for (var count = 0; count < 2; count++)
        {
            var other = comparisons[0]!.DeepClone();
            other["id"] = "other";
            comparisons.Add(other);
        }

        Refused("other is in it twice");
    }

    [Fact]
    public void A_step_that_a_sweep_begins_with_is_one_of_the_comparisons()
    {
        Set("plan.sweeps", """[{"id":"swept","axis":"liveSet","unit":"bytes","grid":{"from":0,"to":1,"spacing":1,"only":null},"mostSteps":3,"template":null,"steps":[{"at":0,"comparison":"other"}]}]""");
        manifest["plan"]!["sweeps"]![0]!["template"] = manifest["plan"]!["comparisons"]![0]!.DeepClone();
        Refused("other is scheduled, but is not one of its comparisons");
    }

    [Fact]
    public void Of_all_that_cannot_be_the_first_is_told()
    {
        Set("plan.measure.looks", "[]");
        Set("plan.measure.margin", "-0.03");
        Set("plan.sweeps", """[{"id":"swept","axis":"liveSet","unit":"bytes","grid":{"from":0,"to":1,"spacing":1,"only":null},"mostSteps":3,"template":null,"steps":[]}]""");
        manifest["plan"]!["sweeps"]![0]!["template"] = manifest["plan"]!["comparisons"]![0]!.DeepClone();
        Set("plan.shard", """{"index":3,"count":2,"all":[]}""");
        Set("plan.sideBySide", """{"places":[],"comparisons":[]}""");
        var candidate = manifest["plan"]!["comparisons"]![0]!["candidate"]!;
        var name = candidate["name"]!.GetValue<string>();
        candidate["name"] = "..";

        Refused("which is not a valid file name");
        candidate["name"] = name;
        Refused("it has no looks");
        Set("plan.measure.looks", "[6]");
        Refused("its margin is not between 0 and 1");
        Set("plan.measure.margin", "0.03");
        Refused("swept has no step");
        Set("plan.sweeps", "null");
        Refused("shard 3/2");
        Set("plan.shard", "null");
        Refused("a place has no processor");
    }

    [Theory]
    [InlineData("x-/../../outside")]
    [InlineData("..")]
    [InlineData("c001-a\\b")]
    [InlineData("c001-é")]
    public void A_manifest_whose_cell_could_be_a_path_is_refused(string name)
    {
        manifest["plan"]!["comparisons"]![0]!["candidate"]!["name"] = name;
        Refused("which is not a valid file name");
    }

    [Fact]
    public void A_level_whose_cell_could_be_a_path_is_left_out()
    {
        var comparison = SyntheticRun.ComparisonOf("completed/step");
        Set("plan.sweeps", """[{"id":"swept","axis":"liveSet","unit":"bytes","grid":{"from":0,"to":1,"spacing":1,"only":null},"mostSteps":3,"template":null,"steps":[{"at":0,"comparison":"completed/calm"}]}]""");
        manifest["plan"]!["sweeps"]![0]!["template"] = manifest["plan"]!["comparisons"]![0]!.DeepClone();

        var evidence = Journal(new JournalEntry.AddedStep("swept", 1, comparison with { Candidate = comparison.Candidate with { Name = "../outside" } }), SyntheticRun.PairOf(1, 0.5));

        Assert.Contains("which is not a valid file name", Assert.Single(evidence.Problems), StringComparison.Ordinal);
        Assert.Equal([SyntheticRun.Id], evidence.Manifest.Plan.Comparisons.Select(known => known.Id));
    }

    [Fact]
    public void A_step_of_a_sweep_that_is_not_planned_is_left_out()
    {
        var evidence = Journal(new JournalEntry.AddedStep("swept", 1, SyntheticRun.ComparisonOf("completed/step")), SyntheticRun.PairOf(1, 0.5));

        Assert.Equal("""pairs.jsonl: a step of "swept" is skipped: the plan has no such sweep""", Assert.Single(evidence.Problems));
        Assert.Equal([SyntheticRun.Id], evidence.Manifest.Plan.Comparisons.Select(known => known.Id));
    }

    [Fact]
    public void What_was_doubted_before_is_doubted_still_and_a_reference_run_that_was_added_is_too()
    {
        Set("doubts", """["share: a line was lost"]""");
        Directory.CreateDirectory(Path.Combine(folder, "reference"));

        var evidence = Journal(SyntheticRun.PairOf(1, 0.5));

        string[] doubts = ["share: a line was lost", "reference/ exists, but the manifest names no reference run: it was added after the run began"];
        Assert.Equal(doubts, evidence.Doubts);
        Assert.Equal(doubts, evidence.Problems);
        Assert.Equal(doubts[..1], RunReader.Read(folder, only: []).Doubts);
    }

    [Fact]
    public void A_manifest_whose_load_has_no_kind_or_whose_parameter_is_null_is_refused()
    {
        var cell = manifest["plan"]!["comparisons"]![0]!["baseline"]!;
        cell["parameters"]!["result"] = null;
        Refused("an item of a list or a map is null");
        cell["parameters"]!.AsObject().Clear();
        cell["load"] = new JsonObject();
        Refused("discriminator");
    }

    [Fact]
    public void A_member_called_as_a_map_may_be_null_and_so_may_what_follows_it()
    {
        Set("plan.runtimes", """[{"name":"net8.0","version":"8.0.33","missing":null},{"name":"net98.0","version":null,"missing":"not there"}]""");
        File.WriteAllText(Path.Combine(folder, "manifest.json"), manifest.ToJsonString());

        Assert.Equal(["8.0.33", null], RunReader.Read(folder).Manifest.Plan.Runtimes!.Select(runtime => runtime.Version));
    }

    [Fact]
    public void Lines_that_cannot_have_been_measured_are_left_out_and_stated()
    {
        var side = SyntheticRun.Side(100);
        var never = side with { Counts = [new CountSlice(0, 100, 0, 0)] };
        var nowhere = side with { Latency = new LatencyReport(new Latencies(default, default, [Latencies.BucketCount, 1]), null, Latencies.None, null) };
        var backwards = side.WithSlices(slice => slice with { Elapsed = new Nanoseconds(-1) });

        var evidence = Journal(SyntheticRun.PairOf(1, 0.5), SyntheticRun.PairOf(2, 0.5, "unheard-of"), SyntheticRun.PairOf(3, side, never), SyntheticRun.PairOf(4, side, nowhere), SyntheticRun.PairOf(5, side, backwards));

        Assert.Equal(SyntheticRun.Id, Assert.IsType<JournalEntry.Pair>(Assert.Single(evidence.Journal)).Comparison);
        Assert.Equal(4, evidence.Problems.Count);
        Assert.All(new[] { "no such comparison", "over no operation", "buckets that do not exist", "are below 0" }, words =>
            Assert.Contains(evidence.Problems, problem => problem.Contains(words, StringComparison.Ordinal)));
        Assert.NotEmpty(RunAnalyzer.AnalyzeUntraced(evidence).Comparisons);
    }

    [Fact]
    public void Figures_that_could_not_be_added_up_are_left_out_and_stated()
    {
        var side = SyntheticRun.Side(100);
        var none = Latencies.None;
        SideMeasurement[] spoilt =
        [
            side.WithSlices(slice => slice with { Gc = slice.Gc with { Gen0 = int.MaxValue, Gen1 = 1 } }),
            side.WithSlices(slice => slice with { Process = slice.Process with { LockContentions = long.MaxValue } }),
            side.WithSlices(slice => slice with { Pressure = slice.Pressure with { Allocation = new AllocationCounters(0, 0, long.MaxValue, 0, 0, 0, 0) } }),
            side.WithSlices(slice => slice with { Pressure = new PressureCounters(1, 0, 0, default, default) }),
            side.WithSlices(slice => slice with { Pressure = new PressureCounters(1, 0, 0, default, new Nanoseconds(-1)) }),
            side.WithSlices(slice => slice with { Pressure = new PressureCounters(1e300, 0, 0, default, new Nanoseconds(1)) }),
            side.WithSlices(slice => slice with { Pressure = new PressureCounters(0, 0, 0, default, default, new AllocationCounters(1, 0, 0, 0, 0, 0, 0)) }),
            side with { LiveSetBytes = long.MaxValue },
            side with { Device = new DeviceReport(1, new Nanoseconds(long.MaxValue), default, default, default) },
            side with { Latency = new LatencyReport(none, null, none, new ArrivalReport(long.MaxValue, 0, 0, none, default)) },
            side with { Latency = new LatencyReport(none with { Sum = new Nanoseconds(long.MaxValue) }, null, none, null) },
            side with { Memory = new MemoryUse(0, IsSampled: false, null) },
            side with { Memory = new MemoryUse(1, IsSampled: false, new HeapUse(1, 0, 1)) },
            side with { Memory = new MemoryUse(null, IsSampled: true, new HeapUse(-1, 1, 1)) },
            side with { Memory = new MemoryUse(1, IsSampled: false, new HeapUse(1, 1, long.MaxValue)) },
        ];

        var evidence = Journal([.. spoilt.Select((never, index) => SyntheticRun.PairOf(index + 1, side, never))]);

        Assert.Empty(evidence.Journal);
        string[] reasons = ["more collections", "counter of a slice", "counter of a slice", .. Enumerable.Repeat("a pressure was due", 4), "figure of a side", "figure of a side", "figure of a side", "latencies add up", .. Enumerable.Repeat("memory is 0 bytes or less", 4)];
        Assert.Equal(reasons.Length, evidence.Problems.Count);
        Assert.All(reasons.Zip(evidence.Problems), entry => Assert.Contains(entry.First, entry.Second, StringComparison.Ordinal));
    }

    [Fact]
    public void A_pair_that_shares_its_baseline_with_none_cannot_have_been_measured()
    {
        var evidence = Journal(SyntheticRun.PairOf(1, 0.5) with { Sharing = 2 }, SyntheticRun.PairOf(2, 0.5) with { Sharing = 1 });

        Assert.Single(evidence.Journal);
        Assert.Contains("it shares its baseline with no other pair", Assert.Single(evidence.Problems), StringComparison.Ordinal);
    }

    [Fact]
    public void A_last_line_that_cannot_have_been_measured_is_not_called_torn()
    {
        var evidence = Journal(SyntheticRun.PairOf(1, 0.5), SyntheticRun.PairOf(0, 0.5));

        Assert.Contains("line 2 is damaged and skipped: its number is below 1", Assert.Single(evidence.Problems), StringComparison.Ordinal);
    }

    [Fact]
    public void A_byte_order_mark_changes_nothing()
    {
        File.WriteAllText(Path.Combine(folder, "manifest.json"), "\uFEFF" + manifest.ToJsonString());
        Assert.Equal("test", RunReader.Read(folder).Manifest.Plan.ProfileName);
    }

    private void Set(string member, string value)
    {
        JsonNode node = manifest;
        var names = member.Split('.');
        foreach (var name in names[..^1]) node = node[name]!;
        node[names[^1]] = JsonNode.Parse(value);
    }

    private void Refused(string reason)
    {
        File.WriteAllText(Path.Combine(folder, "manifest.json"), manifest.ToJsonString());
        Assert.Contains(reason, Assert.Throws<UnreadableRunException>(() => RunReader.Read(folder)).Message, StringComparison.Ordinal);
    }

    private RunEvidence Journal(params JournalEntry[] entries)
    {
        // Made up with its hashes.
        manifest["parts"] = JsonSerializer.SerializeToNode(EvidenceParts.OfManifest(Encoding.UTF8.GetBytes(manifest.ToJsonString())), JsonSerializerOptions.Web);
        File.WriteAllText(Path.Combine(folder, "manifest.json"), manifest.ToJsonString());
        File.WriteAllLines(Path.Combine(folder, "pairs.jsonl"), entries.Select(entry => JsonSerializer.Serialize(entry, ModelJson.Line.JournalEntry)));
        return RunReader.Read(folder);
    }
}
