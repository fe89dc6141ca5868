using System.Globalization;
using System.Runtime.InteropServices;
using AsyncLoad.Host.Loads;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host;

/// <summary>What every host build's program does: it differs from the others in its engine only.</summary>
internal static class HostProcess
{
    /// <summary>Exit code of a process that was not started by the harness.</summary>
    public const int BadArguments = 2;

    private static readonly string[] SuspendingVariables = ["DOTNET_DiagnosticPorts", "DOTNET_DefaultDiagnosticPortSuspend"];

    public const string NotForPeople = "This is the measured process of asyncload; run asyncload instead.";

    /// <summary>Path of the harness's socket, or null when these are not the harness's arguments.</summary>
    public static string? SocketPath(string[] arguments) => arguments is ["--connect", var path] ? path : null;

    /// <summary>Serves the harness until it is told to finish.</summary>
    /// <returns>The process's exit code.</returns>
    public static int Serve(string socketPath, IReadOnlyList<Workload> workloads, EngineLoads? engine)
    {
        // A diagnostic port that suspends is inherited: a process that a workload starts would hang on it.
        foreach (var name in SuspendingVariables) Environment.SetEnvironmentVariable(name, null);
        // The default, not CurrentCulture: that would put a value into the execution context, which every Task.Run then carries (80 B each).
        CultureInfo.DefaultThreadCurrentCulture = CultureInfo.InvariantCulture;
        // A terminal sends Ctrl-C to every process in front of it; the harness decides when this one ends.
        using var interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, context => context.Cancel = true);
        using var connection = HostConnection.Open(socketPath);
        return new HostSession(connection, workloads, engine).Serve();
    }
}
