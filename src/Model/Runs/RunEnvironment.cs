namespace AsyncLoad.Model.Runs;

/// <summary>What kind of place a run is measured in, and by which builds.</summary>
/// <param name="Container">What tells that it is a container, such as <c>/.dockerenv</c>; null when nothing does.</param>
/// <param name="VirtualMachine">Whether the processor says that it is a virtual machine's; null where it does not tell.</param>
/// <param name="Harness">The program itself.</param>
/// <param name="Host">The measured process, as one that was started before the run said.</param>
/// <param name="Forced">Why measuring was refused and <c>--force</c> measured all the same, in words; empty when nothing was refused.</param>
public sealed record RunEnvironment(
    string? Container,
    bool? VirtualMachine,
    ProcessState Harness,
    ProcessState Host,
    IReadOnlyList<string> Forced);

/// <summary>What makes a process unfit to measure or to be measured.</summary>
/// <param name="Optimized">Whether its code was built with optimisation: a Release build.</param>
/// <param name="Debugged">Whether a managed debugger is attached.</param>
/// <param name="Watched">What else watches it, in words: a profiler, or events of tasks; null for nothing.</param>
public sealed record ProcessState(bool Optimized, bool Debugged, string? Watched = null);
