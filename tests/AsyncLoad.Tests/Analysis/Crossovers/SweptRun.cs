using AsyncLoad.Analysis;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Tests.Analysis.Crossovers;

/// <summary>Evidence of sweeps made up from a ratio a step; pairs lie within 1 % of it.</summary>
internal static class SweptRun
{
    public const string Heap = "heap/pressure.liveSet=0MB..800MB";

    private static readonly double[] Noise = [0.99, 1.01, 1, 0.995, 1.005, 1.002];

    /// <summary>A sweep over a live set of 0 to 800 MB.</summary>
    public static Sweep LiveSet(params IReadOnlyList<double> megabytes) => Sweep(
        Heap, "pressure.liveSet", AxisUnit.Bytes, new StepGrid(0, ByteSize.FromMegabytes(800).Bytes, 1 << 20, null), [.. megabytes.Select(step => step * (1 << 20))]);

    /// <summary>A sweep over a probability.</summary>
    public static Sweep Probability(string id, params IReadOnlyList<double> steps) =>
        Sweep(id, "parameters.probability", AxisUnit.Number, new StepGrid(0, 1, 0.001, null), steps);

    public static Plan PlanOf(params IReadOnlyList<Sweep> sweeps) =>
        SyntheticRun.PlanOf([6], [.. sweeps.SelectMany(sweep => sweep.Steps).Select(step => SyntheticRun.ComparisonOf(step.Comparison))]) with { Sweeps = sweeps };

    /// <summary>Six pairs at each step, with bytes an operation that rise to 100 B for the candidate against 40 B.</summary>
    public static IReadOnlyList<JournalEntry.Pair> Pairs(Sweep sweep, Func<double, double> ratio) =>
        [.. sweep.Steps.SelectMany(step => Pairs(sweep, step.Comparison, step.At, ratio))];

    public static IEnumerable<JournalEntry.Pair> Pairs(Sweep sweep, string comparison, double at, Func<double, double> ratio) =>
        Noise.Select((noise, index) => SyntheticRun.PairOf(
            index + 1,
            SyntheticRun.Side(100_000, 40),
            SyntheticRun.Side((long)(100_000 / (ratio(at) * noise)), (long)(100 * (at - sweep.Grid.From) / (sweep.Grid.To - sweep.Grid.From))),
            comparison));

    public static RunAnalysis Analyze(Plan plan, params IReadOnlyList<JournalEntry> journal) => RunAnalyzer.Analyze(SyntheticRun.Evidence(plan, journal), SyntheticRun.Trace);

    private static Sweep Sweep(string id, string axis, AxisUnit unit, StepGrid grid, IReadOnlyList<double> steps) => new(
        id,
        axis,
        unit,
        grid,
        12,
        SyntheticRun.ComparisonOf(id),
        [.. steps.Select(step => new SweepStep(step, FormattableString.Invariant($"{id}/{step}")))]);
}
