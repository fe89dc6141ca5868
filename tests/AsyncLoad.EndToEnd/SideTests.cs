using System.Security.Cryptography;
using System.Text;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Results;
using AsyncLoad.Tests.Fixtures;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>Sides that differ in anything a process is started with, by real processes and real builds.</summary>
public sealed class SideTests : IClassFixture<Shop>, IDisposable
{
    private const string Bench = Shop.Bench;
    private const string Source = Shop.Source;

    private readonly Shop shop;
    private readonly Sandbox sandbox;
    private readonly TestRepository repository;

    public SideTests(Shop shop)
    {
        (this.shop, sandbox) = (shop, shop.Sandbox);
        repository = shop.OnNewBranch();
    }

    public void Dispose() => shop.RemoveResults();

    [Fact]
    public async Task Settings_variables_and_parameters_make_sides_of_one_variant()
    {
        sandbox.Write("bench.cs", Bench);
        (await CompareAsync("bench.cs", "Rent", "--candidate", "env.MORE=16", "--candidate", "parameter.Base=8,gc.tieredPgo=false,name=unguided")).Expect(0);

        var run = new RunFolder(sandbox.At("run"));
        Assert.Equal(["compare/rent-MORE=16-vs-no-MORE/sequential/calm/default/Base=8", "compare/rent-unguided-vs-default/sequential/calm/no-tieredPgo/Base=8"], run.Results.Comparisons.Select(one => one.Id));
        var (variable, setting) = (run.Results.Comparisons[0], run.Results.Comparisons[1]);
        Assert.Equal([new SideDifference(CellPart.Variables, "no MORE", "MORE=16")], variable.Differences);
        Assert.Equal([32, 48], variable.Metrics.Each().Select(side => Math.Round(side!.BytesPerOperation!.Value)));
        Assert.Equal([new SideDifference(CellPart.Gc, "default", "no-tieredPgo")], setting.Differences);
        // Read back of each side, since a process cannot see this of itself.
        var pair = Assert.Single(run.Pairs, pair => pair.Comparison == setting.Id);
        Assert.Equal([false, true], new[] { pair.Baseline, pair.Candidate }.Select(side => Assert.IsType<CellOutcome.Completed>(side).Measurement.Settings.ReadBack.ContainsKey("tieredPgo")));
        Assert.Equal([32, 32], setting.Metrics.Each().Select(side => Math.Round(side!.BytesPerOperation!.Value)));
    }

    [Fact]
    public async Task Every_method_of_a_class_is_compared_with_itself_at_another_commit()
    {
        var before = repository.State();
        var ended = (await CompareAsync(Source, "--baseline", "commit=HEAD~1", "--candidate", "commit=HEAD")).Expect(0);

        var run = new RunFolder(sandbox.At("run"));
        Assert.Equal(["rent", "same"], run.Results.Comparisons.Select(one => one.Id.Split('/')[1].Split('-')[0]));
        Assert.All(run.Results.Comparisons, one => Assert.Equal(("HEAD~1", "HEAD"), (one.Baseline, one.Candidate)));
        Assert.Equal([24, 0], run.Results.Comparisons.Select(one => Math.Round(one.BytesDifference!.Value)));
        Assert.Contains("\"HEAD~1\" has no variant \"newer\"", ended.Error, StringComparison.Ordinal);
        Assert.Contains("Same; returns int, without an async method builder; HEAD: ", run.Text("report.md"), StringComparison.Ordinal);
        Assert.Contains("Same; returns ValueTask&lt;int&gt;, without an async method builder", run.Text("report.md"), StringComparison.Ordinal);
        Assert.Equal(before, repository.State());
    }

