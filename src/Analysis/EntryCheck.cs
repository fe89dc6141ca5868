using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Analysis;

/// <summary>Whether a line of the journal that reads well can have been measured: figures are added, divided and used as places of buckets.</summary>
internal static class EntryCheck
{
    // What a double counts exactly; in nanoseconds a hundred days.
    private const long Most = 1L << 53;

    /// <summary>The first thing that cannot be, in words; null when all can.</summary>
    public static string? Problem(JournalEntry entry) => entry switch
    {
        JournalEntry.Pair { Index: < 1 } => "its number is below 1",
        JournalEntry.Pair pair => Problem(pair.Control) ?? Problem(pair.Baseline) ?? Problem(pair.Candidate),
        JournalEntry.TracedRun run => Problem(run.Outcome),
        _ => null,
    };

    private static string? Problem(CellOutcome outcome) => outcome is CellOutcome.Completed completed ? Problem(completed.Measurement) : null;

    private static string? Problem(ArmMeasurement arm)
    {
        if (arm.Slices.Any(slice => !Counts(slice.Operations) || !Counts(slice.Elapsed.Value))) return "a slice has no time, or less than no operation";
        if (arm.Slices.SelectMany(Differences).Any(difference => difference is < -Most or > Most)) return "a counter of a slice is beyond what can be counted";
        if (arm.Counts.Any(count => count.Operations < 1 || !Counts(count.Operations) || count.Bytes is < -Most or > Most || count.DriverBytes is < -Most or > Most)) return "bytes were counted over no operation";
        return arm.Latency is { } latency ? Problem(latency.Service) ?? Problem(latency.Response) ?? Problem(latency.Hiccups) ?? Problem(latency.Arrivals?.Lateness) : null;
    }

    private static bool Counts(long value) => value is >= 0 and <= Most;

    private static IEnumerable<long> Differences(Slice slice) =>
    [
        slice.Gc.Pause.Value, slice.Gc.AllocatedBytes, slice.Process.UserCpu.Value, slice.Process.SystemCpu.Value, slice.Process.CpuOperations, slice.Process.CompiledMethods, slice.Process.DeviceCpu.Value,
        slice.Process.DriverCpu.Value, slice.Pressure.Writes, slice.Pressure.AllocatedBytes, slice.Pressure.Cpu.Value, slice.Pressure.Open.Value, slice.Held.Elapsed.Value, slice.Held.Cpu.Value, slice.Felt?.Value ?? 0,
    ];

    private static string? Problem(Latencies? latencies)
    {
        if (latencies is null) return null;
        var next = 0L;
        for (var at = 0; at + 1 < latencies.Gaps.Count; at += 2)
        {
            var (gap, count) = (latencies.Gaps[at], latencies.Gaps[at + 1]);
            if (gap < 0 || !Counts(count) || gap >= Latencies.BucketCount - next) return "latencies lie in buckets that there are not";
            next += gap + 1;
        }

        return latencies.Gaps.Count % 2 == 0 ? null : "a bucket of latencies has no count";
    }
}
