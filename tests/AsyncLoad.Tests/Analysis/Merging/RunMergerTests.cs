using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Merging;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Runs;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Merging;

public sealed class RunMergerTests
{
    [Fact]
    public void Shares_of_machines_with_other_runtimes_are_refused()
    {
        var outcome = RunMerger.Merge([("one", Share(1, "8.0.33", null)), ("two", Share(2, "8.0.34", null)), ("three", Share(3, null, "net8.0 is nowhere"))]);

        Assert.Equal(
            ["two planned to measure on net8.0 (8.0.34), one on net8.0 (8.0.33)", "three planned to measure on net8.0 (missing), one on net8.0 (8.0.33)"],
            Assert.IsType<MergeOutcome.Refused>(outcome).Reasons);
    }

    [Fact]
    public void Why_a_runtime_is_missing_may_differ()
    {
        var outcome = RunMerger.Merge([("one", Share(1, null, "net8.0 is not here")), ("two", Share(2, null, "net8.0 is not there")), ("three", Share(3, null, "net8.0 is nowhere"))]);

        Assert.Equal(3, Assert.IsType<MergeOutcome.Merged>(outcome).Manifest.Plan.Comparisons.Count);
    }

    [Fact]
    public void What_a_share_was_to_measure_and_has_not_is_missing()
    {
        // Of the second share one comparison is whole, one failed for good, one has an attempt that was cut short, and one was not begun.
        var second = Measured(
            Planned(2, 2, ["a", "b", "c", "d", "e"], "b", "c", "d", "e"),
            [SyntheticRun.PairOf(1, 0.5, "b"), SyntheticRun.CrashedPair(1, "c"), SyntheticRun.CrashedPair(1, "c"), SyntheticRun.CrashedPair(1, "d")],
            RunStatus.Interrupted);
        var first = Measured(Planned(1, 2, ["a", "b", "c", "d", "e"], "a"), [SyntheticRun.PairOf(1, 0.5, "a")], RunStatus.Complete);

        var merged = Assert.IsType<MergeOutcome.Merged>(RunMerger.Merge([("one", first), ("two", second)]));

        Assert.Equal(["d", "e"], merged.Missing);
        Assert.StartsWith("c: ", Assert.Single(merged.Failed), StringComparison.Ordinal);
        Assert.Equal(RunStatus.Interrupted, merged.Manifest.Status);
    }

    [Fact]
    public void Shares_of_which_nothing_is_missing_are_a_whole_run()
    {
        var outcome = RunMerger.Merge(
            [.. new[] { "a", "b" }.Select((id, i) => (id, Measured(Planned(i + 1, 2, ["a", "b"], id), [SyntheticRun.PairOf(1, 0.5, id)], RunStatus.Complete)))]);

        var merged = Assert.IsType<MergeOutcome.Merged>(outcome);
        Assert.Empty(merged.Missing);
        Assert.Equal(RunStatus.Complete, merged.Manifest.Status);
    }

    [Fact]
    public void A_hundred_shares_are_one_run_in_whatever_order_they_come()
    {
        var merged = Assert.IsType<MergeOutcome.Merged>(RunMerger.Merge([.. HundredShares().OrderBy(share => share.Name[^1]).ThenByDescending(share => share.Name)]));

        string[] ids = [.. Enumerable.Range(1, 300).Select(number => $"{number}")];
        Assert.Equal(ids, merged.Manifest.Plan.Comparisons.Select(comparison => comparison.Id));
        Assert.Equal(Enumerable.Range(1, 300), merged.Manifest.Plan.Comparisons.Select(comparison => comparison.Ordinal));
        Assert.Equal(600, merged.Manifest.Plan.Comparisons.SelectMany(comparison => new[] { comparison.Baseline.Name, comparison.Candidate.Name }).Distinct().Count());
        Assert.Equal(ids.Order(StringComparer.Ordinal), merged.Journal.Select(entry => ((JournalEntry.Pair)entry.Entry).Comparison).Order(StringComparer.Ordinal));
        Assert.Empty(merged.Missing);
        Assert.Equal(RunStatus.Complete, merged.Manifest.Status);
    }

    [Fact]
    public void Of_a_hundred_shares_the_one_that_is_not_there_is_named_by_its_comparisons()
    {
        var merged = Assert.IsType<MergeOutcome.Merged>(RunMerger.Merge([.. HundredShares().Where(share => share.Name != "share-57")]));

        Assert.Equal(["57", "157", "257"], merged.Missing);
        Assert.Equal(RunStatus.Interrupted, merged.Manifest.Status);
        Assert.Equal(297, merged.Journal.Count);
    }

