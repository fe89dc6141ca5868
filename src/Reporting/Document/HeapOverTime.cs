namespace AsyncLoad.Reporting.Document;

/// <summary>What a timeline of collections draws: words ready to print, numbers only where they become positions.</summary>
/// <param name="Id">Kebab-case, unique in the report.</param>
/// <param name="Origin">Where time counts from: <c>the start of the trace</c>.</param>
/// <param name="SpanMs">Length of the time axis in ms, above 0.</param>
/// <param name="Collections">In the order of their pauses.</param>
public sealed record HeapOverTime(
    string Id,
    string Title,
    string Description,
    string Origin,
    double SpanMs,
    IReadOnlyList<TimelineGc> Collections);

/// <summary>One collection of the chart; all finite.</summary>
/// <param name="AtMs">Start of its pause, ms from the left end of the axis, inside it.</param>
/// <param name="PauseMs">Length of its pause, 0 or more.</param>
/// <param name="HeapBytes">Heap after it, 0 or more; null when the trace does not state it, or states it for a later moment.</param>
public sealed record TimelineGc(double AtMs, CollectionSort Sort, double PauseMs, double? HeapBytes);

/// <summary>What a collection collected, as charts tell collections apart.</summary>
public enum CollectionSort
{
    /// <summary>Generation 0.</summary>
    Gen0,

    /// <summary>Generations 0 and 1.</summary>
    Gen1,

    /// <summary>The whole heap, while the process stood still.</summary>
    Gen2,

    /// <summary>The whole heap, for the most part while the process ran.</summary>
    Background,
}
