using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Analysis.Rules;

/// <summary>What processes use of the processor while they are held, and how far that moves the ratio of a pair.</summary>
/// <remarks>Figures are from planted work, docs/evidence/verdicts.md: "Work of a held process".</remarks>
public static class HeldUse
{
    /// <summary>Cores that a process may use while it is held. Warm-up goes on until it uses no more, and a candidate that uses more is measured without others beside it.</summary>
    public const double CoresAllowed = 0.03;

    // A tenth of a core took 6.7 % of the speed of a load on two cores, where 5 % is its share: workers wait for the one that was interrupted.
    private const double LossPerShare = 1.33;

    // A load on all cores uses 0.98 to 1.02 of them outside collections, and one thread of two cores 0.5 to 0.58.
    private const double AllCores = 0.95;

    /// <summary>Cores used while held; null when never held.</summary>
    /// <param name="held">Usage before each slice.</param>
    public static double? Cores(IEnumerable<HeldUsage> held)
    {
        var (elapsed, cpu) = held.Aggregate((Elapsed: 0L, Cpu: 0L), (sum, use) => (sum.Elapsed + use.Elapsed.Value, sum.Cpu + use.Cpu.Value));
        return elapsed == 0 ? null : cpu / (double)elapsed;
    }

    /// <summary>Cores that a side used while it was held; 0 when it never was.</summary>
    public static double Cores(SideMeasurement side) => Cores(side.Slices.Select(slice => slice.Held)) ?? 0;

    /// <summary>
    /// How far the ratio of a pair is too low, as a share of it, because held processes took time from a load on all cores; below 0 where it is too high.
    /// A load that leaves the held process a core loses nothing, and what both sides lose alike does not move the ratio.
    /// </summary>
    /// <param name="beside">Cores that held candidates of other comparisons used beside both sides; 0 or more.</param>
    public static double Moved(CompletedPair pair, double beside)
    {
        var others = pair.Environment?.CoresTaken(pair.Baseline.Settings.Processors) ?? 0;
        return Lost(pair.Baseline, Cores(pair.Candidate) + beside, others) - Lost(pair.Candidate, Cores(pair.Baseline) + beside, others);
    }

    private static double Lost(SideMeasurement side, double held, double others)
    {
        var processors = side.Settings.Processors;
        return (CoresOutsidePauses(side) ?? processors) + held + others > AllCores * processors ? LossPerShare * held / processors : 0;
    }

    // While a blocking collection runs, one thread has work. Null where the slices do not tell.
    private static double? CoresOutsidePauses(SideMeasurement side)
    {
        var sums = SideSums.Of(side.Slices);
        var pause = side.Slices.Sum(slice => slice.Gc.Pause.Value);
        if (sums.Cpu.Operations == 0 || sums.Elapsed.Value <= pause) return null;
        // Processor time is that of the open barrier, which is longer than what is timed.
        var used = (sums.Cpu.User + sums.Cpu.System).Value * (sums.Operations / (double)sums.Cpu.Operations);
        return (used - pause) / (sums.Elapsed.Value - pause);
    }
}
