using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Harness.Execution;

/// <summary>What a run tells while it goes on; raised between slices only, when both slice barriers are closed; where pairs go side by side, while others are measured on other processors.</summary>
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
