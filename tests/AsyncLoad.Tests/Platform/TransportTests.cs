using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Platform;

/// <summary>Measured processes are reached alike over what one system has and over what another has.</summary>
public sealed class TransportTests
{
    public static TheoryData<bool> Both { get; } = [false, true];

    [Theory]
    [MemberData(nameof(Both))]
    public async Task A_process_answers_and_ends_in_good_order(bool pipes)
    {
        using var directory = PrivateDirectory.Create();
        await using var child = await StartAsync(directory, pipes);

        var described = await child.AskAsync<HostReply.Described>(new HostRequest.Describe(null), Duration.FromSeconds(30));
        await child.FinishAsync();

        Assert.Contains(described.Catalogue.Workloads, workload => workload.Id == "no-op");
        Assert.True(child.ClockStep > 0);
    }

    [Theory]
    [MemberData(nameof(Both))]
    public async Task A_process_that_cannot_start_is_told(bool pipes)
    {
        using var directory = PrivateDirectory.Create();

        var failure = await Assert.ThrowsAsync<ChildFailedException>(() => StartAsync(directory, pipes, ("DOTNET_GCHeapHardLimit", "100000")));

        Assert.Equal("start", Assert.IsType<CellOutcome.Crashed>(failure.Outcome).During);
    }

    [Theory]
    [MemberData(nameof(Both))]
    public async Task Nothing_is_left_in_the_directory(bool pipes)
    {
        using var directory = PrivateDirectory.Create();
        await using (var child = await StartAsync(directory, pipes)) await child.FinishAsync();

        Assert.DoesNotContain(Directory.GetFiles(directory.Path), file => file.Contains(".sock", StringComparison.Ordinal));
    }

    private static Task<ChildProcess> StartAsync(PrivateDirectory directory, bool pipes, params (string Name, string Value)[] variables)
    {
        var environment = HostEnvironment.Bare([]);
        foreach (var (name, value) in variables) environment[name] = value;
        var scope = new ChildScope(directory, TestContext.Current.CancellationToken) { Transport = pipes ? PipeTransport.ByPath : new SocketTransport() };
        return ChildProcess.StartAsync(HostLaunch.Plain, environment, scope);
    }
}
