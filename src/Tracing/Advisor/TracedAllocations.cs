using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Nettrace;
using AsyncLoad.Tracing.Stacks;

namespace AsyncLoad.Tracing.Advisor;

/// <summary>Allocation inside the window of a traced run, whose sessions ask for randomised samples with stacks; runtimes before .NET 10 give ticks instead.</summary>
internal sealed class TracedAllocations
{
    private readonly StackPool stacks = new();
    private readonly CodeMap code;
    private readonly AllocationEvents events;

    /// <summary>Listens to a trace.</summary>
    /// <param name="reader">Its reader.</param>
    /// <param name="isInside">Whether an allocation counts; asked at each.</param>
    public TracedAllocations(NettraceReader reader, Func<bool> isInside)
    {
        code = new CodeMap(reader, stacks);
        events = new AllocationEvents(reader, stacks, isInside);
    }

    /// <summary>Which events tell; randomised samples where there are none at all.</summary>
    public AllocationSource Source => events.Source ?? AllocationSource.Sampled;

    /// <summary>All of them, whatever their type.</summary>
    public AllocationTally Total => events.Sites.Total;

    /// <summary>The same with names, once the trace is read.</summary>
    public NamedAllocations Named() => new(events.Sites, new NamedStacks(stacks, code));
}