    [Fact]
    public async Task Builds_are_measured_on_a_runtime_that_both_sides_or_one_of_them_name()
    {
        (await CompareAsync(Source, "Rent", "--runtime", "net10.0", "--baseline", "commit=HEAD~1", "--candidate", "commit=HEAD", "--candidate", "commit=HEAD,gc.server=true,env.MORE=16")).Expect(0);
        var run = new RunFolder(sandbox.At("run"));
        Assert.Equal(
            ["compare/rent-HEAD-vs-HEAD~1/sequential/calm/default/net10.0/Base=8", "compare/rent-HEAD-server-MORE=16-vs-HEAD~1-default-no-MORE/sequential/calm/server/net10.0/Base=8"],
            run.Results.Comparisons.Select(one => one.Id));
        Assert.Equal([24, 40], run.Results.Comparisons.Select(one => Math.Round(one.BytesDifference!.Value)));

        (await CompareAsync(Source, "Rent", "--baseline", "commit=HEAD,runtime=net10.0", "--candidate", "commit=HEAD~1", "--output", "other")).Expect(0);
        Assert.Equal(-24, Math.Round(Assert.Single(new RunFolder(sandbox.At("other")).Results.Comparisons).BytesDifference!.Value));
    }

    [Fact]
    public async Task Sides_are_planned_gated_cut_short_and_gone_on_with_by_the_builds_that_were_begun_with()
    {
        string[] sides = ["--baseline", "commit=HEAD~1", "--candidate", "commit=HEAD", "--candidate", "commit=HEAD,env.MORE=16"];
        var begun = (await CompareAsync([Source, "Rent", .. sides, "--gate", "bytes<=+24", "--gate", "bytes<=-8", "--time-budget", "1ms"])).Expect(3);
        Assert.Equal(4, begun.Output.Split('\n').Count(line => line.StartsWith("gate ", StringComparison.Ordinal)));
        var run = new RunFolder(sandbox.At("run"));
        Assert.All(run.Results.Gates, gate => Assert.Equal(GateState.Inconclusive, gate.State));

        // The branch moves on; what was planned are the builds of then.
        repository.Write("bench.cs", Bench.Replace("new byte[size]", "new byte[size + 800]", StringComparison.Ordinal));
        repository.Commit("much heavier");
        (await Asyncload.RunAsync(sandbox, "run", "--resume", "run")).Expect(2);

        run = new RunFolder(sandbox.At("run"));
        Assert.Equal([24, 40], run.Results.Comparisons.Select(one => Math.Round(one.BytesDifference!.Value)));
        Assert.Equal([GateState.Passed, GateState.Failed, GateState.Failed, GateState.Failed], run.Results.Gates.Select(gate => gate.State));
    }

    [Fact]
    public async Task A_profile_of_sides_is_planned_by_their_builds_and_nothing_is_measured()
    {
        var before = repository.State();
        const string Project = $"\"project\": \"{Source}\"";
        sandbox.Write("profile.json", Profiles.FiguresOf(1, $$"""
            {
              "name": "sides", "workload": "Buffers", "loads": ["sequential"],
              "baseline": { "name": "before", "variant": "Rent", "commit": "HEAD~1", {{Project}} },
              "candidates": [{ "name": "after", "variant": "Rent", "commit": "HEAD", {{Project}} }, { "name": "served", "variant": "Rent", "commit": "HEAD", {{Project}}, "gc": { "server": true }, "env": { "MORE": "16" } }]
            }
            """));
        var planned = (await Asyncload.RunAsync(sandbox, "plan", "profile.json")).Expect(0);
        Assert.Contains("sides/rent-after-vs-before/", planned.Output, StringComparison.Ordinal);
        Assert.Contains("sides/rent-served-vs-before/", planned.Output, StringComparison.Ordinal);
        Assert.Equal(before, repository.State());
    }

