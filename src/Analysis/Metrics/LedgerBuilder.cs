using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Analysis.Metrics;

/// <summary>Builds the GC ledger of one side from the measurements of its pairs.</summary>
public static class LedgerBuilder
{
    /// <summary>Sums all measured slices, or null when no operation was finished in them.</summary>
    /// <param name="measurements">One for each completed pair.</param>
    public static GcLedger? Build(IReadOnlyList<SideMeasurement> measurements)
    {
        var slices = measurements.SelectMany(measurement => measurement.Slices).ToList();
        var sums = SideSums.Of(slices);
        if (!sums.Usable) return null;

        var allocated = slices.Sum(slice => slice.Gc.AllocatedBytes);
        var collections = slices.Sum(slice => slice.Gc.Collections);
        var ofWorkload = WorkloadShare(allocated, slices.Sum(slice => slice.Pressure.AllocatedBytes));
        return new GcLedger(
            measurements.Count,
            sums.Slices,
            sums.Elapsed,
            sums.ResponseTime,
            sums.Operations,
            CountedBytes.Of(measurements).PerOperation,
            sums.Cpu.UserNsPerOperation,
            sums.Cpu.SystemNsPerOperation,
            slices.Sum(slice => slice.Gc.Gen0),
            slices.Sum(slice => slice.Gc.Gen1),
            slices.Sum(slice => slice.Gc.Gen2),
            collections * ofWorkload,
            new Nanoseconds(slices.Sum(slice => slice.Gc.Pause.Value)),
            allocated,
            Pressure(measurements, slices, sums.Cpu, collections * (1 - ofWorkload)))
        {
            FewestCollections = measurements.Min(measurement => measurement.Slices.Sum(slice => slice.Gc.Collections)),
        };
    }

    // The process has one gen0 budget: each allocated byte uses up a byte of it. The process's count is only exact to an allocation context per
    // thread, so it may lie below the pressurer's own.
    private static double WorkloadShare(long allocated, long byPressure) =>
        byPressure == 0 ? 1 : allocated <= byPressure ? 0 : 1 - (byPressure / (double)allocated);

    private static PressureLedger? Pressure(IReadOnlyList<SideMeasurement> measurements, List<Slice> slices, CpuSums cpu, double collections)
    {
        var calm = measurements.All(measurement => measurement.LiveSetBytes == 0) && slices.All(slice => slice.Pressure == PressureCounters.None);
        if (calm) return null;
        var openMs = slices.Sum(slice => slice.Pressure.Open.Milliseconds);
        return new PressureLedger(
            measurements.Average(measurement => measurement.LiveSetBytes),
            Quotient(slices.Sum(slice => slice.Pressure.AskedWrites), openMs),
            Quotient(slices.Sum(slice => slice.Pressure.Writes), openMs),
            slices.Sum(slice => slice.Pressure.AllocatedBytes),
            cpu.Pressure,
            cpu.Workload,
            collections,
            Allocation([.. slices.Select(slice => slice.Pressure.Allocation).OfType<AllocationCounters>()], openMs / 1e3, measurements.Count));
    }

    private static AllocationLedger? Allocation(List<AllocationCounters> counters, double seconds, int pairs)
    {
        if (counters.Count == 0) return null;
        var bytes = counters.Sum(counter => counter.Bytes);
        var small = counters.Sum(counter => counter.SmallObjects);
        return new AllocationLedger(
            Quotient(counters.Sum(counter => counter.AskedBytes), seconds),
            Quotient(bytes, seconds),
            Quotient(counters.Sum(counter => counter.SurvivedBytes), bytes),
            Quotient(counters.Sum(counter => counter.LargeBytes), bytes),
            Quotient(counters.Sum(counter => counter.PinnedObjects), small),
            Quotient(counters.Sum(counter => counter.FinalizableObjects), small),
            bytes / (double)pairs);
    }

    // A live set alone has no open time, and a pressurer that never ran delivered nothing: neither has rates or shares.
    private static double Quotient(double part, double whole) => whole == 0 ? 0 : part / whole;
}
