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
        var arms = new ArmSession[2];
        await StepAsync("start both", arms, async () =>
        {
            var starting = new[] { ArmSession.StartAsync(comparison.Baseline, plan, scope), ArmSession.StartAsync(comparison.Candidate, plan, scope) };
            for (var arm = 0; arm < arms.Length; arm++) arms[arm] = await starting[arm];
        });
        await StepAsync("short warm-up slices", arms, () => RepeatAsync(arms, InterleavedPair.ShortWarmUps, InterleavedPair.ShortWarmUp));
        await StepAsync("long warm-up slices", arms, async () =>
        {
            while (!arms.All(arm => arm.WarmUp.IsSteady) && arms[0].WarmUp.Own.Value < measure.WarmUpCap.Nanoseconds) await RepeatAsync(arms, 1, InterleavedPair.LongWarmUp);
        });
        var pace = new OperationPace(arms.Min(arm => arm.Batch), Timed: false);
        await StepAsync("measured slices", arms, () => EachAsync(arms, async arm =>
        {
            for (var slice = 0; slice < measure.Slices; slice++) await arm.MeasureOnceAsync(measure.Slice, pace);
        }));
        await StepAsync("count slices", arms, () => EachAsync(arms, arm => arm.CountAsync(ArmSession.LongestCount)));
        var measured = new List<ArmMeasurement>();
        await StepAsync("end both", arms, () => EachAsync(arms, async arm => measured.Add(await arm.FinishAsync())));
        await EachAsync(arms, async arm => await arm.DisposeAsync());
        var own = measured.Sum(arm => arm.Slices.Sum(slice => slice.Elapsed.Seconds)) * 1e3;
        parts["measured slices"] = parts["measured slices"] with { Own = parts["measured slices"].Own + own };
    }

    private async Task StepAsync(string step, ArmSession[] arms, Func<Task> run)
    {
        var (before, began) = (WarmUpOf(arms), Stopwatch.GetTimestamp());
        await run();
        var so = parts.GetValueOrDefault(step);
        parts[step] = (so.Wall + Stopwatch.GetElapsedTime(began).TotalMilliseconds, so.Own + WarmUpOf(arms) - before);
    }

    private static double WarmUpOf(IEnumerable<ArmSession?> arms) => arms.Sum(arm => arm?.WarmUp.Own.Seconds ?? 0) * 1e3;

    private static Task RepeatAsync(ArmSession[] arms, int times, Duration length) => EachAsync(arms, async arm =>
    {
        for (var slice = 0; slice < times; slice++) await arm.WarmUpOnceAsync(length);
    });

    private static async Task EachAsync(ArmSession[] arms, Func<ArmSession, Task> act)
    {
        foreach (var arm in arms) await act(arm);
    }
}
