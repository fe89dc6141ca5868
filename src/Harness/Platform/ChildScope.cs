namespace AsyncLoad.Harness.Platform;

/// <summary>What bounds measured processes in space and time.</summary>
/// <param name="Sockets">Where their sockets and temporary files lie.</param>
/// <param name="End">Once cancelled, none lives on: it is killed at whatever it does, and who waits for it is told so as a cancellation.</param>
/// <param name="Forced">Whether those measure that are not fit for it: built without optimisation, or with a debugger attached.</param>
internal sealed record ChildScope(PrivateDirectory Sockets, CancellationToken End, bool Forced = false);
