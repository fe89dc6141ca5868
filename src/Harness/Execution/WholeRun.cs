using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Execution;

/// <summary>How cells are measured when another engine runs their load: one slice is the whole run.</summary>
internal static class WholeRun
{
    /// <summary>Operations of one iteration last about this long together. NBomber takes up to 5 µs per iteration, 0.5 % of it (bench/Engines). A thread returns to the pool once per iteration.</summary>
    private const double IterationNanoseconds = 1_000_000;

    /// <summary>Whether operations of a paced load are timed one by one, however short. Those that share an iteration are timed together.</summary>
    public static bool TimesEach(LoadSettings load) => load.WholeRun is null || load is LoadSettings.Simulations { HasArrivals: true };

    /// <summary>What a batch of operations should last, in ns, or null where it is one operation.</summary>
    public static double? BatchNanoseconds(Cell cell)
    {
        // An arrival is one operation. An iteration that does nothing shows the load overhead of the engine.
        var single = cell.Load is LoadSettings.Simulations { HasArrivals: true } || cell.Workload == LoadOverhead.Workload;
        return single ? null : IterationNanoseconds;
    }
}
