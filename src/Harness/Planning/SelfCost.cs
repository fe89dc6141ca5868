using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning;

/// <summary>The comparisons of doing nothing, one for each load and GC setting in use: what they cost is the driver's own cost.</summary>
internal static class SelfCost
{
    /// <summary>The name that stands where an experiment's name would.</summary>
    public const string Experiment = "self-cost";

    /// <summary>The workload that does nothing.</summary>
    public const string Workload = "no-op";

    private static readonly Duration LongestStage = Duration.FromSeconds(3);

    private const string Baseline = "task";
    private const string Candidate = "value-task";

    /// <summary>The comparisons, in the order in which their loads come up; none when the catalogue has no such workload.</summary>
    /// <param name="comparisons">What is compared; ordinals go on after theirs.</param>
    /// <param name="catalogue">What can be measured.</param>
    public static IReadOnlyList<Comparison> Of(IReadOnlyList<Comparison> comparisons, Catalogue catalogue)
    {
        if (!catalogue.Workloads.Any(workload => workload.Id == Workload)) return [];
        return
        [
            .. comparisons
                .DistinctBy(comparison => (comparison.Baseline.Load.Slug, comparison.Baseline.Gc.Name))
                .Select((comparison, index) => Build(comparison.Baseline, comparisons.Count + index + 1)),
        ];
    }

    private static Comparison Build(Cell measured, int ordinal)
    {
        var idle = measured with { Workload = Workload, Parameters = new Dictionary<string, string>(), Pressure = PressureSettings.Calm, Load = Shortened(measured.Load) };
        return new Comparison(
            $"{Experiment}/{measured.Load.Slug}/{measured.Gc.Name}",
            ordinal,
            Experiment,
            Arm(idle, Baseline, (2 * ordinal) - 1),
            Arm(idle, Candidate, 2 * ordinal),
            []);
    }

    // NBomber queues what it has still to count, some 100 bytes an iteration, and an iteration that does nothing takes about a microsecond:
    // a minute of those would fill the memory.
    private static LoadSettings Shortened(LoadSettings load) => load is LoadSettings.Simulations { Engine: LoadEngine.NBomber } simulations
        ? simulations with { Stages = [.. simulations.Stages.Select(Shortened)] }
        : load;

    private static Simulation Shortened(Simulation stage) => stage switch
    {
        Simulation.KeepConstant keep => keep with { During = Shortened(keep.During) },
        Simulation.RampingConstant ramp => ramp with { During = Shortened(ramp.During) },
        _ => stage,
    };

    private static Duration Shortened(Duration during) => during.Nanoseconds < LongestStage.Nanoseconds ? during : LongestStage;

    private static Cell Arm(Cell idle, string variant, int ordinal) => idle with
    {
        Name = ComparisonBuilder.CellName(ordinal, Experiment, variant, idle.Load.Slug, idle.Gc.Name),
        Variant = variant,
    };
}
