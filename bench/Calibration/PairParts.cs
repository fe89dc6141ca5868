using System.Diagnostics;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Calibration;

/// <summary>Where the time of a pair goes: one pair's steps in their order, each with its wall time and the part of it that lies between the edges of slices.</summary>
internal sealed class PairParts(Comparison comparison, MeasureSettings measure)
{
    private const int Pairs = 4;
    private const string Measured = "measured slices after those";

    private readonly Plan plan = PairSeries.PlanOf([comparison], measure);
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
        SideSession[] sides = [];
        var measured = new List<SideMeasurement>();
        await StepAsync("start both", sides, async () => sides = await Task.WhenAll(SideSession.StartAsync(comparison.Baseline, plan, scope), SideSession.StartAsync(comparison.Candidate, plan, scope)));
        var steps = new PairSteps(sides, measure);
        await StepAsync("first slices and heat", sides, steps.HeatAsync);
        await StepAsync("slices until both are steady", sides, steps.SettleAsync);
        await StepAsync(Measured, sides, steps.MeasureAsync);
        await StepAsync("count slices", sides, steps.CountAsync);
        await StepAsync("end both", sides, async () =>
        {
            foreach (var side in sides) measured.Add(await side.FinishAsync());
            foreach (var side in sides) await side.DisposeAsync();
        });
        var own = measured.Sum(side => side.Slices.Skip(steps.Level).Sum(slice => slice.Elapsed.Seconds)) * 1e3;
        parts[Measured] = parts[Measured] with { Own = parts[Measured].Own + own };
    }

    private async Task StepAsync(string step, SideSession[] sides, Func<Task> run)
    {
        var (before, began) = (WarmUp(sides), Stopwatch.GetTimestamp());
        await run();
        var so = parts.GetValueOrDefault(step);
        parts[step] = (so.Wall + Stopwatch.GetElapsedTime(began).TotalMilliseconds, so.Own + WarmUp(sides) - before);
    }

    private static double WarmUp(SideSession[] sides) => sides.Sum(side => side.WarmUp.Own.Seconds) * 1e3;
}
