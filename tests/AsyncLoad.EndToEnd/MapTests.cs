using System.Text.RegularExpressions;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>A small map, from the command to its picture and its files.</summary>
public sealed class MapTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task A_map_is_measured_drawn_and_drawn_again_by_report()
    {
        var map = (await Asyncload.RunAsync(sandbox, ["map", "--loads", "sequential,parallelFor", "--pressures", "calm,churn", "--output", "run", .. Profiles.Short])).Expect(0);
        string[] grid = [.. map.Output.Split('\n').TakeWhile(line => line.Trim().Length > 0)];
        Assert.Equal("await-value-task vs await-task", grid[0].Trim());
        Assert.Equal(["calm", "churn"], grid[1].Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries));
        Assert.Equal(["sequential", "parallelFor"], grid[2..4].Select(line => line.Split(' ')[0]));
        Assert.All(grid[2..4], line => Assert.Equal(2, Regex.Count(line, @"\[\d")));
        Assert.Contains("(4 of 4 cells)", map.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("pair 1/6", map.Error, StringComparison.Ordinal);

        var results = new RunFolder(sandbox.At("run")).Results;
        Assert.Equal(["sequential calm", "sequential churn", "parallelFor calm", "parallelFor churn"], results.Comparisons.Select(one => $"{one.Load} {one.Pressure}"));
        Assert.Contains("heat-1", await File.ReadAllTextAsync(sandbox.At("run/report.html"), TestContext.Current.CancellationToken), StringComparison.Ordinal);

        var report = (await Asyncload.RunAsync(sandbox, "report", "run")).Expect(0);
        Assert.Contains(string.Join('\n', grid), report.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Compare_takes_several_loads_and_pressures()
    {
        (await Asyncload.RunAsync(sandbox, [
            "compare", "call-chain", "await-task", "await-value-task", "--load", "sequential", "--load", "parallelFor", "--pressure", "calm", "--pressure", "churn", "--output", "run", .. Profiles.Figures])).Expect(0);
        var results = new RunFolder(sandbox.At("run")).Results;
        Assert.Equal(["sequential calm", "sequential churn", "parallelFor calm", "parallelFor churn"], results.Comparisons.Select(one => $"{one.Load} {one.Pressure}"));
    }
}
