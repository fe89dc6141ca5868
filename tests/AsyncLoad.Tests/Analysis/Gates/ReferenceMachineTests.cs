using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Steering;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Gates;

/// <summary>Gates that count changes from a run of another machine.</summary>
public sealed class ReferenceMachineTests
{
    private static readonly double[] Half = [0.48, 0.49, 0.5, 0.5, 0.51, 0.52];

    [Theory]
    [InlineData("ratio", 0.1)]
    [InlineData("ratio", 10)]
    [InlineData("cpuRatio", 0.1)]
    public void A_ratio_is_undecided_whatever_its_limit_and_says_what_to_do(string metric, double most)
    {
        var gate = Held(Gated(metric, most), "def", null);
        Assert.Equal((GateState.Inconclusive, null), (gate.State, gate.Value));
        Assert.Equal(
            "the reference run comes from another machine (def, and this is abc), and a ratio depends on the processor: measure both versions in one run, with compare --baseline commit=… --candidate commit=HEAD",
            gate.Reason);
        Assert.NotEqual(GateState.Inconclusive, Held(Gated(metric, most), SyntheticRun.Machine, null).State);
    }

    [Fact]
    public void Bytes_are_decided_since_they_carry_over() =>
        Assert.Equal(GateState.Passed, Held(Gated("bytesPerOperation", 0), "def", null).State);

    [Theory]
    [InlineData("abc", "def", GateState.Failed)]
    [InlineData("def", "abc", GateState.Inconclusive)]
    public void Of_a_joined_run_the_machine_of_the_comparison_counts(string comparison, string run, GateState state) =>
        Assert.Equal(state, Held(Gated("ratio", 0.1), run, comparison).State);

    [Theory]
    [InlineData(SyntheticRun.Machine, 6)]
    [InlineData("def", 0)]
    public void No_fresh_pairs_are_measured_for_what_stays_undecided(string machine, int pairs) =>
        Assert.Equal(pairs, new RunSteering(Reference(machine, null), SyntheticRun.Machine).NextPairs(Gated("ratio", 0.1), SyntheticRun.Pairs(Half)).Count);

    private static Plan Gated(string metric, double most) =>
        SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf(SyntheticRun.Id, new GateSettings(metric, null, null, InconclusivePolicy.Fail, MaxChange: most)));

    private static GateResult Held(Plan plan, string machine, string? comparison) =>
        Assert.Single(RunAnalyzer.Analyze(SyntheticRun.Evidence(plan, [.. SyntheticRun.Pairs([.. Half, .. Half])]), SyntheticRun.Trace, Reference(machine, comparison)).Gates);

    private static RunAnalysis Reference(string machine, string? comparison)
    {
        var evidence = SyntheticRun.Evidence(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf() with { Machine = comparison }), [.. SyntheticRun.Pairs(Half)]);
        return RunAnalyzer.Analyze(evidence with { Manifest = evidence.Manifest with { Machine = evidence.Manifest.Machine with { Id = machine } } }, SyntheticRun.Trace);
    }
}
