using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Execution;

/// <summary>What a run takes from its surroundings; tests give their own.</summary>
/// <param name="Machine">Reads the machine's counters, before and after each pair.</param>
/// <param name="Forced">Whether to measure in processes that are not fit for it: built without optimisation, or with a debugger attached.</param>
/// <param name="FreeMemory">Memory that is free when it begins; null when the system does not tell.</param>
/// <param name="TraceMegabytes">Buffer of a traced run's first attempt, in MB.</param>
internal sealed record RunTerms(TimeProvider Time, ReadMachine Machine, bool Forced, ByteSize? FreeMemory = null, int TraceMegabytes = TraceBuffer.FirstMegabytes)
{
    private static readonly TimeSpan BeyondSlice = TimeSpan.FromSeconds(2);

    /// <summary>This machine, and nothing forced.</summary>
    public static RunTerms Usual { get; } = new(TimeProvider.System, MachineReading.Read, Forced: false);

    /// <summary>How long a running slice may go on once a run is to stop. Later it is treated as hanging and killed.</summary>
    public static TimeSpan Grace(MeasureSettings measure) => measure.Slice.Span + BeyondSlice;

    /// <summary>Measures a group of pairs and adds what other processes used meanwhile. Counters are read while no process of the group lives: a child's use counts as own only once it has ended.</summary>
    public async Task<IReadOnlyList<JournalEntry.Pair>> WatchAsync(Func<Task<IReadOnlyList<JournalEntry.Pair>>> measure)
    {
        var before = Machine();
        var pairs = await measure();
        var environment = MachineReading.Between(before, Machine());
        return [.. pairs.Select(pair => pair with { Environment = environment })];
    }
}
