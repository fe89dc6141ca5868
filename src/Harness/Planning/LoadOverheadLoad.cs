using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning;

/// <summary>
/// The load under which doing nothing is measured: the same, but that stages in wall time are cut short, since what a load costs by itself shows in seconds.
/// Under NBomber it must be so: it queues what it has still to count, some 100 bytes an iteration, and iterations that do nothing take about a microsecond.
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

    // One at least, and as many as the longest stage holds.
    private static int ArrivalsOf(Simulation.IterationsForInject stage) =>
        (int)Math.Clamp((double)stage.Rate * LongestStage.Nanoseconds / stage.Interval.Nanoseconds, 1, MostIterations);

    private static Duration Short(Duration during) => during < LongestStage ? during : LongestStage;
}
