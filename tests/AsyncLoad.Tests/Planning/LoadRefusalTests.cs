using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Planning;

public sealed class LoadRefusalTests
{
    private static readonly VariantDescription Plain = new("sync", "", "decimal", "none", null, 0);
    private static readonly VariantDescription Blocking = new("sync-over-async", "", "decimal", "none", "always", 0);
    private static readonly VariantDescription Completing = new("task", "", "Task<decimal>", "default", null, 0);
    private static readonly VariantDescription Suspending = new("value-task", "", "ValueTask<decimal>", "default", "always", 0);

    [Fact]
    public void A_wave_of_what_is_complete_when_it_returns_makes_no_sense()
    {
        Assert.Equal(
            "a wave needs operations that can be in flight together, and \"sync\" returns decimal, complete when it returns; use sequential, closedLoop or openLoop",
            LoadRefusal.SkippedComparison(new LoadSettings.Wave(), Completing, Plain));
        Assert.Null(LoadRefusal.SkippedComparison(new LoadSettings.Wave(), Completing, Suspending));
        Assert.Null(LoadRefusal.SkippedComparison(new LoadSettings.ClosedLoop(64), Completing, Plain));
    }

    [Theory]
    [InlineData("IAsyncEnumerable<int>", true)]
    [InlineData("ConfiguredTaskAwaitable", true)]
    [InlineData("Task<int>", true)]
    [InlineData("Task<int>", false)]
    public void Of_a_benchmark_method_counts_whether_its_result_is_awaited_and_not_the_name_of_its_type(string returned, bool waits)
    {
        var method = new VariantDescription("streams", "", returned, "none", waits ? "where it awaits" : null, null) with { Declared = new BenchmarkDeclaration("Streams", null, [], "") };
        Assert.Equal(waits, LoadRefusal.SkippedComparison(new LoadSettings.Wave(), Completing, method) is null);
        Assert.Empty(LoadRefusal.Marks(new LoadSettings.ClosedLoop(), method));
    }

    [Fact]
    public void A_thread_that_blocks_is_marked_and_allowed()
    {
        Assert.Equal(["blocks on pending operations"], LoadRefusal.Marks(new LoadSettings.Sequential(), Completing, Suspending));
        Assert.Equal(["blocks on pending operations"], LoadRefusal.Marks(new LoadSettings.ParallelFor(), Suspending, Completing));
        Assert.Equal(["blocks inside the operation"], LoadRefusal.Marks(new LoadSettings.ClosedLoop(), Blocking, Suspending));
        Assert.Empty(LoadRefusal.Marks(new LoadSettings.ParallelForAsync(), Completing, Suspending));
        Assert.Empty(LoadRefusal.Marks(new LoadSettings.Sequential(), Plain, Completing));
    }

    [Fact]
    public void Whole_runs_are_marked() => Assert.Equal(
        ["whole runs in turn"],
        LoadRefusal.Marks(new LoadSettings.Simulations([new Simulation.KeepConstant(1, Duration.FromSeconds(2))], LoadEngine.NBomber), Completing, Suspending));

    [Theory]
    [InlineData(1_000, true, false, "sets up 1,000 instances in each process")]
    [InlineData(49, true, false, null)]
    [InlineData(1_000, false, false, null)]
    [InlineData(1_000, true, true, null)]
    public void A_class_that_is_set_up_very_often_is_noted(int maxInFlight, bool isClass, bool shared, string? note)
    {
        var plan = Profiles.Plan(Profiles.Smallest);
        var load = new LoadSettings.OpenLoop(100, null, ArrivalSpacing.Constant, maxInFlight);
        var comparison = plan.Comparisons[0] with { Baseline = plan.Comparisons[0].Baseline with { Load = load } };
        var catalogue = TestCatalogue.Own with { Workloads = [.. TestCatalogue.Own.Workloads.Select(workload => workload with { ClassName = isClass ? "Some.Class" : null })] };

        Assert.Equal(note is null ? [] : [note], SetUpNotes.Of(comparison, catalogue, new PluginSet([], shared)));
    }

    [Fact]
    public void A_plan_leaves_misfits_out_and_says_so()
    {
        var text = ProfileReaderTests.Member("\"loads\": [\"sequential\", \"wave\"]").Replace("\"await-task\"", "\"direct-call\"", StringComparison.Ordinal);
        var plan = Profiles.Plan(text);
        Assert.Equal("sequential", Assert.Single(plan.Comparisons).Baseline.Load.Slug);
        var skipped = Assert.Single(plan.Skipped!);
        Assert.Equal("one/await-value-task-vs-direct-call/wave-64/calm/default/deep=true,result=string", skipped.Id);
        Assert.Contains("\"direct-call\" returns T", skipped.Reason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("await-value-task", true)]
    [InlineData("direct-call", false)]
    public void A_comparison_fits_by_its_own_two_variants(string candidate, bool fits)
    {
        var text = ProfileReaderTests.Member("\"loads\": [\"wave\"]").Replace("\"await-value-task\"", $"\"{candidate}\"", StringComparison.Ordinal);
        Assert.Equal(fits, Planner.Make(Profiles.Good(text), TestCatalogue.Own, new PlanOptions()) is PlanOutcome.Made);
    }

    [Fact]
    public void A_plan_of_misfits_alone_is_no_plan()
    {
        var text = ProfileReaderTests.Member("\"loads\": [\"wave\"]").Replace("\"await-task\"", "\"direct-call\"", StringComparison.Ordinal);
        var outcome = Planner.Make(Profiles.Good(text), TestCatalogue.Own, new PlanOptions());
        Assert.StartsWith("no comparison can be measured: a wave needs", Assert.IsType<PlanOutcome.Empty>(outcome).Message, StringComparison.Ordinal);
    }
}
