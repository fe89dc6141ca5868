using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Execution;

/// <summary>A process beside a pair that only records how late it wakes: the least latency that the machine adds to both sides.</summary>
internal sealed class IdleProcess : IAsyncDisposable
{
    private static readonly Duration Patience = Duration.FromSeconds(30);

    private readonly Task<ChildProcess> starting;

    private IdleProcess(Task<ChildProcess> starting) => this.starting = starting;

    /// <summary>Starts one without waiting for it: sides start meanwhile, and it does nothing until it is to watch.</summary>
    public static IdleProcess Start(ChildScope scope) => new(ChildProcess.StartAsync(HostLaunch.Plain, HostEnvironment.Bare([]), scope));

    /// <summary>From now on it notes how late it wakes.</summary>
    /// <exception cref="ChildFailedException">It did not start.</exception>
    public async Task WatchAsync() => await (await starting).AskAsync<HostReply.Watching>(new HostRequest.Watch(), Patience);

    /// <summary>Ends it.</summary>
    /// <returns>How late it woke.</returns>
    public async Task<Latencies?> FinishAsync() => (await (await starting).FinishAsync()).Watched;

    public async ValueTask DisposeAsync()
    {
        // If it did not start, its caller has had the reason from WatchAsync.
        await ((Task)starting).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (starting.IsCompletedSuccessfully) await (await starting).DisposeAsync();
    }
}
