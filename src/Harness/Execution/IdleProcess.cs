using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Execution;

/// <summary>A process beside a pair that only records how late it wakes: the least latency that the machine adds to both sides.</summary>
internal sealed class IdleProcess : IAsyncDisposable
{
    private static readonly Duration Patience = Duration.FromSeconds(30);

    private readonly ChildProcess child;

    private IdleProcess(ChildProcess child) => this.child = child;

    /// <exception cref="ChildFailedException">It did not start.</exception>
    public static async Task<IdleProcess> StartAsync(ChildScope scope)
    {
        var child = await ChildProcess.StartAsync(HostLaunch.Plain, HostEnvironment.Bare([]), scope);
        try
        {
            await child.AskAsync<HostReply.Watching>(new HostRequest.Watch(), Patience);
            return new IdleProcess(child);
        }
        catch
        {
            await child.DisposeAsync();
            throw;
        }
    }

    /// <summary>Ends it.</summary>
    /// <returns>How late it woke.</returns>
    public async Task<Latencies?> FinishAsync() => (await child.FinishAsync()).Watched;

    public ValueTask DisposeAsync() => child.DisposeAsync();
}
