using AsyncLoad.Model.Measurements;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>Loads that ask for NBomber. What is refused is always tried; what is measured needs its host build, which is made on request.</summary>
public sealed class NBomberTests : IDisposable
{
    private const string Copies = """{ "kind": "keepConstant", "copies": 2, "during": "3s" }""";

    private readonly Sandbox sandbox = new();

    private RunFolder Run => new(sandbox.At("run"));

    public void Dispose() => sandbox.Dispose();

    [Fault(28)]
    [Fact]
    public async Task Without_its_host_build_nothing_is_measured_and_the_message_says_how_to_get_it()
    {
        var copy = sandbox.Copy(Repository.ProgramFolder, "program", without: path => path.StartsWith("host-nbomber", StringComparison.Ordinal));
        using var program = RunningProgram.Start(sandbox, Repository.Muxer, [Path.Combine(copy, "asyncload.dll"), "run", Profile(Copies), "--output", "run"]);

        var ended = (await program.EndAsync()).Expect(6);

        Assert.Contains("dotnet build src/NBomber -c Release -p:NBomber=true", ended.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists(sandbox.At("run")));
    }

    [Fault(28)]
    [Fact]
    public async Task Words_that_it_does_not_have_are_refused_before_anything_is_measured()
    {
        NBomberBuild.Require();

        var ended = (await Asyncload.RunAsync(sandbox, "plan", Profile("""{ "kind": "iterationsForConstant", "copies": 2, "iterations": 9 }"""))).Expect(6);

        // The version is read from the build.
        Assert.Matches(@"NBomber \d+\.\d+\.\d+ is asked for ""iterationsForConstant"", which needs NBomber 5", ended.Error);
    }

    [Fact]
    public async Task Copies_run_through_once_a_side_and_our_counters_say_what_they_did()
    {
        NBomberBuild.Require();

        (await Asyncload.RunAsync(sandbox, "run", Profile(Copies), "--traces", "one", "--output", "run")).Expect(0);

        Assert.All(Sides("keep"), side =>
        {
            var slice = Assert.Single(side.Slices);
            Assert.InRange(slice.Operations, 100_000, long.MaxValue);
            Assert.NotNull(slice.ResponseTime);
            Assert.InRange(side.Latency!.Service.Count, 1, long.MaxValue);
            Assert.Equal(2, side.Workers);
        });
        Assert.Equal([504, 0], Sides("keep").Select(side => side.Counts.Min(count => count.BytesPerOperation)));
        Assert.Equal(2, Run.Files.Count(file => file.EndsWith(".nettrace", StringComparison.Ordinal)));
        Assert.Contains("whole-runs", Run.Results.Comparisons.Single().Warnings);
    }

    [Fact]
    public async Task Its_own_cost_is_that_of_an_iteration_which_does_nothing()
    {
        NBomberBuild.Require();

        (await Asyncload.RunAsync(sandbox, "run", Profile(Copies), "--traces", "none", "--output", "run")).Expect(0);

        // About 400 bytes and half a microsecond by themselves; an iteration of a thousand operations would show as nothing.
        Assert.All(Sides("load-overhead"), side => Assert.InRange(side.Slices[0].Gc.AllocatedBytes / (double)side.Slices[0].Operations, 200, 1_000));
        // Two seconds of them.
        Assert.All(Sides("load-overhead"), side => Assert.InRange(side.Slices[0].Operations, 10_000, 100_000_000));
    }

    [Fact]
    public async Task Arrivals_come_at_the_rate_that_was_asked_and_each_is_timed()
    {
        NBomberBuild.Require();
        var profile = Profile("""{ "kind": "inject", "rate": 100, "during": "3s" }""");

        (await Asyncload.RunAsync(sandbox, "run", profile, "--traces", "none", "--output", "run")).Expect(0);

        Assert.All(Sides("keep"), side =>
        {
            var slice = Assert.Single(side.Slices);
            // Two seconds of a hundred a second, at random within each: up to a second of them may lie on either side of an edge.
            Assert.InRange(slice.Operations, 100, 300);
            Assert.InRange(side.Latency!.Service.Count, slice.Operations - 5, slice.Operations + 5);
            Assert.InRange(slice.ResponseTime!.Value.Value, 1, slice.Elapsed.Value);
            Assert.Null(side.Latency.Response);
        });
    }

    private List<SideMeasurement> Sides(string experiment)
    {
        var sides = Run.Pairs
            .Where(pair => pair.Comparison.StartsWith(experiment, StringComparison.Ordinal))
            .SelectMany(pair => new[] { pair.Baseline, pair.Candidate })
            .Select(outcome => Assert.IsType<CellOutcome.Completed>(outcome).Measurement)
            .ToList();
        Assert.NotEmpty(sides);
        return sides;
    }

    private string Profile(string stages) => sandbox.Write("nbomber.json", $$"""
        {
          "schemaVersion": 1, "name": "nbomber",
          "measure": { "looks": [1], "verdicts": false, "warmUpCap": "300ms" },
          "experiments": [{
            "name": "keep", "workload": "call-chain", "baseline": "await-task", "candidates": ["await-value-task"],
            "loads": [{ "kind": "simulations", "engine": "nbomber", "stages": [{{stages}}] }]
          }]
        }
        """);
}

/// <summary>The host build with NBomber, beside the program once somebody has built it.</summary>
internal static class NBomberBuild
{
    public static void Require() => Assert.SkipUnless(
        File.Exists(Path.Combine(Repository.ProgramFolder, "host-nbomber", "AsyncLoad.NBomber.dll")),
        "NBomber's host is not built: dotnet build src/NBomber -c Release -p:NBomber=true");
}