    [Fact]
    public async Task A_side_whose_source_Git_LFS_keeps_is_built_from_its_content_and_refused_without_it()
    {
        repository.Git("checkout", "--quiet", "--orphan", "kept");
        repository.Write(".gitattributes", "*.cs filter=lfs diff=lfs merge=lfs -text\n");
        KeptByLfs(repository, "a program that nobody fetched", isHere: false);
        repository.Commit("kept elsewhere");
        KeptByLfs(repository, Bench, isHere: true);
        repository.Commit("kept here");
        var before = repository.State();

        (await CompareAsync(Source, "Rent", "--baseline", "commit=HEAD", "--candidate", "commit=HEAD,env.MORE=16")).Expect(0);
        Assert.Equal(16, Math.Round(Assert.Single(new RunFolder(sandbox.At("run")).Results.Comparisons).BytesDifference!.Value));

        var refused = (await CompareAsync(Source, "Rent", "--baseline", "commit=HEAD", "--candidate", "commit=HEAD~1", "--output", "other")).Expect(5);
        var commit = repository.Git("rev-parse", "HEAD~1").Trim();
        Assert.Contains($"{Source} cannot be built: bench.cs is kept by Git LFS, and its content at HEAD~1 ({commit[..9]}) is not on this machine: run git lfs fetch origin {commit}", refused.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists(sandbox.At("other")));
        Assert.Equal(before, repository.State());
    }

    [Fact]
    public async Task Gates_on_a_change_count_from_the_same_side_of_a_stored_run_and_not_from_another_of_its_name()
    {
        // A name for each side stays, whatever it stands for.
        string Of(string more) => Profiles.FiguresOf(1, $$"""
            {
              "name": "sides", "workload": "Buffers", "loads": ["sequential"],
              "baseline": { "name": "before", "variant": "Rent", "commit": "HEAD~1", "project": "{{Source}}" },
              "candidates": [{ "name": "after", "variant": "Rent", "commit": "HEAD", "project": "{{Source}}", "env": { "MORE": "{{more}}" } }],
              "gates": [{ "metric": "bytesPerOperation", "variant": "before", "maxChange": 0 }, { "metric": "bytesPerOperation", "variant": "after", "maxChange": 8 }]
            }
            """);
        sandbox.Write("profile.json", Of("0"));
        (await RunAsync("--no-gate", "--output", "stored")).Expect(0);

        // The branch moves on: the baseline is 24 B heavier than the stored one, the candidate 8 B.
        repository.Write("bench.cs", File.ReadAllText(repository.At("bench.cs")).Replace("size + 24", "size + 32", StringComparison.Ordinal));
        repository.Commit("a little heavier");
        (await RunAsync("--against", "stored", "--output", "run")).Expect(2);
        Assert.Equal([("before", GateState.Failed, 24.0), ("after", GateState.Passed, 8.0)], Gates("run").Select(gate => (gate.Variant, gate.State, Math.Round(gate.Value!.Value))));

        sandbox.Write("profile.json", Of("16"));
        var undecided = (await RunAsync("--against", "run", "--output", "other")).Expect(3);
        Assert.Equal([("before", GateState.Passed), ("after", GateState.Inconclusive)], Gates("other").Select(gate => (gate.Variant, gate.State)));
        const string Other = "the reference run measured other sides under these names (candidate: env: MORE=0 → MORE=16)";
        Assert.Contains(Other, Gates("other")[1].Reason, StringComparison.Ordinal);
        Assert.Contains($"gates with \"maxChange\" will be undecided: {Other}", undecided.Error, StringComparison.Ordinal);

        Task<EndedProgram> RunAsync(params string[] options) => Asyncload.RunAsync(sandbox, ["run", "profile.json", "--traces", "none", .. options]);
        IReadOnlyList<GateResult> Gates(string folder) => new RunFolder(sandbox.At(folder)).Results.Gates;
    }

