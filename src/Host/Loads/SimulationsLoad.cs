using AsyncLoad.Host.Loads.Stages;
using AsyncLoad.Host.Slices;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>
/// Stages in NBomber's words and meaning, run by this program: a copy starts at once, not within a second, and rates divide by the time that was really run.
/// </summary>
/// <param name="stages">What it does.</param>
/// <param name="operations">One for each copy of the busiest stage, then one for each arrival that may be under way at once.</param>
/// <param name="barrier">What it waits at.</param>
/// <param name="failure">Told what an operation throws, and that the last stage is over.</param>
internal sealed class SimulationsLoad(IReadOnlyList<Stage> stages, IReadOnlyList<Operation> operations, SliceBarrier barrier, FailureSignal failure)
    : StagedLoad(stages, operations, barrier, failure)
{
    /// <summary>Operations that a list of stages needs: NBomber knows no limit to arrivals under way, this program stops at a thousand.</summary>
    public static int OperationsOf(IReadOnlyList<Stage> stages) =>
        CopiesOf(stages) + (stages.Any(stage => stage is Stage.Arriving) ? LoadSettings.OpenLoop.DefaultMaxInFlight : 0);
}
