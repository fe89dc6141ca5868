using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Steering;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Gates;

/// <summary>Gates that count changes from a run whose sides may be other ones under the same names.</summary>
public sealed class ReferenceSidesTests
{
    private const string Names = "the reference run measured other sides under these names";

    private static readonly double[] Half = [0.48, 0.49, 0.5, 0.5, 0.51, 0.52];

    [Theory]
    [InlineData("bytesPerOperation", 0)]
    [InlineData("ratio", 0.1)]
    [InlineData("ratio", 10)]
    public void Sides_of_the_same_settings_alone_are_counted_from(string metric, double most)
    {
        var served = Sides() with { Candidate = Named("after") with { Gc = GcSettings.Default with { Name = "server", Server = true } } };
        var gate = Held(metric, most, now: served, before: Sides());
        Assert.Equal((GateState.Inconclusive, null), (gate.State, gate.Value));
        Assert.StartsWith($"{Names} (candidate: gcSettings: ", gate.Reason, StringComparison.Ordinal);
        Assert.DoesNotContain(Names, Held(metric, most, now: served, before: served).Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void Every_part_of_either_side_counts()
    {
        var other = Sides() with
        {
            Baseline = Named("before") with { Variables = new Dictionary<string, string> { ["MORE"] = "16" } },
            Candidate = Named("after") with { Variant = "await-task", Parameters = new Dictionary<string, string> { ["depth"] = "4" }, Runtime = new RuntimeSettings("net8.0", Version: "8.0.33") },
        };
        Assert.Equal(
            $"{Names} (baseline: env: none → MORE=16; candidate: variant: await-value-task → await-task; candidate: parameters: none → depth=4; candidate: runtime: net10.0 → net8.0): measure the reference run again, or rename the sides",
            Held("ratio", 10, now: other, before: Sides()).Reason);
        // A figure of one side is counted where that side is the same.
        var gate = Gate("bytesPerOperation", 0) with { Variant = "after" };
        Assert.Equal(GateState.Passed, Held(gate, now: Sides() with { Baseline = other.Baseline }, before: Sides()).State);
        Assert.Equal(GateState.Inconclusive, Held(gate with { Variant = "before" }, now: Sides() with { Baseline = other.Baseline }, before: Sides()).State);
    }

    [Fact]
    public void Builds_may_differ_since_that_is_what_a_change_is_counted_for()
    {
        Comparison Of(string commit) => Sides() with { Candidate = Named("after") with { Build = new CodeBuild("HEAD", new PluginSet([new PluginFile("/a.dll", 1, commit)]), commit) } };
        Assert.Equal(GateState.Passed, Held("bytesPerOperation", 0, now: Of("b"), before: Of("a")).State);
    }

    [Fact]
    public void A_newer_patch_of_the_runtime_is_no_other_side()
    {
        Comparison On(string version) => Sides() with { Candidate = Named("after") with { Runtime = new RuntimeSettings("net8.0", Version: version) } };
        Assert.Equal(GateState.Passed, Held("bytesPerOperation", 0, now: On("8.0.34"), before: On("8.0.33")).State);
    }

    [Theory]
    [InlineData("bytesPerOperation")]
    [InlineData("ratio")]
    public void A_comparison_that_the_reference_run_does_not_have_is_told_with_those_that_it_has(string metric) => Assert.Equal(
        $"the reference run has no comparison {SyntheticRun.Id}; it has other/one",
        Held(metric, 0, now: Sides(), before: Sides() with { Id = "other/one" }).Reason);

    [Fact]
    public void No_fresh_pairs_are_measured_for_what_stays_undecided()
    {
        var gated = Sides() with { Gates = [Gate("ratio", 0.1)] };
        int Fresh(Comparison before) => new RunSteering(Run(before), SyntheticRun.Machine).NextPairs(SyntheticRun.PlanOf([6], gated), SyntheticRun.Pairs(Half)).Count;
        Assert.Equal(6, Fresh(Sides()));
        Assert.Equal(0, Fresh(Sides() with { Baseline = Named("before") with { Pressure = PressureSettings.OldHeap } }));
    }

    [Fact]
    public void A_gate_that_names_a_side_counts_from_the_same_side()
    {
        // The baseline allocates 8 B less than before, the candidate 8 B more.
        RunAnalysis Of(long baseline, long candidate, RunAnalysis? before, params IReadOnlyList<GateSettings> gates) => RunAnalyzer.Analyze(
            SyntheticRun.Evidence(
                SyntheticRun.PlanOf([6], Sides() with { Gates = gates }),
                [.. Half.Select((ratio, index) => SyntheticRun.PairOf(index + 1, SyntheticRun.Side(100_000, baseline), SyntheticRun.Side(200_000, candidate)))]),
            SyntheticRun.Trace,
            before);
        var gates = Of(24, 40, Of(32, 32, null), Gate("bytesPerOperation", 0) with { Variant = "before" }, Gate("bytesPerOperation", 0) with { Variant = "after" }).Gates;
        Assert.Equal([("before", GateState.Passed, -8.0), ("after", GateState.Failed, 8.0)], gates.Select(gate => (gate.Variant, gate.State, gate.Value!.Value)));
    }

    private static GateSettings Gate(string metric, double most) => new(metric, null, null, InconclusivePolicy.Fail, MaxChange: most);

    private static Comparison Sides() => SyntheticRun.ComparisonOf() with { Baseline = Named("before"), Candidate = Named("after") };

    private static Cell Named(string side) => SyntheticRun.CellOf("await-value-task") with { Side = side };

    private static GateResult Held(string metric, double most, Comparison now, Comparison before) => Held(Gate(metric, most), now, before);

    private static GateResult Held(GateSettings gate, Comparison now, Comparison before) => Assert.Single(RunAnalyzer.Analyze(
        SyntheticRun.Evidence(SyntheticRun.PlanOf([6], now with { Gates = [gate] }), [.. SyntheticRun.Pairs([.. Half, .. Half])]), SyntheticRun.Trace, Run(before)).Gates);

    private static RunAnalysis Run(Comparison comparison) => RunAnalyzer.Analyze(
        SyntheticRun.Evidence(SyntheticRun.PlanOf([6], comparison), [.. Half.Select((ratio, index) => SyntheticRun.PairOf(index + 1, ratio, comparison.Id))]), SyntheticRun.Trace);
}
