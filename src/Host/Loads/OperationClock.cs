using System.Diagnostics;
using AsyncLoad.Host.Latency;

namespace AsyncLoad.Host.Loads;

/// <summary>
/// Times operations one by one, or not at all. Loops are generic over it, so that untimed loops contain no clock: the compiler makes a
/// separate loop for each struct.
/// </summary>
internal interface IOperationClock
{
    /// <summary>An operation begins in a place.</summary>
    void Begin(int place = 0);

    /// <summary>It has ended; the next one in that place begins now.</summary>
    void End(int place = 0);
}

/// <summary>No timing: operations under about a microsecond, which a clock of 25 ns would disturb.</summary>
internal readonly struct NoClock : IOperationClock
{
    public void Begin(int place = 0)
    {
    }

    public void End(int place = 0)
    {
    }
}

/// <summary>Records the latency of each operation; one clock reading per operation, since the end of one is the beginning of the next.</summary>
/// <param name="counts">Where latencies go.</param>
/// <param name="places">Operations that may be under way at once.</param>
internal readonly struct LatencyClock(LatencyCounts counts, int places = 1) : IOperationClock
{
    private readonly LatencyCounts counts = counts;
    private readonly long[] begun = new long[places];

    public void Begin(int place = 0) => begun[place] = Stopwatch.GetTimestamp();

    public void End(int place = 0)
    {
        var now = Stopwatch.GetTimestamp();
        counts.Record(begun[place], now);
        begun[place] = now;
    }
}