    public static TheoryData<Func<RunManifest, RunManifest>, string> Others { get; } = new()
    {
        { manifest => manifest with { Plan = manifest.Plan with { ProfileHash = "0123456789", ProfileName = "other" } }, "two has another profile than one: other (01234567), not test (00000000)" },
        { manifest => manifest with { Tool = "0.3.0" }, "two was measured by version 0.3.0, one by 0.2.0" },
        { manifest => manifest with { Runtime = ".NET 11.0.0" }, "two was measured under .NET 11.0.0, one under .NET 10.0.12" },
        { manifest => manifest with { Plan = manifest.Plan with { Shard = null } }, "two is a whole run, one shard 1/2: only shares of one division can be joined" },
        { manifest => manifest with { Plan = manifest.Plan with { Shard = new Shard(2, 3, ["a", "b"]) } }, "two is shard 2/3, one shard 1/2: only shares of one division can be joined" },
        { manifest => manifest with { Plan = manifest.Plan with { Runtimes = [new PlannedRuntime("net8.0", "8.0.33", null), new PlannedRuntime("net9.0", "9.0.1", null)] } }, "two planned to measure on net8.0 (8.0.33), net9.0 (9.0.1), one on no named runtime" },
        { manifest => manifest with { Plan = manifest.Plan with { Plugins = new PluginSet([new PluginFile("/x/A.dll", 1, "aa"), new PluginFile("/x/B.dll", 1, "bb")], SharedInstance: true, IgnoreValues: true) } }, "two measured A.dll of aa, B.dll of bb, one instance for all workers, values not compared, one no plug-in" },
    };

    [Theory]
    [MemberData(nameof(Others), DisableDiscoveryEnumeration = true)]
    public void What_differs_is_said_of_both_folders(Func<RunManifest, RunManifest> change, string reason)
    {
        var two = SyntheticRun.Evidence(Planned(2, 2, ["a", "b"], "b"));

        Assert.Equal([reason], Reasons(("one", SyntheticRun.Evidence(Planned(1, 2, ["a", "b"], "a"))), ("two", two with { Manifest = change(two.Manifest) })));
    }

    [Fact]
    public void A_comparison_that_one_machine_measured_twice_is_refused_once_for_all_that_two_folders_share()
    {
        Assert.Equal(
            ["one and two both hold a, measured on the same machine: leave one out"],
            Reasons(("one", SyntheticRun.Evidence(Planned(1, 2, ["a", "b"], "a"))), ("two", SyntheticRun.Evidence(Planned(2, 2, ["a", "b"], "a", "b")))));
        Assert.Equal(
            ["one and two both hold a and 2 more, measured on the same machine: leave one out"],
            Reasons(("one", SyntheticRun.Evidence(Planned(1, 2, ["a", "b", "c"], "a", "b", "c"))), ("two", SyntheticRun.Evidence(Planned(2, 2, ["a", "b", "c"], "a", "b", "c")))));
    }

    [Fact]
    public void All_that_differs_is_told_at_once()
    {
        var two = SyntheticRun.Evidence(Planned(2, 2, ["a", "b"], "a"));

        Assert.Equal(
            ["two was measured by version 0.3.0, one by 0.2.0", "one and two both hold a, measured on the same machine: leave one out"],
            Reasons(("one", SyntheticRun.Evidence(Planned(1, 2, ["a", "b"], "a"))), ("two", two with { Manifest = two.Manifest with { Tool = "0.3.0" } })));
    }

    [Fact]
    public void Shares_of_other_comparisons_are_refused_whichever_comes_first()
    {
        (string, RunEvidence) wide = ("wide", SyntheticRun.Evidence(Planned(1, 2, ["a", "b", "c"], "a")));
        (string, RunEvidence) narrow = ("narrow", SyntheticRun.Evidence(Planned(2, 2, ["a", "b"], "b")));

        Assert.Equal(["narrow is a share of other comparisons than wide: measure all shares with the same --only"], Reasons(wide, narrow));
        Assert.Equal(["wide is a share of other comparisons than narrow: measure all shares with the same --only"], Reasons(narrow, wide));
    }

    [Fact]
    public void Shares_of_other_builds_of_a_plug_in_are_refused_wherever_these_lie()
    {
        Assert.Equal(["two measured Sums.dll of cd, one Sums.dll of ab"], Reasons(("one", WithPlugin(1, "/x/Sums.dll", "ab")), ("two", WithPlugin(2, "/y/Sums.dll", "cd"))));
        foreach (var none in new[] { null, new PluginSet([]) })
            Assert.Equal(["two measured no plug-in, one Sums.dll of ab"], Reasons(("one", WithPlugin(1, "/x/Sums.dll", "ab")), ("two", SyntheticRun.Evidence(Planned(2, 2, ["1", "2"], "2") with { Plugins = none }))));
        Assert.IsType<MergeOutcome.Merged>(RunMerger.Merge([("one", WithPlugin(1, "/x/Sums.dll", "ab")), ("two", WithPlugin(2, "/y/Sums.dll", "ab"))]));
    }

