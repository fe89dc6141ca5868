using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Execution;

/// <summary>How cells are measured whose load another engine runs through, so that there is one slice and it is the whole run.</summary>
internal static class WholeRun
{
    /// <summary>Operations of one iteration last about this long together: NBomber takes up to 5 µs an iteration, 0.5 % of it (bench/Engines), and a thread comes back to the pool as often.</summary>
    private const double IterationNanoseconds = 1_000_000;

    /// <summary>Whether each operation of a paced load is timed alone, however short: not where an iteration holds many, which are timed together.</summary>
    public static bool TimesEach(LoadSettings load) => load.WholeRun is null || load is LoadSettings.Simulations { HasArrivals: true };

    /// <summary>What a batch of operations should last, in ns, or null where it is one operation.</summary>
    public static double? BatchNanoseconds(Cell cell)
    {
        // Arrivals are operations by themselves; an iteration that does nothing states what the engine itself costs.
        var single = cell.Load is LoadSettings.Simulations { HasArrivals: true } || cell.Workload == LoadOverhead.Workload;
        return single ? null : IterationNanoseconds;
    }
}
