using AsyncLoad.Host.Loads.Arrivals;
using AsyncLoad.Host.Loads.Stages;
using AsyncLoad.Host.Slices;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>Operations arrive at a rate, or at one rate after another, whether or not earlier ones are done.</summary>
/// <param name="operations">One for each arrival that may be under way at once.</param>
internal sealed class OpenLoopLoad(LoadSettings.OpenLoop settings, IReadOnlyList<Operation> operations, SliceBarrier barrier, FailureSignal failure)
    : StagedLoad(StagesOf(settings), operations, barrier, failure)
{
    private static Stage[] StagesOf(LoadSettings.OpenLoop settings) => settings.Steps is { } steps
        ? [.. steps.Select(step => Arrivals(step.Rate, step.During.Nanoseconds, settings.Arrivals))]
        : [Arrivals(settings.Rate ?? throw new ArgumentException("an open loop without a rate", nameof(settings)), null, settings.Arrivals)];

    private static Stage.Arriving Arrivals(int perSecond, long? length, ArrivalSpacing spacing)
    {
        var rate = perSecond / 1e9;
        return new Stage.Arriving(
            () => spacing == ArrivalSpacing.Poisson ? ArrivalSchedule.Poisson(rate) : ArrivalSchedule.Even(rate),
            rate,
            length);
    }
}
