using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Warnings;

/// <summary>Sides that were measured one after the other.</summary>
public sealed class SidesInTurnTests
{
    [Theory]
    [InlineData(true, "sides-in-turn")]
    [InlineData(false, "held-busy")]
    public void They_are_told_and_what_is_never_held_for_the_other_side_is_not_called_busy(bool inTurn, params string[] ids)
    {
        var loaded = SyntheticRun.Side(1_000).WithSlices(slice => SyntheticRun.Slice(slice.Operations, cpuNs: 20_000_000));
        var busy = loaded.WithSlices(slice => slice with { Held = new HeldUsage(new Nanoseconds(10_000_000), new Nanoseconds(5_000_000)) });
        var plan = SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf());
        plan = plan with { Measure = plan.Measure with { InTurn = inTurn } };
        JournalEntry[] journal = [.. Enumerable.Range(1, 6).Select(index => SyntheticRun.PairOf(index, loaded, busy))];

        var warnings = RunAnalyzer.Analyze(SyntheticRun.Evidence(plan, journal), SyntheticRun.Trace).Comparisons[0].Warnings;

        Assert.Equal(ids, warnings.Select(found => found.Id).Where(id => id is "sides-in-turn" or "held-busy").Distinct());
        Assert.All(warnings.Where(found => found.Id == "sides-in-turn"), found => Assert.Equal(
            (WarningSeverity.Note, "Sides were measured one after the other, so drift of the machine widens the interval, often several times."),
            (found.Severity, found.Message)));
    }
}
