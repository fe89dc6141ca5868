using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Harness.Execution;

/// <summary>What a run takes from its surroundings, and on what terms; tests give their own.</summary>
/// <param name="Machine">Reads the machine's counters, before and after each pair.</param>
/// <param name="Forced">Whether to measure in processes that are not fit for it: built without optimisation, or with a debugger attached.</param>
/// <param name="TraceMegabytes">Buffer of a traced run's first attempt.</param>
internal sealed record RunTerms(TimeProvider Time, ReadMachine Machine, bool Forced, int TraceMegabytes = TraceBuffer.FirstMegabytes)
{
    /// <summary>This machine, and nothing forced.</summary>
    public static RunTerms Usual { get; } = new(TimeProvider.System, MachineReading.Read, Forced: false);

    /// <summary>Measures a pair and adds what else the machine did. Read when no process of the pair lives: what one used is known as its own only once it has ended.</summary>
    public async Task<JournalEntry.Pair> WatchAsync(Func<Task<JournalEntry.Pair>> measure)
    {
        var before = Machine();
        var pair = await measure();
        return pair with { Environment = MachineReading.Between(before, Machine()) };
    }
}
