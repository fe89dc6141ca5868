using AsyncLoad.Model.Measurements;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>
/// Two variants that do the same; in the process of one, new code turns up for its first 4 s, which holds tier-up back under the platform's own delay. A warm-up
/// of a fixed length calls it many times slower; one that goes by evidence does not.
/// </summary>
[Collection(typeof(Alone))]
public sealed class WarmUpTests
{
    // Unoptimised calls took 13 times as long as optimised ones; where the machine is too busy for an honest ratio, it is far from both sides still.
    private const double FarSlower = 1.5;
    private static readonly TimeSpan TypicalWarmUp = TimeSpan.FromMilliseconds(1_200);

    [Fact]
    public async Task A_fixed_warm_up_would_have_been_wrong_and_evidence_is_not()
    {
        using var sandbox = new Sandbox();

        var cutShort = await MeasureAsync(sandbox, "cut-short", "\"warmUpCap\": \"800ms\", ");
        var whole = await MeasureAsync(sandbox, "whole");

        Assert.InRange(Ratio(cutShort), FarSlower, double.MaxValue);
        Assert.Contains("no-steady-state", cutShort.Results.Comparisons.Single().Flags);
        Assert.All(WarmUps(cutShort), warmUp => Assert.False(warmUp.Steady));

        Assert.InRange(Ratio(whole), 1 / FarSlower, FarSlower);
        Assert.DoesNotContain("no-steady-state", whole.Results.Comparisons.Single().Flags);
        Assert.All(WarmUps(whole), warmUp => Assert.True(warmUp.Steady));
        Assert.All(WarmUps(whole), warmUp => Assert.InRange(warmUp.Own.Seconds, TypicalWarmUp.TotalSeconds, double.MaxValue));
    }

    private static async Task<RunFolder> MeasureAsync(Sandbox sandbox, string name, string cap = "")
    {
        var profile = sandbox.Write($"{name}.json", $$"""
            {
              "schemaVersion": 1, "name": "{{name}}", "seed": 1, "traces": "none",
              "measure": { "slices": 10, "slice": "10ms", {{cap}}"looks": [1], "verdicts": false, "platformTiering": true },
              "experiments": [{ "name": "late", "workload": "failing", "baseline": "small-steps", "candidates": ["late-start"], "loads": ["sequential"] }]
            }
            """);
        (await Asyncload.RunAsync(sandbox, "run", profile, "--output", name)).Expect(0);
        return new RunFolder(sandbox.At(name));
    }

    private static double Ratio(RunFolder run)
    {
        var metrics = run.Results.Comparisons.Single().Metrics;
        return metrics.Candidate!.NsPerOperation!.Value / metrics.Baseline!.NsPerOperation!.Value;
    }

    private static IEnumerable<WarmUp> WarmUps(RunFolder run) => run.Pairs
        .Where(pair => pair.Comparison == run.Results.Comparisons.Single().Id)
        .Select(pair => Assert.IsType<CellOutcome.Completed>(pair.Candidate).Measurement.WarmUp);
}
