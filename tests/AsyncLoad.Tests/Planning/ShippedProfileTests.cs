using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Tests.Cli;
using Xunit;

namespace AsyncLoad.Tests.Planning;

public class ShippedProfileTests
{
    [Fact]
    public void Every_shipped_profile_parses_and_plans()
    {
        var files = Directory.GetFiles(CommandRun.ProfileFolder);
        Assert.NotEmpty(files);
        foreach (var file in files)
        {
            var reading = ProfileReader.Read(Path.GetFileName(file), File.ReadAllBytes(file), TestCatalogue.Own);
            Assert.Empty(reading.Errors.Select(error => error.ToString()));
            Assert.Equal(Path.GetFileNameWithoutExtension(file), reading.Profile!.Name);
            Assert.IsType<PlanOutcome.Made>(Planner.Make(reading.Profile, TestCatalogue.Own, new PlanOptions()));
        }
    }

    [Fact]
    public void Smoke_is_four_comparisons_of_six_pairs_with_a_gate_on_every_value_task_of_the_await_chain()
    {
        var plan = Profiles.Plan(File.ReadAllText(CommandRun.Smoke));
        Assert.Equal(
            [
                "await-chain/await-value-task-vs-await-task/sequential/calm/default/deep=true,result=string",
                "await-chain/await-value-task-vs-await-task/parallelFor/calm/default/deep=true,result=string",
                "await-chain-old-heap/await-value-task-vs-await-task/parallelFor/old-heap/default/deep=true,result=string",
                "direct-chain-old-heap/direct-value-task-vs-direct-task/parallelFor/old-heap/default/deep=true,result=string",
            ],
            plan.Comparisons.Select(comparison => comparison.Id));
        Assert.Equal([1, 1, 1, 0], plan.Comparisons.Select(comparison => comparison.Gates.Count));
        Assert.Equal((30, 24, 8, 2), (plan.Measure.Slices, plan.Schedule.Count, plan.Traced.Count, plan.SelfCost.Count));
        // The promise is 120 s and the forecast may be off by a quarter.
        Assert.InRange(plan.Forecast.Longest.Span.TotalSeconds, 90, 125);
    }
}
