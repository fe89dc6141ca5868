using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Profiles;
using Xunit;

namespace AsyncLoad.Tests.Planning;

public class ProfileSourceTests
{
    private static readonly PairQuestion Question = new("call-chain", "await-task", "await-value-task", "sequential", "calm", []);

    [Fact]
    public void A_question_is_one_look_of_eight_pairs_of_forty_slices()
    {
        var profile = ProfileSource.Compare(Question, TestCatalogue.Own).Profile!;
        Assert.Equal(40, profile.Measure.Slices);
        Assert.Equal([8], profile.Measure.Looks);
        var plan = Assert.IsType<PlanOutcome.Made>(Planner.Make(profile, TestCatalogue.Own, new PlanOptions())).Plan;
        Assert.Equal("compare/await-value-task-vs-await-task/sequential/calm/default/deep=true,result=string", Assert.Single(plan.Comparisons).Id);
    }

    [Fact]
    public void Load_pressure_parameters_and_settings_are_taken()
    {
        var question = Question with { Load = "parallelFor-4", Pressure = "old-heap", Parameters = ["result=decimal", "deep=false"] };
        var experiment = ProfileSource.Compare(question, TestCatalogue.Own, new Override("pressure.liveSet", "100MB")).Profile!.Experiments[0];
        Assert.Equal([new LoadSettings.ParallelFor(4)], experiment.Loads);
        Assert.Equal(["old-heap-100MB"], experiment.Pressures.Select(pressure => pressure.Name));
        Assert.Equal(["false"], experiment.Parameters["deep"]);
        Assert.Equal(["decimal"], experiment.Parameters["result"]);
    }

    [Fact]
    public void A_variant_may_be_held_against_itself()
    {
        var profile = ProfileSource.Compare(Question with { Candidate = "await-task" }, TestCatalogue.Own).Profile!;
        var only = Assert.Single(Assert.IsType<PlanOutcome.Made>(Planner.Make(profile, TestCatalogue.Own, new PlanOptions())).Plan.Comparisons);
        Assert.Equal(only.Baseline with { Name = "" }, only.Candidate with { Name = "" });
        Assert.NotEqual(only.Baseline.Name, only.Candidate.Name);
    }

    [Fact]
    public void Every_error_names_the_argument_and_the_nearest_word()
    {
        var question = new PairQuestion("call-chain", "await-tsk", "await-valu-task", "parallel-4", "old-heep", ["depp=true"]);
        var errors = ProfileSource.Compare(question, TestCatalogue.Own).Errors;
        Assert.All(errors, error => Assert.True(error.At.IsArgument));
        Assert.Equal(
            [
                "--load: unknown load \"parallel\"; did you mean \"parallelFor\"?",
                "--parameter: unknown member in parameters: \"depp\"; did you mean \"deep\"?",
                "--pressure: unknown pressure \"old-heep\"; did you mean \"old-heap\"?",
                "<baseline>: unknown variant of \"call-chain\": \"await-tsk\"; did you mean \"await-task\"?",
                "<candidate>: unknown variant of \"call-chain\": \"await-valu-task\"; did you mean \"await-value-task\"?",
            ],
            errors.Select(error => error.ToString()).Order(StringComparer.Ordinal));
    }
}
