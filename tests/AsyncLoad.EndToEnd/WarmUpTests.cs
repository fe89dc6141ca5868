using AsyncLoad.Model.Measurements;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>
/// Two variants that do the same; in the process of one, new code turns up for its first 4 s, which holds tier-up back under the platform's own delay. A warm-up
/// of a fixed length measures what is not compiled for good, and says so; one that goes by evidence waits for the last of it.
/// </summary>
[Collection(typeof(Alone))]
public sealed class WarmUpTests
{
    [Fact]
    public async Task A_fixed_warm_up_would_have_been_wrong_and_evidence_is_not()
    {
        using var sandbox = new Sandbox();

        var cutShort = await MeasureAsync(sandbox, "cut-short", "\"warmUpCap\": \"500ms\", ");
        var whole = await MeasureAsync(sandbox, "whole");

        Assert.Contains("no-steady-state", cutShort.Results.Comparisons.Single().Warnings);
        Assert.False(LateSide(cutShort).WarmUp.Steady);
        Assert.True(LateSide(cutShort).Slices.Sum(slice => slice.Process.CompiledMethods) > 0);

        Assert.DoesNotContain("no-steady-state", whole.Results.Comparisons.Single().Warnings);
        Assert.True(LateSide(whole).WarmUp.Steady);
        Assert.True(LateSide(whole).WarmUp.CompiledMethods > LateSide(cutShort).WarmUp.CompiledMethods);
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

    private static SideMeasurement LateSide(RunFolder run) =>
        Assert.IsType<CellOutcome.Completed>(run.Pairs.Single(pair => pair.Comparison == run.Results.Comparisons.Single().Id).Candidate).Measurement;
}
