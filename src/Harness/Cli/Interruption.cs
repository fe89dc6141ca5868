using System.Runtime.InteropServices;

namespace AsyncLoad.Harness.Cli;

/// <summary>Ctrl-C and SIGTERM as a token. The first asks for a clean end; a second one is left to the system, which ends the process at once.</summary>
internal sealed class Interruption : IDisposable
{
    private readonly CancellationTokenSource source = new();
    private readonly PosixSignalRegistration[] registrations;
    private int received;

    /// <summary>Begins to listen.</summary>
    public Interruption() => registrations =
    [
        PosixSignalRegistration.Create(PosixSignal.SIGINT, signal => Receive(signal, ExitCode.Interrupted)),
        PosixSignalRegistration.Create(PosixSignal.SIGTERM, signal => Receive(signal, ExitCode.Terminated)),
    ];

    /// <summary>Cancelled by the first signal.</summary>
    public CancellationToken Token => source.Token;

    /// <summary>The exit code of the signal that came; <see cref="ExitCode.Ok"/> when none did.</summary>
    public ExitCode Code => (ExitCode)Volatile.Read(ref received);

    /// <inheritdoc />
    public void Dispose()
    {
        foreach (var registration in registrations) registration.Dispose();
        source.Dispose();
    }

    private void Receive(PosixSignalContext signal, ExitCode code)
    {
        if (Interlocked.CompareExchange(ref received, (int)code, (int)ExitCode.Ok) != (int)ExitCode.Ok) return;
        signal.Cancel = true;
        source.Cancel();
    }
}
