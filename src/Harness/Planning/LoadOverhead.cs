using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning;

/// <summary>The comparisons of operations that do nothing, one for each load, GC setting and runtime in use: their cost is the cost of the load itself.</summary>
internal static class LoadOverhead
{
    /// <summary>The name that stands where an experiment's name would.</summary>
    public const string Experiment = "load-overhead";

    /// <summary>The workload that does nothing.</summary>
    public const string Workload = "no-op";

    private const string Baseline = "task";
    private const string Candidate = "value-task";

    /// <summary>The comparisons, in the order in which their loads come up. None when the catalogue has no such workload, or only variants with themselves are compared.</summary>
    /// <param name="comparisons">What is compared; ordinals go on after theirs.</param>
    /// <param name="catalogue">What can be measured.</param>
    public static IReadOnlyList<Comparison> Of(IReadOnlyList<Comparison> comparisons, Catalogue catalogue)
    {
        if (catalogue.Workload(Workload) is null) return [];
        return
        [
            // A variant compared with itself needs no load overhead: its bytes are counted against a no-op of the same shape.
            .. comparisons
                .Where(comparison => !comparison.IsOfOneSide)
                .SelectMany(comparison => new[] { comparison.Baseline, comparison.Candidate })
                .DistinctBy(IdOf)
                .Select((cell, index) => Build(cell, comparisons.Count + index + 1)),
        ];
    }

    /// <summary>Id of the comparison that measures the load overhead of a cell. It names the cell's load, even when a shorter one is measured, as with NBomber.</summary>
    public static string IdOf(Cell measured) => $"{Experiment}/{measured.Load.Slug}/{measured.Gc.Name}{(measured.Runtime is { } runtime ? $"/{runtime.Name}" : "")}";

    private static Comparison Build(Cell measured, int ordinal)
    {
        var idle = measured with { Workload = Workload, Parameters = new Dictionary<string, string>(), Pressure = PressureSettings.Calm, Load = LoadOverheadLoad.Of(measured.Load), Variables = null, Build = null, Side = null };
        return new Comparison(
            IdOf(measured),
            ordinal,
            Experiment,
            Side(idle, Baseline, (2 * ordinal) - 1),
            Side(idle, Candidate, 2 * ordinal),
            []);
    }

    private static Cell Side(Cell idle, string variant, int ordinal) => idle with
    {
        Name = ComparisonBuilder.CellName(ordinal, Experiment, variant, idle.Load.Slug, idle.Gc.Name, idle.Runtime?.Name ?? ""),
        Variant = variant,
    };
}

/// <summary>
/// The load under which the load overhead is measured: the same with shorter stages, since the overhead shows within seconds.
/// NBomber needs this: it queues about 100 B per iteration until it has counted it, and iterations that do nothing take about 1 µs.
/// </summary>
internal static class LoadOverheadLoad
{
    private static readonly Duration LongestStage = Duration.FromSeconds(3);
    private const int MostIterations = 1_000_000;

    /// <summary>The load with stages of three seconds at most.</summary>
    public static LoadSettings Of(LoadSettings load) => load switch
    {
        LoadSettings.Simulations simulations => simulations with { Stages = [.. simulations.Stages.Select(Of)] },
        LoadSettings.OpenLoop { Steps: { } steps } open => open with { Steps = [.. steps.Select(step => step with { During = Short(step.During) })] },
        _ => load,
    };

    private static Simulation Of(Simulation stage) => stage switch
    {
        Simulation.KeepConstant keep => keep with { During = Short(keep.During) },
        Simulation.RampingConstant ramp => ramp with { During = Short(ramp.During) },
        Simulation.IterationsForConstant counted => counted with { Iterations = Math.Min(counted.Iterations, MostIterations) },
        Simulation.Inject inject => inject with { During = Short(inject.During) },
        Simulation.RampingInject ramp => ramp with { During = Short(ramp.During) },
        Simulation.InjectRandom random => random with { During = Short(random.During) },
        Simulation.IterationsForInject counted => counted with { Iterations = Math.Min(counted.Iterations, ArrivalsOf(counted)) },
        Simulation.Pause pause => pause with { During = Short(pause.During) },
        _ => stage,
    };

    // At least one, and at most as many as fit into the longest stage.
    private static int ArrivalsOf(Simulation.IterationsForInject stage) =>
        (int)Math.Clamp((double)stage.Rate * LongestStage.Nanoseconds / stage.Interval.Nanoseconds, 1, MostIterations);

    private static Duration Short(Duration during) => during < LongestStage ? during : LongestStage;
}
