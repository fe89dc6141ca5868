using AsyncLoad.Analysis.Crossovers;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Tests.Analysis.Simulated;

namespace AsyncLoad.Tests.Analysis.Crossovers;

/// <summary>An axis along which the log ratio of two sides is known.</summary>
/// <param name="Name">The curve in words for a table.</param>
/// <param name="Grid">Its steps.</param>
/// <param name="LogRatio">The true log ratio at a step.</param>
/// <param name="Crossing">Where it is 0; null when nowhere, or at more than one step.</param>
internal sealed record SimulatedAxis(string Name, StepGrid Grid, Func<double, double> LogRatio, double? Crossing = null)
{
    private static readonly StepGrid Heap = new(0, 800, 1, null);
    private static readonly StepGrid Share = new(0, 1, null, null);
    private static readonly StepGrid Flows = new(1, 1024, 1, null);
    private static readonly StepGrid Depth = new(1, 20, 1, null);

    /// <summary>Curves that cross once, steeply enough for a factor of 1.5.</summary>
    public static IReadOnlyList<SimulatedAxis> Clear { get; } =
    [
        new("linear, at 300 of 0 to 800", Heap, x => 0.3 * (300 - x) / 300, 300),
        new("linear, at 0.259 of 0 to 1", Share, x => 0.2 * (0.259 - x) / 0.259, 0.259),
        new("linear, at 6.5 of 1 to 20, whole steps", Depth, x => 0.04 * (6.5 - x), 6.5),
        new("levels off, at 150 of 0 to 800", Heap, x => 0.5 * (Math.Exp(-x / 200) - Math.Exp(-150 / 200.0)), 150),
        new("levels off, at 50 of 0 to 800", Heap, x => 0.6 * (Math.Exp(-x / 100) - Math.Exp(-50 / 100.0)), 50),
        new("logarithm, at 30 of 1 to 1024", Flows, x => 0.12 * Math.Log(30 / x), 30),
        new("step, at 390 of 0 to 800", Heap, x => x < 390 ? -0.1 : 0.2, 390),
    ];

    /// <summary>Curves that change so little around their crossing that pairs of this number cannot tell it to a factor of 1.5.</summary>
    public static IReadOnlyList<SimulatedAxis> Shallow { get; } =
    [
        new("shallow: linear, at 0.1 of 0 to 1", Share, x => 0.4 * (0.1 - x), 0.1),
        new("shallow: logarithm, at 200 of 1 to 1024", Flows, x => 0.05 * Math.Log(200 / x), 200),
    ];

    /// <summary>Curves that do not cross, or not once.</summary>
    public static IReadOnlyList<SimulatedAxis> Without { get; } =
    [
        new("none: wins by 26 % throughout", Heap, _ => -0.3),
        new("none: loses, by 22 % to 6 %", Heap, x => 0.2 - (0.14 * x / 800)),
        new("none: wins along a U", Heap, x => -0.3 + (0.2 * Math.Pow((x - 400) / 400, 2))),
        new("equal throughout", Heap, _ => 0),
        new("twice: U from 16 % to −14 %", Heap, x => -0.15 + (0.3 * Math.Pow((x - 400) / 400, 2))),
        new("twice: U from 5 % to −5 %", Heap, x => -0.05 + (0.1 * Math.Pow((x - 400) / 400, 2))),
        new("twice: arch, lopsided", Heap, x => 0.1 - (0.3 * Math.Pow((x - 300) / 300, 2))),
    ];

    /// <summary>Pairs of one step.</summary>
    public StepSample Measure(double step, PairNoise pairs, Noise noise) =>
        new(step, [.. Enumerable.Range(0, pairs.Pairs).Select(_ => LogRatio(step) + (pairs.Spread * noise.Normal()))]);

    /// <summary>The estimate with the margin and the seed that all simulations share.</summary>
    public static CrossingEstimate Judge(IReadOnlyList<StepSample> steps) => AsyncLoad.Analysis.Crossovers.Crossing.Of(steps, margin: 0.03, seed: 1);

    /// <summary>A whole search: five coarse steps, then one after another until there is nothing to gain.</summary>
    public (IReadOnlyList<StepSample> Steps, CrossingEstimate Estimate) Search(PairNoise pairs, Noise noise)
    {
        List<StepSample> steps = [.. Grid.Coarse(5).Select(step => Measure(step, pairs, noise))];
        while (true)
        {
            var estimate = Judge(steps);
            if (NextStep.After(steps, estimate, Grid, CrossoverSettings.DefaultMostSteps) is not { } next) return (steps, estimate);
            steps.Add(Measure(next, pairs, noise));
        }
    }
}

/// <summary>How often a step is measured, and how far its pairs scatter.</summary>
internal sealed record PairNoise(int Pairs, double Spread);
