using System.Diagnostics;

namespace AsyncLoad.Workloads.Failing;

/// <summary>
/// Stops every thread of the pool for 100 ms every 2 s: what a lock held too long or a blocking call does to a server. Whoever measures from the start of an
/// operation sees nothing of it, since none starts meanwhile.
/// </summary>
internal sealed class PoolStaller : IDisposable
{
    // More than the pool has threads for; those that come to run after the stall end at once.
    private const int Stalls = 64;

    private static readonly TimeSpan Every = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Length = TimeSpan.FromMilliseconds(100);

    private readonly ManualResetEventSlim end = new(false, spinCount: 0);

    public PoolStaller() => new Thread(Drive) { IsBackground = true, Name = "stalls the pool" }.Start();

    public void Dispose() => end.Set();

    private void Drive()
    {
        while (!end.Wait(Every))
        {
            var begun = Stopwatch.GetTimestamp();
            for (var stall = 0; stall < Stalls; stall++) ThreadPool.UnsafeQueueUserWorkItem(StandStill, begun, preferLocal: false);
        }
    }

    private void StandStill(long begun)
    {
        var left = Length - Stopwatch.GetElapsedTime(begun);
        if (left > TimeSpan.Zero) end.Wait(left);
    }
}
