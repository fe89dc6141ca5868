using System.Text.Json;
using AsyncLoad.Model;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Planning;

public class ProfileReaderTests
{
    [Fact]
    public void What_is_left_out_has_its_default()
    {
        var profile = Profiles.Good(Profiles.Smallest);
        Assert.Equal(1, profile.Seed);
        Assert.Same(MeasureSettings.Default, profile.Measure);
        Assert.Empty(profile.Environment);
        var experiment = Assert.Single(profile.Experiments);
        Assert.Equal([new LoadSettings.Sequential()], experiment.Loads);
        Assert.Equal([PressureSettings.Calm], experiment.Pressures);
        Assert.Equal([GcSettings.Default], experiment.GcSettings);
        Assert.Equal(["deep", "result"], experiment.Parameters.Keys);
        Assert.Equal(["true"], experiment.Parameters["deep"]);
        Assert.Equal(["string"], experiment.Parameters["result"]);
        Assert.Empty(experiment.Gates);
    }

    [Fact]
    public void Comments_trailing_commas_a_byte_order_mark_and_a_schema_are_allowed()
    {
        var profile = Profiles.Good("\uFEFF// about\n" + Profiles.Smallest.Replace("\"name\": \"smallest\",", "\"$schema\": \"x.json\", /* here */ \"name\": \"smallest\",")
            .Replace("[\"await-value-task\"]", "[\"await-value-task\",]"));
        Assert.Equal("smallest", profile.Name);
    }

    [Fact]
    public void The_measure_section_is_read_whole()
    {
        var profile = Profiles.Good(Measure("""
            "slices": 30, "slice": "15ms", "warmUpCap": "3s", "looks": [8, 10], "halfWidth": 0.05, "margin": 0.1, "metric": "cpu", "platformTiering": true
            """));
        Assert.Equal(30, profile.Measure.Slices);
        Assert.Equal(Duration.FromMilliseconds(15), profile.Measure.Slice);
        Assert.Equal(Duration.FromSeconds(3), profile.Measure.WarmUpCap);
        Assert.Equal([8, 10], profile.Measure.Looks);
        Assert.Equal((0.05, 0.1), (profile.Measure.HalfWidth, profile.Measure.Margin));
        Assert.Equal(VerdictMetric.Cpu, profile.Measure.Metric);
        Assert.True(profile.Measure.PlatformTiering);
    }

    [Fact]
    public void Sides_are_measured_one_after_the_other_on_request_only()
    {
        Assert.True(Profiles.Good(Measure("\"inTurn\": true")).Measure.InTurn);
        Assert.True(Profiles.Good(Measure("\"confirm\": true")).Measure.Confirm);
        Assert.False(Profiles.Good(Profiles.Smallest).Measure.InTurn);
        // So that the hash of a profile that does not ask stays what it was.
        Assert.DoesNotContain("inTurn", JsonSerializer.Serialize(Profiles.Good(Profiles.Smallest), ModelJson.Line.Profile), StringComparison.Ordinal);
    }

    [Fact]
    public void Two_pairs_will_do_where_nothing_is_judged()
    {
        var measure = Profiles.Good(Measure("\"verdicts\": false, \"looks\": [2]")).Measure;
        Assert.False(measure.Verdicts);
        Assert.Equal([2], measure.Looks);
    }

    [Theory]
    [InlineData("0")]
    [InlineData("0.259")]
    [InlineData("1")]
    public void A_parameter_with_a_range_takes_any_number_in_it(string probability) =>
        Assert.Equal([probability], Profiles.Good(Wrapping(probability)).Experiments[0].Parameters["probability"]);

