using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Analysis.Rules;

/// <summary>How much of the processor a process may use while it is held: warm-up goes on until it uses no more, and a side that does so while it is measured gets a warning.</summary>
public static class HeldUse
{
    /// <summary>Cores allowed: late tier-up takes 0.06 after a short warm-up and 0.000 after 1.5 s.</summary>
    public const double CoresAllowed = 0.03;

    /// <summary>Cores used while held; null when never held.</summary>
    /// <param name="held">Usage before each slice.</param>
    public static double? Cores(IEnumerable<HeldUsage> held)
    {
        var (elapsed, cpu) = held.Aggregate((Elapsed: 0L, Cpu: 0L), (sum, use) => (sum.Elapsed + use.Elapsed.Value, sum.Cpu + use.Cpu.Value));
        return elapsed == 0 ? null : cpu / (double)elapsed;
    }
}
