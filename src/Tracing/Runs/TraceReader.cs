using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Collections;
using AsyncLoad.Tracing.Files;
using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Runs;

/// <summary>
/// Reads the trace of one side and says what happened between its two phase events. Streams: memory does not grow with the trace.
/// A trace that is missing, damaged or cut short is described in the result; nothing is thrown.
/// </summary>
public static class TraceReader
{
    /// <summary>Reads a trace of a run folder.</summary>
    /// <returns>
    /// The analysis, without a throughput ratio: that needs the untraced run. <see cref="TraceAnalysis.Problem"/> says what could not be read.
    /// </returns>
    public static TraceAnalysis Read(string folder, string file, string cell)
    {
        try
        {
            using var stream = Open(folder, file);
            return Read(stream, file, cell);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return Nothing(file, cell, 0) with { Problem = $"{file} cannot be opened: {failure.Message}" };
        }
    }

    /// <summary>Counts the events that a trace of a run folder lost, and reads nothing else.</summary>
    /// <returns>As <see cref="TraceAnalysis.EventsLost"/>; 0 where the file cannot be opened.</returns>
    public static long? EventsLost(string folder, string file)
    {
        try
        {
            using var stream = Open(folder, file);
            return new NettraceReader().Read(stream).EventsLost;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return 0;
        }
    }

    /// <summary>Whether a trace of a run folder is there and was written to its end. A damaged one counts as written to its end.</summary>
    public static bool IsWhole(string folder, string file)
    {
        try
        {
            using var stream = Open(folder, file);
            return new NettraceReader().Read(stream).Ending is NettraceEnding.Whole or NettraceEnding.Damaged;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static FileStream Open(string folder, string file) => RegularFile.Open(RunPath.Of(folder, file));

    /// <summary>Reads a trace from the beginning of a stream that knows its length.</summary>
    internal static TraceAnalysis Read(Stream stream, string file, string cell)
    {
        var reader = new NettraceReader();
        var window = new PhaseWindow(reader);
        var collections = new CollectionLog(reader, () => window.IsOpen);
        var allocations = new TracedAllocations(reader, () => window.IsOpen);
        var summary = reader.Read(stream);
        var read = Nothing(file, cell, stream.Length) with
        {
            EventsLost = summary.EventsLost,
            Truncated = summary.Ending is NettraceEnding.Early,
            Problem = Describe(file, summary, window),
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
        Stacks: [],
        Advice: null,
        Problem: null);

    private static string? Describe(string file, NettraceSummary summary, PhaseWindow window)
    {
        if (summary.Ending is NettraceEnding.Foreign foreign) return $"{file} is not a trace: {foreign.Message}";
        string?[] problems =
        [
            summary.Ending switch
            {
                NettraceEnding.Early => $"{file} ends early: its end mark is missing",
                NettraceEnding.Damaged damaged => $"{file} is damaged {damaged.Place}",
                _ => null,
            },
            window.Problem,
            summary.EventsLost != 0 && window.Closed is null ? "markers may be among the lost events" : null,
        ];
        return problems.OfType<string>().ToArray() is { Length: > 0 } found ? string.Join("; ", found) : null;
    }

    private static TraceAnalysis Describe(TraceAnalysis read, TraceWindow window, CollectionLog collections, TracedAllocations allocations)
    {
        var pauses = collections.Pauses.Quantiles();
        var allocated = allocations.Named();
        return read with
        {
            Window = window,
            Collections = collections.InOrder(),
            Pauses = pauses,
            Allocations = allocated.Types(),
            AllocatedTotal = allocations.Total.Estimate(AllocationTally.Confidence),
            Checks = [TraceChecks.Bytes(window, allocations.Total), TraceChecks.Pauses(window, pauses)],
            Stacks = allocated.LargestStacks(AllocationDigest.MostStacks),
            Source = allocations.Source,
            Advice = allocated.Advise(allocations.Source, (window.StopMs - window.StartMs) / 1e3, AdviceOptions.Default),
        };
    }
}