    [Fact]
    public async Task Shares_of_sides_join_and_those_of_a_branch_that_moved_meanwhile_do_not()
    {
        string[] sides = [Source, "--baseline", "commit=HEAD~1", "--candidate", "commit=HEAD", "--only", "*"];
        foreach (var share in new[] { "1", "2" }) (await CompareAsync([.. sides, "--shard", $"{share}/2", "--output", $"share-{share}"])).Expect(0);
        (await Asyncload.RunAsync(sandbox, "merge", "share-1", "share-2", "--output", "whole")).Expect(0);
        Assert.Equal([24, 0], new RunFolder(sandbox.At("whole")).Results.Comparisons.Select(one => Math.Round(one.BytesDifference!.Value)));

        repository.Write("bench.cs", File.ReadAllText(repository.At("bench.cs")).Replace("size + 24", "size + 800", StringComparison.Ordinal));
        repository.Commit("much heavier");
        (await CompareAsync([.. sides, "--shard", "2/2", "--output", "moved"])).Expect(0);
        var refused = (await Asyncload.RunAsync(sandbox, "merge", "share-1", "moved", "--output", "other")).Expect(4);
        Assert.Contains("moved measured bench.dll of ", refused.Error, StringComparison.Ordinal);
        Assert.Contains(" as HEAD, share-1 bench.dll of ", refused.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(5, "there is no commit \"mian\" in this repository: name a branch, a tag", "commit=mian", "commit=HEAD")]
    [InlineData(5, "my repository/bench.cs at broken", "commit=broken", "commit=HEAD")]
    [InlineData(5, "No.Such.Package", "commit=unserved", "commit=HEAD")]
    [InlineData(5, "it does not use the package Dapper", "commit=HEAD", "commit=HEAD,package=Dapper=2.1.35")]
    [InlineData(5, "\"2.*\" is not an exact version of Dapper", "commit=HEAD", "commit=HEAD,package=Dapper=2.*")]
    [InlineData(5, "it has no bench.cs: name the project of this side by project=PATH", "commit=empty", "commit=HEAD")]
    [InlineData(8, "both sides are the same build: \"HEAD\" and \"WORKTREE\" give the same files", "commit=HEAD", "commit=WORKTREE")]
    [InlineData(8, "both sides are the same build: \"HEAD\"", "commit=HEAD", "commit=HEAD")]
    [InlineData(8, "both sides are the same: give one of them a setting", "gc.server=true", "gc.server=true")]
    [InlineData(8, "there is no runtime for net99.0 (found ", "commit=HEAD", "commit=HEAD~1,runtime=net99.0")]
    [InlineData(6, "different values", "commit=HEAD", "commit=other")]
    [InlineData(4, "there is no plug-in no.dll", "commit=HEAD", "plugin=no.dll")]
    [InlineData(4, "unknown member in gcSettings: \"servre\"; did you mean \"server\"?", "commit=HEAD", "gc.servre=true")]
    [InlineData(4, "\"commit\" is set twice: leave out one of them", "commit=HEAD", "commit=HEAD,commit=main")]
    public async Task What_cannot_be_compared_is_said_in_a_sentence_and_the_repository_stays_as_it_is(int code, string sentence, string baseline, string candidate)
    {
        var before = repository.State();

        var ended = (await CompareAsync(Source, "Rent", "--baseline", baseline, "--candidate", candidate)).Expect(code);

        Assert.Contains(sentence, ended.Error + ended.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", ended.Error, StringComparison.Ordinal);
        // Values are known by measuring alone; everything else is before.
        Assert.Equal(code == 6, Directory.Exists(sandbox.At("run")));
        Assert.Equal(before, repository.State());
    }

    [Theory]
    [InlineData(5, "commit=mian")]
    [InlineData(5, "commit=HEAD,package=Dapper=2.*")]
    [InlineData(4, "plugin=no.dll")]
    public async Task What_is_not_there_is_said_before_anything_is_built(int code, string candidate)
    {
        var ended = (await CompareAsync(Source, "Rent", "--baseline", "commit=HEAD", "--candidate", candidate)).Expect(code);
        Assert.DoesNotContain("building ", ended.Error, StringComparison.Ordinal);
    }

    // As git-lfs leaves a file: a pointer in the tree, and its content beside the objects of git.
    private static void KeptByLfs(TestRepository repository, string content, bool isHere)
    {
        var id = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(content)));
        repository.Write("bench.cs", $"version https://git-lfs.github.com/spec/v1\noid sha256:{id}\nsize {Encoding.UTF8.GetByteCount(content)}\n");
        if (isHere) repository.Write($".git/lfs/objects/{id[..2]}/{id[2..4]}/{id}", content);
    }

    private Task<EndedProgram> CompareAsync(params string[] words) => Asyncload.RunAsync(sandbox, ["compare", .. words.Contains("--output") ? words : [.. words, "--output", "run"], .. Profiles.Figures]);
}
