using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Planning;

/// <summary>What is asked of NBomber, before anything is measured.</summary>
[Fault(28)]
public sealed class EngineCheckTests
{
    private const string Keep = """{ "kind": "keepConstant", "copies": 2, "during": "10s" }""";

    [Fact]
    public void Without_its_build_the_message_says_how_to_get_it()
    {
        var refusal = EngineRefusal.Refusal(Plan(Keep), nbomber: null);

        Assert.Contains("simulations-nbomber-keepConstant-2-10s", refusal, StringComparison.Ordinal);
        Assert.Contains("dotnet build src/NBomber -c Release -p:NBomber=true", refusal, StringComparison.Ordinal);
        Assert.Contains("leave \"engine\" out", refusal, StringComparison.Ordinal);
    }

    [Fact]
    public void Stages_of_the_native_engine_need_no_build()
    {
        var plan = Profiles.Plan(WithLoad($$"""{ "kind": "simulations", "stages": [{{Keep}}] }"""));

        Assert.Null(EngineRefusal.Refusal(plan, nbomber: null));
        Assert.Equal(HostBuild.Plain, HostBuilds.For(plan.Comparisons[0].Baseline));
    }

    [Theory]
    [InlineData(Keep)]
    [InlineData("""{ "kind": "rampingConstant", "copies": 3, "during": "1s" }, { "kind": "pause", "during": "1s" }""")]
    [InlineData("""{ "kind": "inject", "rate": 5, "interval": "2s", "during": "2s" }""")]
    [InlineData("""{ "kind": "rampingInject", "rate": 5, "during": "2s" }, { "kind": "injectRandom", "minRate": 0, "maxRate": 1, "during": "1s" }""")]
    public void The_six_words_are_run(string stages)
    {
        var plan = Plan(stages);

        Assert.Null(EngineRefusal.Refusal(plan, "4.1.2"));
        Assert.Equal(HostBuild.NBomber, HostBuilds.For(plan.Comparisons[0].Baseline));
    }

    [Theory]
    [InlineData("""{ "kind": "iterationsForConstant", "copies": 2, "iterations": 50 }""", "\"iterationsForConstant\", which needs NBomber 5: this adapter was tried only with NBomber 4.1.2, which has six of the eight stages; leave \"engine\" out to run it without NBomber")]
    [InlineData("""{ "kind": "iterationsForInject", "rate": 2, "iterations": 50 }""", "\"iterationsForInject\", which needs NBomber 5")]
    [InlineData("""{ "kind": "keepConstant", "copies": 2, "during": "999ms" }""", "no simulation shorter than 1s: \"keepConstant\" lasts 999ms")]
    [InlineData("""{ "kind": "keepConstant", "copies": 1, "during": "5s" }, { "kind": "pause", "during": "100ms" }""", "\"pause\" lasts 100ms")]
    [InlineData("""{ "kind": "inject", "rate": 5, "interval": "3s", "during": "2s" }""", "\"inject\" lasts 2s and has an interval of 3s")]
    [InlineData("""{ "kind": "keepConstant", "copies": 2, "during": "1500ms" }""", "stages last 2s or more together")]
    public void What_breaks_its_rules_is_refused_in_our_own_words(string stages, string told) =>
        Assert.Contains(told, EngineRefusal.Refusal(Plan(stages), "4.1.2"), StringComparison.Ordinal);

    [Fact]
    public void One_wrong_load_among_good_ones_is_found()
    {
        var plan = Profiles.Plan(WithLoad($$"""
            "sequential", { "kind": "simulations", "engine": "nbomber", "stages": [{{Keep}}] },
            { "kind": "simulations", "engine": "nbomber", "stages": [{{Keep}}, { "kind": "pause", "during": "200ms" }] }
            """));

        Assert.Contains("\"pause\" lasts 200ms", EngineRefusal.Refusal(plan, "4.1.2"), StringComparison.Ordinal);
    }

    [Fact]
    public void Its_own_cost_is_measured_one_operation_an_iteration_and_for_three_seconds_at_most()
    {
        var plan = Plan($$"""{{Keep}}, { "kind": "inject", "rate": 5, "during": "10s" }""");

        var stages = Assert.IsType<LoadSettings.Simulations>(Assert.Single(plan.LoadOverhead).Baseline.Load).Stages;
        Assert.Equal([new Simulation.KeepConstant(2, Duration.FromSeconds(3)), new Simulation.Inject(5, Duration.FromSeconds(1), Duration.FromSeconds(3))], stages);
        Assert.Null(WholeRun.BatchNanoseconds(plan.LoadOverhead[0].Baseline));
    }

    [Theory]
    [InlineData(Keep, 1_000_000, false)]
    [InlineData("""{ "kind": "inject", "rate": 5, "during": "10s" }""", null, true)]
    public void Copies_run_a_millisecond_of_operations_an_iteration_and_arrivals_one(string stages, int? nanoseconds, bool timesEach)
    {
        var cell = Plan(stages).Comparisons[0].Baseline;

        Assert.Equal(nanoseconds, (int?)WholeRun.BatchNanoseconds(cell));
        Assert.Equal(timesEach, WholeRun.TimesEach(cell.Load));
        Assert.Equal(Duration.FromSeconds(10), cell.Load.WholeRun);
    }

    [Fact]
    public void A_pair_takes_both_whole_runs_and_a_run_what_nbomber_takes_besides()
    {
        var seconds = PairForecast.Of(MeasureSettings.Default with { Looks = [1] }, Plan(Keep).Comparisons, [], 0, new HashSet<string>()).Longest.Span.TotalSeconds;

        Assert.InRange(seconds, 2 * (10 + 3), 2 * (10 + 8));
        Assert.Equal(ByteSize.FromMegabytes(1_000), Plan(Keep).Forecast.Memory);
    }

    private static Plan Plan(string stages) => Profiles.Plan(WithLoad($$"""{ "kind": "simulations", "engine": "nbomber", "stages": [{{stages}}] }"""));

    private static string WithLoad(string loads) => Profiles.Smallest.Replace("\"name\": \"one\",", $"\"name\": \"one\", \"loads\": [{loads}],", StringComparison.Ordinal);
}
