using System.Text.Json.Serialization;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Measurements;

/// <summary>One line of <c>pairs.jsonl</c>.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(Pair), "pair")]
[JsonDerivedType(typeof(TracedRun), "trace")]
[JsonDerivedType(typeof(AddedStep), "step")]
public abstract record JournalEntry
{
    private JournalEntry()
    {
    }

    /// <summary>An interleaved pair: two processes alive at once, one per side, measured in turn. Pairs of several comparisons may share the process of their baseline.</summary>
    /// <param name="Comparison">Id of the comparison, or of a load overhead comparison.</param>
    /// <param name="Index">Number of the pair within its comparison, from 1.</param>
    /// <param name="Attempt">1, or 2 when a first attempt was discarded.</param>
    /// <param name="First">The side spawned first.</param>
    /// <param name="Batch">Operations between two checks of the slice barrier.</param>
    /// <param name="Started">When it began, UTC.</param>
    /// <param name="Took">How long it took, start of processes to their end; pairs that share the process of their baseline have equal shares of it.</param>
    /// <param name="Baseline">How the baseline ended.</param>
    /// <param name="Candidate">How the candidate ended.</param>
    /// <param name="Timed">Whether each operation was timed alone, for its latency.</param>
    /// <param name="Control">How late an idle process, which repeatedly slept for 1 ms, woke meanwhile; null where latency was not measured.</param>
    /// <param name="Environment">What else the machine did meanwhile; null where the system does not report it, in journals of older versions, and for a pair that was not begun.</param>
    /// <param name="Sharing">Pairs that share the process of this one's baseline, this one included, 2 or more; null, and then not in JSON, for a pair of two processes.</param>
    /// <param name="Processors">The processors that its processes were bound to while other pairs used others; null, and then not in JSON, for a pair that had all.</param>
    public sealed record Pair(
        string Comparison,
        int Index,
        int Attempt,
        Side First,
        long Batch,
        DateTimeOffset Started,
        Nanoseconds Took,
        CellOutcome Baseline,
        CellOutcome Candidate,
        bool Timed = false,
        Latencies? Control = null,
        SampleEnvironment? Environment = null,
        [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Sharing = null,
        [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<int>? Processors = null) : JournalEntry;

    /// <summary>One side alone under an EventPipe session; never timed; its only slice is the traced window.</summary>
    /// <param name="Comparison">Id of the comparison.</param>
    /// <param name="Side">Which of its cells.</param>
    /// <param name="Cell">Name of the cell.</param>
    /// <param name="File">Path of the trace inside the run folder, or null when none was written.</param>
    /// <param name="BufferMegabytes">Size of the session's buffer.</param>
    /// <param name="Started">When it began, UTC.</param>
    /// <param name="Took">How long it took, start of the process to the end of its trace.</param>
    /// <param name="Outcome">How it ended.</param>
    public sealed record TracedRun(
        string Comparison,
        Side Side,
        string Cell,
        string? File,
        int BufferMegabytes,
        DateTimeOffset Started,
        Nanoseconds Took,
        CellOutcome Outcome) : JournalEntry;

    /// <summary>A step that was added to a sweep while it ran; its pairs follow.</summary>
    /// <param name="Sweep">Id of the sweep.</param>
    /// <param name="At">The step, in the unit of its axis.</param>
    /// <param name="Comparison">What is compared there.</param>
    public sealed record AddedStep(string Sweep, double At, Comparison Comparison) : JournalEntry;
}
