using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Runs;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Execution;

/// <summary>Asks a host what it can measure.</summary>
internal static class HostProbe
{
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    /// <exception cref="ChildFailedException">The host did not start or did not answer.</exception>
    public static async Task<Catalogue> DescribeAsync(HostLaunch launch, PluginSet? plugins, CancellationToken token)
    {
        using var sockets = PrivateDirectory.Create();
        await using var child = await ChildProcess.StartAsync(launch, HostEnvironment.Of(launch), new ChildScope(sockets, token));
        var described = await child.AskAsync<HostReply.Described>(new HostRequest.Describe(plugins), Duration.FromSeconds(30));
        await child.FinishAsync();
        return described.Catalogue;
    }

    /// <summary>Starts and ends a host, which reports whether it is fit to measure.</summary>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    /// <exception cref="ChildFailedException">The host did not start or did not answer.</exception>
    public static async Task<ProcessState> InspectAsync(CancellationToken token)
    {
        using var sockets = PrivateDirectory.Create();
        await using var child = await ChildProcess.StartAsync(HostLaunch.Plain, HostEnvironment.Bare([]), new ChildScope(sockets, token));
        var state = child.State;
        await child.FinishAsync();
        return state;
    }
}
