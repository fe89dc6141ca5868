using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Model;
using Xunit;

namespace AsyncLoad.Tests.Planning;

/// <summary>Loads as profiles write them, as ids name them, and as messages carry them.</summary>
public sealed class LoadReaderTests
{
    private static readonly Duration Second = Duration.FromSeconds(1);

    public static TheoryData<string, LoadSettings, string> Entries => new()
    {
        { "\"sequential\"", new LoadSettings.Sequential(), "sequential" },
        { "{ \"kind\": \"parallelFor\", \"degree\": 4, \"chunk\": 100 }", new LoadSettings.ParallelFor(4, 100), "parallelFor-4-chunk-100" },
        { "\"parallelForAsync\"", new LoadSettings.ParallelForAsync(), "parallelForAsync" },
        { "{ \"kind\": \"parallelForAsync\", \"degree\": \"cores\", \"chunk\": 1 }", new LoadSettings.ParallelForAsync(null, 1), "parallelForAsync-chunk-1" },
        { "\"closedLoop\"", new LoadSettings.ClosedLoop(1), "closedLoop-1" },
        {
            "{ \"kind\": \"closedLoop\", \"workers\": 8, \"thinkTime\": \"5ms\" }",
            new LoadSettings.ClosedLoop(8, Duration.FromMilliseconds(5)), "closedLoop-8-think-5ms"
        },
        { "{ \"kind\": \"wave\", \"size\": 8 }", new LoadSettings.Wave(8), "wave-8" },
        { "\"openLoop\"", new LoadSettings.OpenLoop(1_000, null, ArrivalSpacing.Constant), "openLoop-1000" },
        {
            "{ \"kind\": \"openLoop\", \"rate\": 50, \"arrivals\": \"poisson\", \"maxInFlight\": 7 }",
            new LoadSettings.OpenLoop(50, null, ArrivalSpacing.Poisson, 7), "openLoop-50-poisson-most-7"
        },
        {
            "{ \"kind\": \"openLoop\", \"steps\": [{ \"rate\": 100, \"during\": \"1s\" }, { \"rate\": 200, \"during\": \"500ms\" }] }",
            new LoadSettings.OpenLoop(null, [new RateStep(100, Second), new RateStep(200, Duration.FromMilliseconds(500))], ArrivalSpacing.Constant),
            "openLoop-100-1s-200-500ms"
        },
        {
            """
            { "kind": "simulations", "stages": [
              { "kind": "rampingConstant", "copies": 8, "during": "2s" }, { "kind": "keepConstant", "copies": 8, "during": "1s" },
              { "kind": "iterationsForConstant", "copies": 2, "iterations": 500 }, { "kind": "pause", "during": "1s" } ] }
            """,
            new LoadSettings.Simulations(
            [
                new Simulation.RampingConstant(8, Duration.FromSeconds(2)), new Simulation.KeepConstant(8, Second),
                new Simulation.IterationsForConstant(2, 500), new Simulation.Pause(Second),
            ]),
            "simulations-rampingConstant-8-2s-keepConstant-8-1s-iterationsForConstant-2-500-pause-1s"
        },
        {
            """
            { "kind": "simulations", "engine": "nbomber", "stages": [
              { "kind": "rampingInject", "rate": 90, "during": "2s" }, { "kind": "inject", "rate": 9, "interval": "500ms", "during": "1s" },
              { "kind": "injectRandom", "minRate": 1, "maxRate": 9, "during": "1s" }, { "kind": "iterationsForInject", "rate": 5, "iterations": 50 } ] }
            """,
            new LoadSettings.Simulations(
            [
                new Simulation.RampingInject(90, Second, Duration.FromSeconds(2)), new Simulation.Inject(9, Duration.FromMilliseconds(500), Second),
                new Simulation.InjectRandom(1, 9, Second, Second), new Simulation.IterationsForInject(5, Second, 50),
            ],
            LoadEngine.NBomber),
            "simulations-nbomber-rampingInject-90-per-1s-2s-inject-9-per-500ms-1s-injectRandom-1-9-per-1s-1s-iterationsForInject-5-per-1s-50"
        },
    };

