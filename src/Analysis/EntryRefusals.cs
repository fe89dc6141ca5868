using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Analysis;

/// <summary>Rejects lines of the journal that parse but cannot have been measured: their figures are added, divided and used as bucket indexes.</summary>
public static class EntryRefusals
{
    // The most that a double counts exactly; in nanoseconds, a hundred days.
    private const long Most = 1L << 53;

    // Many operations wait at once: their latencies add up to more time than passes.
    private const long MostLatency = 1L << 57;

    // Of one generation in one slice, which may be a whole run; they are added up as 32 bits.
    private const int MostCollections = 1_000_000;

    /// <summary>The first impossible value, in words; null when all are possible.</summary>
    public static string? Problem(JournalEntry entry) => entry switch
    {
        JournalEntry.Pair { Index: < 1 } => "its number is below 1",
        JournalEntry.Pair { Sharing: < 2 } => "it shares its baseline with no other pair",
        JournalEntry.Pair pair => Problem(pair.Control) ?? Problem(pair.Baseline) ?? Problem(pair.Candidate),
        JournalEntry.TracedRun run => Problem(run.Outcome),
        _ => null,
    };

    private static string? Problem(CellOutcome outcome) => outcome is CellOutcome.Completed completed ? Problem(completed.Measurement) : null;

    /// <summary>The same for one side.</summary>
    public static string? Problem(SideMeasurement side)
    {
        if (side.Slices.Any(slice => !Counts(slice.Operations) || !Counts(slice.Elapsed.Value))) return "operations or time of a slice are below 0 or beyond what can be counted";
        if (side.Slices.SelectMany(Collections).Any(collections => collections is < -MostCollections or > MostCollections)) return "a slice has more collections than is possible";
        if (!side.Slices.SelectMany(Differences).All(Adds)) return "a counter of a slice is beyond what can be counted";
        if (!side.Slices.All(slice => IsDue(slice.Pressure))) return "a pressure was due beyond what can be counted, or while its slice barrier was closed";
        if (side.Counts.Any(count => count.Operations < 1 || count.FullCollections < 0 || !Counts(count.Operations) || !Adds(count.Bytes) || !Adds(count.DriverBytes))) return "bytes were counted over no operation";
        if (side.Memory is { } memory && (memory.Peak is 0 || memory.Retained is 0 || !Sizes(memory).All(Counts))) return "memory is 0 bytes or less, or beyond what can be counted";
        if (!Figures(side).All(Adds)) return "a figure of a side is beyond what can be counted";
        return side.Latency is { } latency ? Problem(latency.Service) ?? Problem(latency.Response) ?? Problem(latency.Hiccups) ?? Problem(latency.Arrivals?.Lateness) : null;
    }

    private static bool Counts(long value) => value is >= 0 and <= Most;

    private static bool Adds(long value) => value is >= -Most and <= Most;

    private static IEnumerable<long> Sizes(MemoryUse memory) => [memory.Peak ?? 0, .. memory.Heap is { } heap ? [heap.Before, heap.After, heap.Operations] : Array.Empty<long>()];

    // Rates divide these by the time that the slice barrier was open.
    private static bool IsDue(PressureCounters pressure) =>
        Counts(pressure.Open.Value)
        && new[] { pressure.AskedWrites, pressure.Allocation?.AskedBytes ?? 0 }.All(due => due == 0 || (due > 0 && due <= Most && pressure.Open.Value > 0));

    private static IEnumerable<int> Collections(Slice slice) => [slice.Gc.Gen0, slice.Gc.Gen1, slice.Gc.Gen2];

    private static IEnumerable<long> Differences(Slice slice) =>
    [
        slice.Gc.Pause.Value, slice.Gc.AllocatedBytes, slice.Process.UserCpu.Value, slice.Process.SystemCpu.Value, slice.Process.CpuOperations, slice.Process.CompiledMethods, slice.Process.DeviceCpu.Value,
        slice.Process.DriverCpu.Value, slice.Process.WorkItems, slice.Process.LockContentions, slice.Pressure.Writes, slice.Pressure.AllocatedBytes, slice.Pressure.Cpu.Value, slice.Pressure.Open.Value, slice.Held.Elapsed.Value, slice.Held.Cpu.Value, slice.ResponseTime?.Value ?? 0,
        .. slice.Pressure.Allocation is { } allocation ? Paced(allocation) : [],
    ];

    private static IEnumerable<long> Paced(AllocationCounters paced) =>
        [paced.Bytes, paced.LargeBytes, paced.SurvivedBytes, paced.SmallObjects, paced.PinnedObjects, paced.FinalizableObjects];

    private static IEnumerable<long> Figures(SideMeasurement side) =>
    [
        side.LiveSetBytes, side.WarmUp.FirstOperations ?? 0, side.WarmUp.FirstBytes ?? 0,
        .. side.Device is { } device ? Figures(device) : [],
        .. side.Latency?.Arrivals is { } arrivals ? Figures(arrivals) : [],
    ];

    private static IEnumerable<long> Figures(DeviceReport device) =>
        [device.Accesses, device.AskedP50.Value, device.AskedP99.Value, device.DeliveredP50.Value, device.DeliveredP99.Value];

    private static IEnumerable<long> Figures(ArrivalReport arrivals) => [arrivals.Due, arrivals.Late, arrivals.Dropped, arrivals.PacerCpu.Value];

    private static string? Problem(Latencies? latencies)
    {
        if (latencies is null) return null;
        if (latencies.Sum.Value is < 0 or > MostLatency) return "latencies add up to less than 0 or to more than is possible";
        var next = 0L;
        for (var at = 0; at + 1 < latencies.Gaps.Count; at += 2)
        {
            var (gap, count) = (latencies.Gaps[at], latencies.Gaps[at + 1]);
            if (gap < 0 || !Counts(count) || gap >= Latencies.BucketCount - next) return "latencies lie in buckets that do not exist";
            next += gap + 1;
        }

        return latencies.Gaps.Count % 2 == 0 ? null : "a bucket of latencies has no count";
    }
}
