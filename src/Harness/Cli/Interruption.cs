using System.Runtime.InteropServices;
using AsyncLoad.Harness.Platform;

namespace AsyncLoad.Harness.Cli;

/// <summary>
/// Ctrl-C, SIGTERM and other signals of the system, as a token. The first one asks for a clean end. A second one is left to the system, which ends the
/// process at once, unless it is SIGHUP: of a closed terminal both the shell and the kernel send one.
/// </summary>
internal sealed class Interruption : IDisposable
{
    // Windows waits 5 s for a program whose console closes, and longer when the machine shuts down.
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(20);

    private readonly CancellationTokenSource source = new();
    private readonly ManualResetEventSlim ended = new(false);
    private readonly Signals signals;
    private readonly PosixSignalRegistration[] registrations;
    private int received;

    /// <summary>Begins to listen.</summary>
    public Interruption(Signals signals)
    {
        this.signals = signals;
        registrations =
        [
            .. signals.Interrupts.Select(signal => PosixSignalRegistration.Create(signal, context => Receive(context, ExitCode.Interrupted))),
            .. signals.Terminations.Select(signal => PosixSignalRegistration.Create(signal, context => Receive(context, ExitCode.Terminated))),
        ];
    }

    /// <summary>Cancelled by the first signal.</summary>
    public CancellationToken Token => source.Token;

    /// <summary>The exit code of the signal that came; <see cref="ExitCode.Ok"/> when none did.</summary>
    public ExitCode Code => (ExitCode)Volatile.Read(ref received);

    public void Dispose()
    {
        ended.Set();
        foreach (var registration in registrations) registration.Dispose();
        source.Dispose();
    }

    private void Receive(PosixSignalContext signal, ExitCode code)
    {
        var first = Interlocked.CompareExchange(ref received, (int)code, (int)ExitCode.Ok) == (int)ExitCode.Ok;
        signal.Cancel = first || signal.Signal == PosixSignal.SIGHUP;
        if (first) source.Cancel();
        // The system ends the process when this returns.
        if (signal.Cancel && signals.EndsAfterHandling && code == ExitCode.Terminated) ended.Wait(Grace);
    }
}
