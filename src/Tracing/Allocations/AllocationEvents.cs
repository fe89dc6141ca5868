using AsyncLoad.Tracing.Events;
using AsyncLoad.Tracing.Nettrace;
using AsyncLoad.Tracing.Stacks;

namespace AsyncLoad.Tracing.Allocations;

/// <summary>Allocation inside a window, or in all of a trace, from the events that record it.</summary>
internal sealed class AllocationEvents
{
    private readonly StackPool stacks;
    private readonly Func<bool> isInside;
    private readonly AllocationSites ticks = new();
    private bool sawSample;
    private bool sawTick;

    public AllocationEvents(NettraceReader reader, StackPool stacks, Func<bool> isInside)
    {
        (this.stacks, this.isInside) = (stacks, isInside);
        reader.On(Providers.Runtime, AllocationSampled.Id, OnSample);
        reader.On(Providers.Runtime, AllocationTicked.Id, OnTick);
    }

    public AllocationSites Samples { get; } = new();

    /// <summary>Which events there are, inside or not: that depends on the runtime and the session. The randomised ones where there are both; null without any.</summary>
    public AllocationSource? Source =>
        sawSample ? AllocationSource.Sampled
        : sawTick ? AllocationSource.Tick
        : null;

    /// <summary>What these events recorded.</summary>
    public AllocationSites Sites => Source is AllocationSource.Tick ? ticks : Samples;

    private void OnSample(in NettraceEvent traced)
    {
        if (isInside())
        {
            var sample = AllocationSampled.Read(traced);
            Samples.AddSample(sample.Type, stacks.Intern(traced.Stack, traced.AtMs), sample.ObjectBytes);
        }

        sawSample = true;
    }

    private void OnTick(in NettraceEvent traced)
    {
        if (isInside())
        {
            var tick = AllocationTicked.Read(traced);
            ticks.AddStretch(tick.Type, stacks.Intern(traced.Stack, traced.AtMs), tick.Amount, tick.ObjectBytes);
        }

        sawTick = true;
    }
}
