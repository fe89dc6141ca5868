using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Runs;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Diagnosis;

/// <summary>All that <c>doctor</c> looks at, as it was found. What the system does not tell is null.</summary>
/// <param name="Machine">The machine.</param>
/// <param name="Cores">Logical cores of the machine, whatever this process may use of them.</param>
/// <param name="Place">In what kind of place runs are measured, and by which builds.</param>
/// <param name="OtherRun">Whether another process of this program is at work.</param>
/// <param name="Look">What the machine did for a second.</param>
/// <param name="Busiest">The processes that used most of it, most first.</param>
/// <param name="Frequency">What decides how fast cores run.</param>
/// <param name="Timestamps">What reading the clock costs.</param>
/// <param name="FreeMemory">Memory that is free.</param>
/// <param name="Storage">Where sockets and run folders go.</param>
/// <param name="Variables">Names of environment variables of this process that change its runtime.</param>
/// <param name="CoreFileLimit">Largest core file that a crash may write, in the system's words.</param>
internal sealed record Examination(
    MachineFingerprint Machine,
    int Cores,
    RunEnvironment Place,
    bool OtherRun,
    SampleEnvironment? Look,
    IReadOnlyList<ProcessUse> Busiest,
    FrequencyControl Frequency,
    TimestampCost Timestamps,
    ByteSize? FreeMemory,
    StorageState Storage,
    IReadOnlyList<string> Variables,
    string? CoreFileLimit)
{
    /// <summary>Versions of .NET in the installation that runs this program, newest first.</summary>
    public IReadOnlyList<string> Runtimes { get; init; } = [];
}

/// <summary>What decides how fast cores run.</summary>
/// <param name="Governor">Name of the first core's governor, or null.</param>
/// <param name="Turbo">Whether cores may run above their nominal frequency, or null.</param>
internal sealed record FrequencyControl(string? Governor, bool? Turbo);

/// <summary>What reading the clock costs.</summary>
/// <param name="Nanoseconds">A reading, on average.</param>
/// <param name="Resolution">Smallest step seen between two readings, in ns.</param>
/// <param name="Source">The kernel's name for its clock, or null.</param>
internal sealed record TimestampCost(double Nanoseconds, double Resolution, string? Source);

/// <summary>Where sockets and run folders go.</summary>
/// <param name="Temporary">The folder for temporary files.</param>
/// <param name="SocketProblem">Why no directory for sockets can be made; null when it can.</param>
/// <param name="FolderProblem">Why no run folder can be made in the current folder; null when it can.</param>
/// <param name="FreeDisk">Free bytes where it would be, or null.</param>
internal sealed record StorageState(string Temporary, string? SocketProblem, string? FolderProblem, ByteSize? FreeDisk);
