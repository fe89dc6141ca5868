using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Assurance.Soak;
using AsyncLoad.Tests.Planning;
using Xunit;

namespace AsyncLoad.Tests.Soak;

public sealed class SoakProfileTests
{
    [Fact]
    public void The_soak_is_eleven_comparisons_under_pressure_that_never_settle()
    {
        var plan = Profiles.Plan(File.ReadAllText(Path.Combine(Repository.Root, "bench", "Assurance", "Soak", "soak.json")));

        Assert.Equal(11, plan.Comparisons.Count);
        Assert.Equal(["closedLoop", "parallelFor", "sequential"], plan.Comparisons.Select(comparison => comparison.Baseline.Load.Kind).Distinct().Order());
        Assert.Equal(["calm", "churn", "old-heap-20MB"], plan.Comparisons.Select(comparison => comparison.Baseline.Pressure.Name).Distinct().Order());
        Assert.Equal([Looks.MostPairs], plan.Measure.Looks);
        Assert.Equal((true, 0), (plan.Measure.Verdicts, plan.Traced.Count));
        // Two hours hold enough pairs when each takes as long as it may, and do not hold all of them.
        Assert.InRange(plan.Forecast.Longest.Span / plan.Schedule.Count * Judge.EnoughPairs, TimeSpan.Zero, Judge.Whole);
        Assert.True(plan.Forecast.Shortest.Span > Judge.Whole, $"{plan.Forecast.Shortest}");
    }
}
