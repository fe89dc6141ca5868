using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Allocations;

/// <summary>Where objects of one type were allocated: one stack, with all its samples.</summary>
/// <param name="Type">Type name as the runtime wrote it.</param>
/// <param name="Tally">Its samples.</param>
/// <param name="Frames">The stack, innermost first; at most the 100 frames that the runtime records.</param>
internal sealed record AllocationSite(string Type, AllocationTally Tally, IReadOnlyList<TracedFrame> Frames);
