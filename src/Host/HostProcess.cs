using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using AsyncLoad.Host.Loads;
using AsyncLoad.Host.Platform;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host;

/// <summary>The program of every host build. Builds differ only in their engine.</summary>
internal static class HostProcess
{
    /// <summary>Exit code of a process that was not started by the harness.</summary>
    public const int BadArguments = 2;

    private static readonly string[] SuspendingVariables = ["DOTNET_DiagnosticPorts", "DOTNET_DefaultDiagnosticPortSuspend"];

    public const string NotForPeople = "This is the measured process of asyncload; run asyncload instead.";

    /// <summary>Address of the harness, or null when these are not the harness's arguments.</summary>
    public static string? Address(string[] arguments) => arguments is ["--connect", var path] ? path : null;

    /// <summary>Serves the harness until it is told to finish.</summary>
    /// <returns>The process's exit code.</returns>
    public static int Serve(string address, IReadOnlyList<Workload> workloads, EngineLoads? engine)
    {
        // Processes that a workload starts would inherit a suspending diagnostic port, and hang.
        foreach (var name in SuspendingVariables) Environment.SetEnvironmentVariable(name, null);
        // The default, not CurrentCulture: that would put a value into the execution context, which every Task.Run then carries (80 B each).
        CultureInfo.DefaultThreadCurrentCulture = CultureInfo.InvariantCulture;
        // A terminal sends them to all of its foreground processes; the harness decides when this one ends.
        var ignored = ThisSystem.OfTerminal.Select(signal => PosixSignalRegistration.Create(signal, static context => context.Cancel = true)).ToList();
        int code;
        using (var connection = HostConnection.Open(address)) code = new HostSession(connection, workloads, engine).Serve();
        foreach (var signal in ignored) signal.Dispose();
        // Returning would wait for threads that a workload has left running.
        Environment.Exit(code);
        return code;
    }
}

/// <summary>The connection to the harness. Results are sent only here, so a workload may print anything. One thread reads, another writes.</summary>
internal sealed class HostConnection : IDisposable
{
    private readonly ITransport transport;
    private readonly MessageBuffer requests = MessageBuffer.OfRequests();

    private HostConnection(ITransport transport) => this.transport = transport;

    /// <summary>Connects to the harness.</summary>
    /// <param name="address">The path of a socket, or <see cref="HostRequest.PipeAddress"/> and the name of a pipe.</param>
    public static HostConnection Open(string address) => new(
        address.StartsWith(HostRequest.PipeAddress, StringComparison.Ordinal) ? PipeTransport.Open(address[HostRequest.PipeAddress.Length..]) : SocketTransport.Open(address));

    /// <summary>The next request, or null when the harness is gone.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public HostRequest? Read()
    {
        ReadOnlyMemory<byte> message;
        while (!requests.TryTake(out message))
        {
            var count = transport.Receive(requests.Room().Span);
            if (count == 0) return null;
            requests.Add(count);
        }

        return HostRequest.Parse(message.Span);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public void Write(HostReply reply) => transport.Send(reply.ToMessage());

    public void Dispose() => transport.Dispose();
}
