using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>Crossings of a plug-in's share under several pressures, by the real program.</summary>
public sealed class FrontierTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task The_share_of_a_plug_in_is_swept_under_each_pressure_and_drawn_with_its_exact_bytes()
    {
        var profile = sandbox.Write("share.json", Profiles.Of("""
            {
              "name": "share", "workload": "completes-at-once", "baseline": "in-task", "candidates": ["in-value-task"],
              "loads": [{ "kind": "closedLoop", "workers": 1 }], "pressures": ["calm", "churn"],
              "crossover": { "axis": "parameters.Percent", "steps": 3, "mostSteps": 3 }
            }
            """));

        (await Asyncload.RunAsync(sandbox, "run", profile, "--plugin", BuiltPlugins.Benchmarks, "--traces", "none", "--output", "run")).Expect(0);

        var run = new RunFolder(sandbox.At("run"));
        Assert.Equal(2, run.Results.Crossovers.Count);
        Assert.All(run.Results.Crossovers, crossover =>
        {
            Assert.Equal(("parameters.Percent", 0, 100), (crossover.Axis, crossover.From, crossover.To));
            Assert.Equal([0, 50, 100], crossover.Steps.Select(step => step.Step));
            // Boxes of the ValueTask method are larger, and completed tasks cost 72 B.
            Assert.True(crossover.Steps[0].BytesDifference > 0);
            Assert.Equal(-72, crossover.Steps[2].BytesDifference!.Value, 1.0);
            Assert.NotNull(crossover.BytesAt);
        });
        Assert.Contains("## Frontier", run.Text("report.md"), StringComparison.Ordinal);
        Assert.Contains("<title id=\"frontier-1-wide-title\">", run.Text("report.html"), StringComparison.Ordinal);
    }
}