    [Theory]
    [MemberData(nameof(Entries))]
    public void An_entry_becomes_a_load_with_a_slug_that_a_message_carries(string entry, LoadSettings load, string slug)
    {
        var read = Assert.Single(Profiles.Good(ProfileReaderTests.Member($"\"loads\": [{entry}]")).Experiments[0].Loads);
        Assert.Equivalent(load, read, strict: true);
        Assert.Equal(slug, read.Slug);
        var request = new HostRequest.Prepare(Samples.Cell with { Load = read });
        Assert.Equivalent(request, HostRequest.Parse(request.ToMessage().AsSpan()[..^1]), strict: true);
    }

    [Theory]
    [InlineData("\"simulations\"", "\"simulations\" needs its stages: { \"kind\": \"simulations\", \"stages\": [ … ] }")]
    [InlineData("{ \"kind\": \"openLoop\", \"rate\": 0 }", "\"rate\" must be from 1 to 1,000,000, not 0")]
    [InlineData("{ \"kind\": \"openLoop\", \"rate\": 1, \"steps\": [{ \"rate\": 1, \"during\": \"1s\" }] }", "\"rate\" and \"steps\" exclude each other: each step has its own rate")]
    [InlineData("{ \"kind\": \"openLoop\", \"steps\": [{ \"rate\": 1 }] }", "missing member \"during\" in step")]
    [InlineData("{ \"kind\": \"openLoop\", \"arrivals\": \"poison\" }", "unknown arrivals \"poison\"; did you mean \"poisson\"?")]
    [InlineData("{ \"kind\": \"closedLoop\", \"thinkTime\": \"1500us\" }", "\"thinkTime\" must be a whole number of milliseconds, not 1500us")]
    [InlineData("{ \"kind\": \"simulations\", \"stages\": [{ \"kind\": \"keepConstnt\" }] }", "unknown simulation \"keepConstnt\"; did you mean \"keepConstant\"?")]
    [InlineData("{ \"kind\": \"simulations\", \"stages\": [{ \"kind\": \"keepConstant\", \"copies\": 1, \"during\": \"1s\", \"speed\": 3 }] }", "unknown member in stage: \"speed\"; there are kind, copies, during")]
    [InlineData(
        "{ \"kind\": \"simulations\", \"stages\": [{ \"kind\": \"injectRandom\", \"minRate\": 9, \"maxRate\": 8, \"during\": \"1s\" }] }",
        "\"maxRate\" must not be below \"minRate\"")]
    [InlineData("{ \"kind\": \"simulations\", \"stages\": [] }", "\"stages\" must not be empty")]
    [InlineData(
        "{ \"kind\": \"simulations\", \"stages\": [{ \"kind\": \"pause\", \"during\": \"1s\" }, { \"kind\": \"rampingConstant\", \"copies\": 0, \"during\": \"1s\" }] }",
        "\"stages\" must have one that runs operations")]
    public void A_wrong_entry_says_what_is_wrong(string entry, string message) =>
        Assert.EndsWith(message, Profiles.Error(ProfileReaderTests.Member($"\"loads\": [{entry}]")), StringComparison.Ordinal);

    [Fact]
    public void A_setting_changes_the_loads_that_have_it()
    {
        var text = ProfileReaderTests.Member("\"loads\": [\"sequential\", \"wave\", \"openLoop\", \"closedLoop\"]");
        Assert.Equal("openLoop-50", Profiles.Good(text, "load.rate=50").Experiments[0].Loads[2].Slug);
        Assert.Equal(["sequential", "wave-8", "openLoop-1000", "closedLoop-1"], Profiles.Good(text, "load.size=8").Experiments[0].Loads.Select(load => load.Slug));
        Assert.Equal("--set load.degree: no experiment has a parallelFor or parallelForAsync load", Profiles.Error(text, "load.degree=2"));
    }
}
