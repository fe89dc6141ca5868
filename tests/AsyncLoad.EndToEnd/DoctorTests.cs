using System.Text.Json;
using AsyncLoad.Model;
using AsyncLoad.Model.Results;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>docs/evidence/reliability.md, rows 11, 12 and 17.</summary>
public sealed class DoctorTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task It_looks_measures_a_variant_against_itself_and_leaves_nothing()
    {
        var ended = (await Asyncload.RunAsync(sandbox, "doctor", "--format", "json")).Expect(0);

        var report = JsonSerializer.Deserialize(ended.Output, ModelJson.Line.DoctorReport)!;
        Assert.True(report.Fit);
        Assert.DoesNotContain(report.Facts, fact => fact.State == FactState.Refused);
        Assert.Equal(["sequential", "parallelFor"], report.Noise!.Select(figure => figure.Load));
        // How many pairs fit into its time is the machine's affair, but for the first of each load.
        Assert.All(report.Noise!, figure => Assert.InRange(figure.Pairs, 1, 12));
        Assert.Contains(report.Facts, fact => fact.Id == "noise");
        Assert.All(report.Noise!, figure => Assert.Equal(figure.Pairs >= 2, figure.Spread is not null));
    }

    [Fact]
    public async Task Settings_of_the_environment_that_measured_processes_do_not_get_are_named()
    {
        var ended = (await Asyncload.RunInAsync(sandbox, [("DOTNET_gcServer", "1")], "doctor", "--no-measure")).Expect(0);

        Assert.Contains("DOTNET_gcServer", ended.Output, StringComparison.Ordinal);
        Assert.Contains("fit to measure, with", ended.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("noise", ended.Output, StringComparison.Ordinal);
    }
}
