namespace AsyncLoad.Engines;

/// <summary>Blocks every thread of the pool for 100 ms, every 2 s, until it is disposed of: what a lock or a full collection does to a server.</summary>
internal sealed class PoolStall : IDisposable
{
    private static readonly TimeSpan Every = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Length = TimeSpan.FromMilliseconds(100);

    // Few enough to block, enough for NBomber's own tasks.
    private const int PoolThreads = 8;

    private readonly ManualResetEventSlim stopping = new(false);
    private readonly Thread thread;

    public PoolStall()
    {
        ThreadPool.GetMinThreads(out _, out var completions);
        ThreadPool.SetMinThreads(PoolThreads, completions);
        ThreadPool.SetMaxThreads(PoolThreads, completions);
        thread = new Thread(Stall) { IsBackground = true };
        thread.Start();
    }

    public void Dispose()
    {
        stopping.Set();
        thread.Join();
    }

    private void Stall()
    {
        while (!stopping.Wait(Every))
        {
            for (var blocked = 0; blocked < PoolThreads; blocked++) ThreadPool.UnsafeQueueUserWorkItem(_ => Thread.Sleep(Length), null);
        }
    }
}
