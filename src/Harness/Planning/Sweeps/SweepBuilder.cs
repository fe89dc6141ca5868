using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning.Sweeps;

/// <summary>Combinations → comparisons: one for each, or where an experiment looks for a crossing, one for each coarse step of a sweep.</summary>
internal static class SweepBuilder
{
    /// <summary>The id of the sweep that a combination is measured in; null where it is one comparison.</summary>
    public static string? SweepId(Combination combination, WorkloadDescription workload) =>
        combination.Experiment.Crossover is { } crossover && Axis(combination, workload) is { } axis ? Id(combination, crossover, axis) : null;

    /// <summary>The comparisons of combinations, in their order, and the sweeps that some of them belong to.</summary>
    /// <param name="combinations">What is to be compared, with the marks of each.</param>
    /// <param name="workloads">Workloads by id.</param>
    public static (IReadOnlyList<Comparison> Comparisons, IReadOnlyList<Sweep> Sweeps) Expand(
        IEnumerable<(Combination One, IReadOnlyList<string> Marks)> combinations,
        IReadOnlyDictionary<string, WorkloadDescription> workloads)
    {
        var (comparisons, sweeps) = (new List<Comparison>(), new List<Sweep>());
        foreach (var (one, marks) in combinations)
        {
            var template = ComparisonBuilder.Build(one, comparisons.Count + 1, marks);
            if (one.Experiment.Crossover is not { } crossover || Axis(one, workloads[one.Experiment.Workload]) is not { } axis)
            {
                comparisons.Add(template);
                continue;
            }

            var grid = new StepGrid(crossover.From, crossover.To, axis.Step, axis.Only is { } only ? [.. only.Where(step => step >= crossover.From && step <= crossover.To)] : null);
            var sweep = new Sweep(Id(one, crossover, axis), axis.Path, axis.Unit, grid, crossover.MostSteps, template, []);
            foreach (var step in grid.Coarse(crossover.Steps))
            {
                var comparison = At(sweep, step, comparisons.Count + 1);
                comparisons.Add(comparison);
                sweep = sweep with { Steps = [.. sweep.Steps, new SweepStep(step, comparison.Id)] };
            }

            sweeps.Add(sweep);
        }

        return (comparisons, sweeps);
    }

    /// <summary>One more step of a sweep, for a plan that is being measured.</summary>
    public static JournalEntry.AddedStep More(Plan plan, string sweepId, double step)
    {
        var sweep = plan.Sweeps?.FirstOrDefault(known => known.Id == sweepId) ?? throw new ArgumentException($"no sweep '{sweepId}'", nameof(sweepId));
        return new JournalEntry.AddedStep(sweepId, step, At(sweep, step, plan.Measured.Max(comparison => comparison.Ordinal) + 1));
    }

    /// <summary>A cell at a step of the axis.</summary>
    /// <exception cref="ArgumentException">The cell has no such setting.</exception>
    public static Cell At(SweepAxis axis, Cell cell, double step) =>
        axis.Change(cell, step) ?? throw new ArgumentException($"'{cell.Name}' has no {axis.Path}", nameof(cell));

    private static Comparison At(Sweep sweep, double step, int ordinal)
    {
        var axis = SweepAxes.Of(sweep);
        var template = sweep.Template;
        return ComparisonBuilder.Renamed(
            template with { Baseline = At(axis, template.Baseline, step), Candidate = At(axis, template.Candidate, step) },
            ordinal);
    }

    private static SweepAxis? Axis(Combination combination, WorkloadDescription workload) =>
        SweepAxes.Of(combination.Experiment.Crossover!.Axis, workload) is { } axis && axis.IsOf(combination.Baseline) && axis.IsOf(combination.Candidate) ? axis : null;

    // Without a value of the swept parameter.
    private static string Id(Combination combination, CrossoverSettings crossover, SweepAxis axis)
    {
        var others = combination.With(cell => cell with { Parameters = cell.Parameters.Where(parameter => parameter.Key != crossover.Parameter).ToDictionary() });
        return $"{ComparisonBuilder.Id(others)}/{axis.Path}={axis.Text(crossover.From)}..{axis.Text(crossover.To)}";
    }
}
