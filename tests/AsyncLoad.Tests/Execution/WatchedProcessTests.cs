using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Runs;
using AsyncLoad.Tests.Planning;
using Xunit;

namespace AsyncLoad.Tests.Execution;

/// <summary>Real processes that are watched from within their runtime.</summary>
[Fault(16)]
public sealed class WatchedProcessTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-watched-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public async Task A_profiler_is_refused_by_name()
    {
        var state = await StateAsync(("CORECLR_ENABLE_PROFILING", "1"));

        Assert.StartsWith("the host is watched by a profiler", BuildRefusal.Refusal(state, "the host"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Events_of_tasks_are_refused_by_name()
    {
        var state = await StateAsync(
            ("DOTNET_EnableEventPipe", "1"),
            ("DOTNET_EventPipeConfig", "System.Threading.Tasks.TplEventSource:FFFFFFFF:5"),
            ("DOTNET_EventPipeOutputPath", Path.Combine(folder, "tasks.nettrace")));

        Assert.StartsWith("the host is watched by a session for events of tasks", BuildRefusal.Refusal(state, "the host"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Other_events_and_nothing_at_all_are_fit()
    {
        Assert.Null(BuildRefusal.Refusal(await StateAsync(), "the host"));
        Assert.Null(BuildRefusal.Refusal(
            await StateAsync(
                ("DOTNET_EnableEventPipe", "1"),
                ("DOTNET_EventPipeConfig", "Microsoft-Windows-DotNETRuntime:1:4"),
                ("DOTNET_EventPipeOutputPath", Path.Combine(folder, "gc.nettrace"))),
            "the host"));
    }

    [Fact]
    public async Task A_pair_whose_profile_lets_a_profiler_in_is_refused_unless_it_is_forced()
    {
        using var sockets = PrivateDirectory.Create();
        var plan = Profiles.Plan(Profiles.Smallest);
        var cell = plan.Comparisons[0].Baseline;
        Action<Dictionary<string, string>> profiled = environment => environment["CORECLR_ENABLE_PROFILING"] = "1";
        var scope = new ChildScope(sockets, TestContext.Current.CancellationToken);

        var failure = await Assert.ThrowsAsync<ChildFailedException>(() => SideSession.StartAsync(cell, plan, scope, extend: profiled));
        Assert.Contains("a profiler", Assert.IsType<CellOutcome.Refused>(failure.Outcome).Reason, StringComparison.Ordinal);
        await using var forced = await SideSession.StartAsync(cell, plan, scope with { Forced = true }, extend: profiled);
        Assert.NotNull(forced.Value);
    }

    private static async Task<ProcessState> StateAsync(params (string Name, string Value)[] variables)
    {
        using var sockets = PrivateDirectory.Create();
        var environment = HostEnvironment.Bare([]);
        foreach (var (name, value) in variables) environment[name] = value;
        await using var child = await ChildProcess.StartAsync(HostLaunch.Plain, environment, new ChildScope(sockets, TestContext.Current.CancellationToken));
        await child.FinishAsync();
        return child.State;
    }
}
