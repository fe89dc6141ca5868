using System.Globalization;
using System.Runtime.InteropServices;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host;

/// <summary>The measured process. Started by the harness with the path of its socket; not for people.</summary>
internal static class Program
{
    private const int BadArguments = 2;

    private static int Main(string[] arguments)
    {
        // A diagnostic port that suspends is inherited: a process that a workload starts would hang on it.
        Environment.SetEnvironmentVariable("DOTNET_DiagnosticPorts", null);
        // The default, not CurrentCulture: that would put a value into the execution context, which every Task.Run then carries (80 B each).
        CultureInfo.DefaultThreadCurrentCulture = CultureInfo.InvariantCulture;
        if (arguments is not ["--connect", var socketPath])
        {
            Console.Error.WriteLine("This is the measured process of asyncload; run asyncload instead.");
            return BadArguments;
        }

        // A terminal sends Ctrl-C to every process in front of it; the harness decides when this one ends.
        using var interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, context => context.Cancel = true);
        using var connection = HostConnection.Open(socketPath);
        return new HostSession(connection, WorkloadCatalogue.CreateAll()).Serve();
    }
}
