using Microsoft.Diagnostics.Tracing;

namespace AsyncLoad.Analysis.Trace;

/// <summary>
/// Reads the trace of one arm and says what happened between its two phase events. Streams: memory does not grow with the trace.
/// A trace that is missing, damaged or cut short is described, never thrown about.
/// </summary>
public static class TraceReader
{
    private static ReadOnlySpan<byte> Magic => "Nettrace"u8;

    /// <summary>Reads a trace of a run folder.</summary>
    /// <param name="folder">The run folder.</param>
    /// <param name="file">Path of the trace inside it.</param>
    /// <param name="cell">Name of the cell that was traced.</param>
    /// <returns>
    /// The analysis, without a throughput ratio: that needs the untraced run. <see cref="TraceAnalysis.Problem"/> says what could not be read.
    /// </returns>
    public static TraceAnalysis Read(string folder, string file, string cell)
    {
        try
        {
            using var stream = new FileStream(Path.Combine(folder, file), FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
            return Read(stream, file, cell);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return Nothing(file, cell, 0) with { Problem = $"{file} cannot be opened: {failure.Message}" };
        }
    }

    /// <summary>Reads a trace from the beginning of a stream that knows its length.</summary>
    internal static TraceAnalysis Read(Stream stream, string file, string cell)
    {
        var nothing = Nothing(file, cell, stream.Length);
        if (WhyNoTrace(stream) is { } reason) return nothing with { Problem = $"{file} is no trace: {reason}" };
        using var source = new EventPipeEventSource(stream);
        var window = new PhaseWindow(source);
        var collections = new CollectionLog(source, window);
        var allocations = new AllocationLog(source, window);
        var ending = Process(source, stream);
        var read = nothing with
        {
            EventsLost = source.EventsLost,
            Truncated = ending is Ending.Early,
            Problem = Describe(file, ending, window, source.EventsLost),
        };
        return window.Closed is { } closed ? Describe(read, closed, collections, allocations) : read;
    }

    private static TraceAnalysis Nothing(string file, string cell, long bytes) => new(
        cell,
        file,
        bytes,
        EventsLost: 0,
        Truncated: false,
        Window: null,
        Collections: [],
        Pauses: null,
        Allocations: [],
        AllocatedTotal: null,
        Checks: [],
        ThroughputRatio: null,
        Problem: null);

    private static string? WhyNoTrace(Stream stream)
    {
        if (stream.Length == 0) return "it is empty";
        Span<byte> start = stackalloc byte[Magic.Length];
        var found = stream.ReadAtLeast(start, start.Length, throwOnEndOfStream: false);
        stream.Position = 0;
        return start[..found].SequenceEqual(Magic) ? null : "an EventPipe stream begins with 'Nettrace', this file does not";
    }

    // The library reports damage as FormatException, ArgumentOutOfRangeException, OutOfMemoryException or plain Exception, so all are caught.
    private static Ending Process(EventPipeEventSource source, Stream stream)
    {
        try
        {
            source.Process();
            return new Ending.Whole();
        }
        catch (FormatException) when (stream.Position == stream.Length)
        {
            return new Ending.Early();
        }
        catch (Exception damage)
        {
            return new Ending.Damaged(damage.Message);
        }
    }

    private static string? Describe(string file, Ending ending, PhaseWindow window, long eventsLost)
    {
        string?[] problems =
        [
            ending switch
            {
                Ending.Early => $"{file} ends early: its end mark is missing",
                Ending.Damaged damaged => $"{file} is damaged: {damaged.Message}",
                _ => null,
            },
            window.Problem,
            eventsLost != 0 && window.Closed is null ? "markers may be among the events that were lost" : null,
        ];
        return problems.OfType<string>().ToArray() is { Length: > 0 } found ? string.Join("; ", found) : null;
    }

    private static TraceAnalysis Describe(TraceAnalysis read, TraceWindow window, CollectionLog collections, AllocationLog allocations)
    {
        var pauses = PauseStatistics.Summarise(collections.PausesMs);
        return read with
        {
            Window = window,
            Collections = collections.InOrder(),
            Pauses = pauses,
            Allocations = allocations.LargestFirst(),
            AllocatedTotal = allocations.Total,
            Checks = [TraceChecks.Bytes(window, allocations.Tally), TraceChecks.Pauses(window, pauses)],
        };
    }

    private abstract record Ending
    {
        public sealed record Whole : Ending;

        public sealed record Early : Ending;

        public sealed record Damaged(string Message) : Ending;
    }
}
