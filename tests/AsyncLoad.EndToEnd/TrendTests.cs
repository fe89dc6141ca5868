using System.Text.Json;
using AsyncLoad.Model;
using Xunit;

namespace AsyncLoad.EndToEnd;

public sealed class TrendTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    public void Dispose() => sandbox.Dispose();

    [Theory]
    [InlineData("perf")]
    [InlineData("perf.sqlite")]
    public async Task Runs_are_stored_as_they_are_measured_and_followed_without_their_folders(string store)
    {
        foreach (var run in new[] { "a", "b" })
            (await Asyncload.RunAsync(sandbox, ["compare", "call-chain", "await-task", "await-value-task", .. Profiles.Figures, "--store", store, "--output", run])).Expect(0);
        foreach (var run in new[] { "a", "b" }) Directory.Delete(sandbox.At(run), recursive: true);

        var ended = (await Asyncload.RunAsync(sandbox, "trend", "--store", store, "--metric", "bytesPerOperation", "--format", "json")).Expect(0);

        var trend = JsonSerializer.Deserialize(ended.Output, ModelJson.Line.RunTrend)!;
        Assert.Equal(2, trend.Runs.Count);
        // Tiny count slices on a busy machine may disagree; then there is a reason instead.
        Assert.All(trend.Series, series => Assert.All(series.Points, point => Assert.True(point.Value is not null || point.Missing.ContainsKey("value"))));
        Assert.Equal(2, trend.Series.Count);
    }
}