    [Theory]
    [InlineData("1.01")]
    [InlineData("-0.1")]
    [InlineData("\"NaN\"")]
    [InlineData("\"half\"")]
    public void A_parameter_with_a_range_takes_nothing_else(string probability) => Assert.EndsWith(
        $"\"probability\" takes a number from 0 to 1, not \"{probability.Trim('"')}\"", Profiles.Error(Wrapping(probability)), StringComparison.Ordinal);

    [Theory]
    [InlineData("", TraceSelection.All)]
    [InlineData("\"traces\": \"none\"", TraceSelection.None)]
    public void A_profile_says_what_is_traced(string member, TraceSelection traces) =>
        Assert.Equal(traces, Profiles.Good(member.Length == 0 ? Profiles.Smallest : Root(member)).Traces);

    [Fact]
    public void Values_of_parameters_become_text()
    {
        var experiment = Profiles.Good(Member("\"parameters\": { \"deep\": [true, \"false\"] }")).Experiments[0];
        Assert.Equal(["true", "false"], experiment.Parameters["deep"]);
        Assert.Equal(["string"], experiment.Parameters["result"]);
    }

    [Fact]
    public void A_load_is_a_kind_or_an_object()
    {
        var experiment = Profiles.Good(Member("""
            "loads": ["sequential", "parallelFor", { "kind": "parallelFor", "degree": 4 }]
            """)).Experiments[0];
        Assert.Equal([new LoadSettings.Sequential(), new LoadSettings.ParallelFor(), new LoadSettings.ParallelFor(4)], experiment.Loads);
        var cores = Profiles.Good(Member("""
            "loads": [{ "kind": "parallelFor", "degree": "cores" }]
            """)).Experiments[0];
        Assert.Equal([new LoadSettings.ParallelFor()], cores.Loads);
        var awaiting = Profiles.Good(Member("""
            "loads": ["closedLoop", { "kind": "closedLoop", "workers": 64 }, "wave", { "kind": "wave", "size": 8 }]
            """)).Experiments[0];
        Assert.Equal([new LoadSettings.ClosedLoop(1), new LoadSettings.ClosedLoop(64), new LoadSettings.Wave(64), new LoadSettings.Wave(8)], awaiting.Loads);
        Assert.Equal(["closedLoop-1", "closedLoop-64", "wave-64", "wave-8"], awaiting.Loads.Select(load => load.Slug));
    }

    [Fact]
    public void A_changed_preset_gets_a_name_that_says_what_changed()
    {
        var experiment = Profiles.Good(Member("""
            "pressures": [
              "old-heap",
              { "preset": "old-heap", "liveSet": "200MB" },
              { "preset": "old-heap", "liveSet": "200MB", "oldToYoungWritesPerMs": 100, "gen0Size": "8MB" },
              { "preset": "old-heap", "name": "huge", "liveSet": "1GB" },
              { "name": "mine", "liveSet": "10MB" }
            ]
            """)).Experiments[0];
        Assert.Equal(["old-heap", "old-heap-200MB", "old-heap-200MB-writes-100-gen0Size-8MB", "huge", "mine"], experiment.Pressures.Select(pressure => pressure.Name));
        Assert.Equal(PressureSettings.OldHeap with { Name = "old-heap-200MB", LiveSet = ByteSize.FromMegabytes(200) }, experiment.Pressures[1]);
        Assert.Equal(new PressureSettings("mine", ByteSize.FromMegabytes(10), 0, null), experiment.Pressures[4]);
    }

    [Fact]
    public void Background_allocation_has_a_pace_and_shares()
    {
        var experiment = Profiles.Good(Member("""
            "pressures": [
              "churn", "large-objects", "finalizers", "pinned",
              { "preset": "churn", "allocatePerSecond": "400MB" },
              { "preset": "pinned", "survivePercent": 20, "lohPerMille": 100, "pinnedPercent": 15, "finalizablePercent": 2, "gen0Size": "8MB" },
              { "name": "mine", "allocatePerSecond": "1GB", "survivePercent": 1 }
            ]
            """)).Experiments[0];
        Assert.Equal([PressureSettings.Churn, PressureSettings.LargeObjects, PressureSettings.Finalizers, PressureSettings.Pinned], experiment.Pressures.Take(4));
        Assert.Equal(
            ["churn-allocate-400MB", "pinned-survive-20-loh-100-pinned-15-finalizable-2-gen0Size-8MB", "mine"],
            experiment.Pressures.Skip(4).Select(pressure => pressure.Name));
        Assert.Equal(PressureSettings.Churn with { Name = "churn-allocate-400MB", AllocatePerSecond = ByteSize.FromMegabytes(400) }, experiment.Pressures[4]);
        Assert.Equal(new PressureSettings("mine", default, 0, null, ByteSize.FromMegabytes(1024), SurvivePercent: 1), experiment.Pressures[6]);
    }

    [Fact]
    public void Gc_settings_without_a_name_get_one_that_lists_them()
    {
        var experiment = Profiles.Good(Member("""
            "gcSettings": ["default", { "server": true, "gen0Size": "64MB" }, { "concurrent": false, "tieredPgo": false, "conserveMemory": 5 }, { "heapHardLimit": "200MB" }, { "name": "Mine", "heapCount": 2 }]
            """)).Experiments[0];
        Assert.Equal(["default", "server-gen0Size-64MB", "no-concurrent-conserveMemory-5-no-tieredPgo", "heapHardLimit-200MB", "Mine"], experiment.GcSettings.Select(settings => settings.Name));
        Assert.Equal(new GcSettings("server-gen0Size-64MB", Server: true, Gen0Size: ByteSize.FromMegabytes(64)), experiment.GcSettings[1]);
    }

    [Fact]
    public void Null_is_the_same_as_leaving_a_member_out()
    {
        var text = Profiles.Smallest.Replace("\"name\": \"smallest\",", "\"name\": \"smallest\", \"seed\": null, \"measure\": { \"slices\": null },");
        Assert.Equal(1, Profiles.Good(text).Seed);
        Assert.Equal("p.json:1:1: missing member \"name\" in profile", Profiles.Error(Profiles.Smallest.Replace("\"smallest\"", "null")));
    }

    [Fact]
    public void Names_of_environment_variables_are_kept()
    {
        Assert.Equal(["LANG", "MY_1"], Profiles.Good(Root("\"environment\": [\"LANG\", \"MY_1\"]")).Environment);
    }

    internal static string Root(string members) => Profiles.Smallest.Replace("\"name\": \"smallest\",", $"\"name\": \"smallest\", {members},");

    internal static string Measure(string members) => Root($"\"measure\": {{ {members} }}");

    private static string Wrapping(string probability) => $$"""
        {
          "schemaVersion": 1, "name": "wrapped",
          "experiments": [{
            "name": "one", "workload": "wrapping", "parameters": { "probability": [{{probability}}] },
            "baseline": "task-over-task", "candidates": ["async-task-over-task"]
          }]
        }
        """;

    internal static string Member(string member) => Profiles.Smallest.Replace("\"name\": \"one\",", $"\"name\": \"one\", {member},");
}
