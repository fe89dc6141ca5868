using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Harness.Execution;

/// <summary>Progress of a run. Events are raised between slices, when both slice barriers are closed. With pairs side by side, others may be measured meanwhile on other processors.</summary>
internal abstract record RunEvent
{
    private RunEvent()
    {
    }

    /// <summary>A pair begins.</summary>
    public sealed record PairStarted(Comparison Comparison, ScheduledPair Pair, int Attempt) : RunEvent;

    /// <summary>A pair ended, well or not, and is in the journal.</summary>
    public sealed record PairEnded(Comparison Comparison, JournalEntry.Pair Pair) : RunEvent;

    /// <summary>Processes that a workload had started and left were ended with the measured process.</summary>
    /// <param name="Names">A name for each; foreign text.</param>
    public sealed record ProcessesEnded(Comparison Comparison, IReadOnlyList<string> Names) : RunEvent;

    /// <summary>A comparison failed twice and is left out from here on.</summary>
    public sealed record ComparisonDropped(Comparison Comparison, CellOutcome Why) : RunEvent;

    /// <summary>A sweep goes on with one more step.</summary>
    public sealed record StepAdded(JournalEntry.AddedStep Step) : RunEvent;

    /// <summary>A traced run begins.</summary>
    public sealed record TraceStarted(Comparison Comparison, Side Side) : RunEvent;

    /// <summary>A traced run ended and is in the journal.</summary>
    public sealed record TraceEnded(Comparison Comparison, JournalEntry.TracedRun Run) : RunEvent;
}
