using AsyncLoad.Model.Measurements;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>Calls of a tenth of a second and more are measured call by call: hundreds of slices would hold one of them each, or none.</summary>
public sealed class SlowCallTests : IDisposable
{
    private const string Class = """
        #:package BenchmarkDotNet.Annotations@0.15.8
        using BenchmarkDotNet.Attributes;

        public class Naps
        {
            [Benchmark(Baseline = true)] public void Short() => Thread.Sleep(100);
            [Benchmark] public async Task Long() => await Task.Delay(130);
        }
        """;

    // In ns. Timers have steps, so a sleep may end a little early.
    private const long ShortestCall = 99_000_000;

    // The usual longest warm-up: on a machine that others take, one call fills a shorter one.
    private static readonly string[] OnePair = ["--set", "measure.verdicts=false", "--set", "measure.looks=[1]", "--traces", "none", "--set", "measure.slices=4", "--set", "measure.slice=5ms"];

    private readonly Sandbox sandbox = new();

    public void Dispose() => sandbox.Dispose();

    [Theory]
    [InlineData("sequential", 1)]
    [InlineData("closedLoop-2", 2)]
    public async Task They_are_warmed_up_until_two_agree_and_each_slice_holds_whole_calls(string load, int workers)
    {
        sandbox.Write("bench.cs", Class);
        (await Asyncload.RunAsync(sandbox, ["compare", "bench.cs", "Short", "Long", "--load", load, "--output", "run", .. OnePair])).Expect(0);

        var run = new RunFolder(sandbox.At("run"));
        var id = Assert.Single(run.Results.Comparisons).Id;
        var sides = run.WholePairs.Where(pair => pair.Comparison == id).SelectMany(pair => new[] { pair.Baseline, pair.Candidate }).Select(outcome => Assert.IsType<CellOutcome.Completed>(outcome).Measurement);
        Assert.All(sides, side =>
        {
            // Sixty are only to warm up what runs once per slice. A few are over before the pool has a thread.
            Assert.InRange(side.WarmUp.Slices, 2, 59);
            Assert.True(side.WarmUp.Steady);
            Assert.NotEmpty(side.Slices);
            // A call takes as long as it sleeps, so a slice of a second would hold ten of each worker. One that is closed late holds a second call.
            Assert.All(side.Slices, slice => Assert.InRange(slice.Operations, 1, workers * (slice.Elapsed.Value / ShortestCall)));
            Assert.Contains(side.Slices, slice => slice.Operations <= workers);
            // One slice alone would have what the runtime allocates beside a few calls, such as for a new pool thread.
            Assert.Equal(2, side.Counts.Count);
            Assert.All(side.Counts, slice => Assert.InRange(slice.Operations, 1, 10 * workers));
        });
    }
}
