using System.Diagnostics;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Calibration;

/// <summary>Where the time of a pair goes: one pair's steps in their order, each with its wall time and the part of it that lies between the edges of slices.</summary>
internal sealed class PairParts(Comparison comparison, MeasureSettings measure)
{
    private const int Pairs = 4;

    private readonly Dictionary<string, (double Wall, double Own)> parts = [];

    /// <summary>Runs some pairs and prints the mean of each step.</summary>
    public async Task PrintAsync()
    {
        using var sockets = PrivateDirectory.Create();
        for (var pair = 0; pair < Pairs; pair++) await RunAsync(new ChildScope(sockets, CancellationToken.None));
        Output.Print($"");
        Output.Print($"| step of a pair | wall time, mean of {Pairs} | of it between edges |");
        Output.Print($"| --- | --: | --: |");
        foreach (var (step, (wall, own)) in parts) Output.Print($"| {step} | {wall / Pairs:0} ms | {own / Pairs:0} ms |");
    }

    private async Task RunAsync(ChildScope scope)
    {
        var plan = PairSeries.PlanOf(comparison, measure);
        var sides = new SideSession[2];
        await StepAsync("start both", sides, async () =>
        {
            var starting = new[] { SideSession.StartAsync(comparison.Baseline, plan, scope), SideSession.StartAsync(comparison.Candidate, plan, scope) };
            for (var side = 0; side < sides.Length; side++) sides[side] = await starting[side];
        });
        await StepAsync("short warm-up slices", sides, () => RepeatAsync(sides, InterleavedGroup.ShortWarmUps, InterleavedGroup.ShortWarmUp));
        await StepAsync("long warm-up slices", sides, async () =>
        {
            while (!sides.All(side => side.WarmUp.IsSteady) && sides[0].WarmUp.Own.Value < measure.WarmUpCap.Nanoseconds) await RepeatAsync(sides, 1, InterleavedGroup.LongWarmUp);
        });
        var pace = new OperationPace(sides.Min(side => side.Batch), Timed: false);
        await StepAsync("measured slices", sides, () => EachAsync(sides, async side =>
        {
            for (var slice = 0; slice < measure.Slices; slice++) await side.MeasureOnceAsync(measure.Slice, pace);
        }));
        await StepAsync("count slices", sides, () => EachAsync(sides, side => side.CountAsync(SideSession.LongestCount)));
        var measured = new List<SideMeasurement>();
        await StepAsync("end both", sides, () => EachAsync(sides, async side => measured.Add(await side.FinishAsync())));
        await EachAsync(sides, async side => await side.DisposeAsync());
        var own = measured.Sum(side => side.Slices.Sum(slice => slice.Elapsed.Seconds)) * 1e3;
        parts["measured slices"] = parts["measured slices"] with { Own = parts["measured slices"].Own + own };
    }

    private async Task StepAsync(string step, SideSession[] sides, Func<Task> run)
    {
        var (before, began) = (WarmUpOf(sides), Stopwatch.GetTimestamp());
        await run();
        var so = parts.GetValueOrDefault(step);
        parts[step] = (so.Wall + Stopwatch.GetElapsedTime(began).TotalMilliseconds, so.Own + WarmUpOf(sides) - before);
    }

    private static double WarmUpOf(IEnumerable<SideSession?> sides) => sides.Sum(side => side?.WarmUp.Own.Seconds ?? 0) * 1e3;

    private static Task RepeatAsync(SideSession[] sides, int times, Duration length) => EachAsync(sides, async side =>
    {
        for (var slice = 0; slice < times; slice++) await side.WarmUpOnceAsync(length);
    });

    private static async Task EachAsync(SideSession[] sides, Func<SideSession, Task> act)
    {
        foreach (var side in sides) await act(side);
    }
}
