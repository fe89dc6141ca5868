using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning;

/// <summary>Refuses a plan that NBomber cannot run: without its host build, or against its rules.</summary>
internal static class EngineRefusal
{
    /// <summary>NBomber's shortest simulation.</summary>
    public static readonly Duration ShortestStage = Duration.FromSeconds(1);

    /// <summary>The first second is left out, and what is left must be worth measuring.</summary>
    public static readonly Duration ShortestRun = Duration.FromSeconds(2);

    /// <summary>Why the plan cannot run, or null when it can.</summary>
    /// <param name="plan">What is to be measured.</param>
    /// <param name="nbomber">Version of NBomber in the host build for it; null when there is no such build.</param>
    public static string? Refusal(Plan plan, string? nbomber)
    {
        var loads = plan.Comparisons
            .Select(comparison => comparison.Baseline.Load)
            .OfType<LoadSettings.Simulations>()
            .Where(load => load.Engine == LoadEngine.NBomber)
            .ToList();
        if (loads.Count == 0) return null;
        return nbomber is null ? Missing(loads[0]) : loads.Select(load => Refusal(load, nbomber)).FirstOrDefault(refusal => refusal is not null);
    }

    private static string Missing(LoadSettings.Simulations load) =>
        $"the load {Printable.Quote(load.Slug)} asks for \"engine\": \"nbomber\", and NBomber is not part of this program: " +
        "build its host with dotnet build src/NBomber -c Release -p:NBomber=true (docs/nbomber.md), or leave \"engine\" out to run the same stages without NBomber";

    private static string? Refusal(LoadSettings.Simulations load, string nbomber)
    {
        if (load.Stages.Select(stage => Refusal(stage, nbomber)).FirstOrDefault(refusal => refusal is not null) is { } refusal) return refusal;
        return load.WholeRun is { } length && length.Nanoseconds < ShortestRun.Nanoseconds
            ? $"the load {Printable.Quote(load.Slug)} lasts {length}, and the first second under NBomber is left out: let its stages last {ShortestRun} or more together"
            : null;
    }

    private static string? Refusal(Simulation stage, string nbomber)
    {
        if (stage.Length is not { } length)
        {
            return $"NBomber {nbomber} is asked for \"{stage.Kind}\", and NBomber 4.1.2 has six of the eight words: it needs NBomber 5, which this adapter has not been tried with; " +
                "leave \"engine\" out to run it without NBomber";
        }

        if (length.Nanoseconds < ShortestStage.Nanoseconds) return $"NBomber runs no simulation shorter than {ShortestStage}: \"{stage.Kind}\" lasts {length}";
        if (Interval(stage) is { } interval && interval.Nanoseconds > length.Nanoseconds)
            return $"NBomber wants an interval no longer than its simulation: \"{stage.Kind}\" lasts {length} and has an interval of {interval}";
        return null;
    }

    private static Duration? Interval(Simulation stage) => stage switch
    {
        Simulation.Inject inject => inject.Interval,
        Simulation.RampingInject ramp => ramp.Interval,
        Simulation.InjectRandom random => random.Interval,
        _ => null,
    };
}