    [Fact]
    public void Shares_that_measured_different_builds_under_one_name_are_refused_whichever_folders_have_it()
    {
        var refused = Reasons(("one", WithBuilds(1, ("v1", "ab", null))), ("two", WithBuilds(2, ("HEAD", "cd", null))), ("three", WithBuilds(3, ("HEAD", "ef", null))));
        Assert.Equal(["three measured Sums.dll of ef as HEAD, two Sums.dll of cd"], refused);
        Assert.Equal(
            ["two measured Sums.dll of cd as HEAD, one Sums.dll of ab", "three measured Sums.dll of ef as HEAD, one Sums.dll of ab"],
            Reasons(("one", WithBuilds(1, ("HEAD", "ab", null))), ("two", WithBuilds(2, ("HEAD", "cd", null))), ("three", WithBuilds(3, ("HEAD", "ef", null)))));
        Assert.IsType<MergeOutcome.Merged>(RunMerger.Merge(
            [("one", WithBuilds(1, ("v1", "ab", null))), ("two", WithBuilds(2, ("HEAD", "cd", null))), ("three", WithBuilds(3, ("v1", "ab", null), ("HEAD", "cd", null)))]));
    }

    [Fact]
    public void Builds_of_one_plug_in_with_other_libraries_are_different()
    {
        Assert.Equal(
            ["two measured Sums.dll of ab in a build of 22 as HEAD, one Sums.dll of ab in a build of 11"],
            Reasons(("one", WithBuilds(1, ("HEAD", "ab", "11"))), ("two", WithBuilds(2, ("HEAD", "ab", "22"))), ("three", WithBuilds(3, ("HEAD", "ab", "11")))));
        // An older version did not write it down.
        Assert.IsType<MergeOutcome.Merged>(RunMerger.Merge(
            [("one", WithBuilds(1, ("HEAD", "ab", "11"))), ("two", WithBuilds(2, ("HEAD", "ab", null))), ("three", WithBuilds(3, ("HEAD", "ab", "11")))]));
    }

    [Fact]
    public void A_plug_in_with_other_libraries_beside_it_is_another()
    {
        Assert.Equal(
            ["two measured Sums.dll of ab with libraries of 22, one Sums.dll of ab with libraries of 11"],
            Reasons(("one", WithPlugin(1, "/x/Sums.dll", "ab", "11")), ("two", WithPlugin(2, "/y/Sums.dll", "ab", "22"))));
        // An older version did not write it down.
        Assert.IsType<MergeOutcome.Merged>(RunMerger.Merge([("one", WithPlugin(1, "/x/Sums.dll", "ab", "11")), ("two", WithPlugin(2, "/y/Sums.dll", "ab"))]));
    }

    private static RunEvidence WithBuilds(int index, params (string Name, string Hash, string? Content)[] builds) => SyntheticRun.Evidence(SyntheticRun.PlanOf(
        [6],
        [.. builds.Select(build => Measuring(SyntheticRun.ComparisonOf($"{index}-{build.Name}"), new CodeBuild(build.Name, new PluginSet([new PluginFile("/x/Sums.dll", 3, build.Hash)]), null, build.Content)))]) with
    {
        Shard = new Shard(index, 3, ["1", "2", "3"]),
    });

    private static Comparison Measuring(Comparison comparison, CodeBuild build) =>
        comparison with { Baseline = comparison.Baseline with { Build = build }, Candidate = comparison.Candidate with { Build = build, Side = "after" } };

    private static IReadOnlyList<string> Reasons(params IReadOnlyList<(string, RunEvidence)> runs) => Assert.IsType<MergeOutcome.Refused>(RunMerger.Merge(runs)).Reasons;

    private static RunEvidence WithPlugin(int index, string path, string hash, string? code = null) => SyntheticRun.Evidence(
        Planned(index, 2, ["1", "2"], $"{index}") with { Plugins = new PluginSet([new PluginFile(path, 3, hash, code)]) });

    private static RunEvidence Measured(Plan plan, IReadOnlyList<JournalEntry> journal, RunStatus status)
    {
        var evidence = SyntheticRun.Evidence(plan, journal);
        return evidence with { Manifest = evidence.Manifest with { Status = status } };
    }

    private static Plan Planned(int index, int count, string[] all, params string[] ids) =>
        SyntheticRun.PlanOf([6], [.. ids.Select(id => SyntheticRun.ComparisonOf(id))]) with { Shard = new Shard(index, count, all) };

    // Share 57 of 100 has the comparisons 57, 157 and 257 of 300, each with the ratio 0.5 in its only pair.
    private static List<(string Name, RunEvidence Evidence)> HundredShares()
    {
        string[] all = [.. Enumerable.Range(1, 300).Select(number => $"{number}")];
        return
        [
            .. Enumerable.Range(1, 100).Select(index =>
            {
                string[] own = [$"{index}", $"{index + 100}", $"{index + 200}"];
                return ($"share-{index}", Measured(Planned(index, 100, all, own), [.. own.Select(id => SyntheticRun.PairOf(1, 0.5, id))], RunStatus.Complete));
            }),
        ];
    }

    private static RunEvidence Share(int index, string? version, string? missing) => SyntheticRun.Evidence(
        Planned(index, 3, ["completed/1", "completed/2", "completed/3"], $"completed/{index}") with { Runtimes = [new PlannedRuntime("net8.0", version, missing)] });
}
