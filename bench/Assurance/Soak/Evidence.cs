namespace AsyncLoad.Assurance.Soak;

/// <summary>All that a soak measured.</summary>
/// <param name="Asked">How long the run was to begin pairs.</param>
/// <param name="Run">How the run ended.</param>
/// <param name="Samples">What its process held, from moment to moment.</param>
/// <param name="Journal">What it wrote down.</param>
/// <param name="Left">Files and folders that were left in its TMPDIR.</param>
/// <param name="Report">How the report on it ended.</param>
internal sealed record Evidence(
    TimeSpan Asked, Ended Run, IReadOnlyList<Sample> Samples, JournalFigures Journal, IReadOnlyList<string> Left, Ended Report);

/// <summary>How a program ended.</summary>
/// <param name="ExitCode">Its exit code.</param>
/// <param name="Took">From its start to its end.</param>
/// <param name="PeakBytes">The most memory that it held, as far as anybody looked.</param>
internal sealed record Ended(int ExitCode, TimeSpan Took, long PeakBytes);

/// <summary>What the process of the run held at one moment.</summary>
/// <param name="At">Since it was started.</param>
/// <param name="Process">What the system tells of it.</param>
/// <param name="Temporary">What lay in its TMPDIR.</param>
/// <param name="JournalBytes">Length of its journal.</param>
/// <param name="Pairs">Lines of its journal.</param>
internal sealed record Sample(TimeSpan At, ProcessFigures Process, TemporaryFiles Temporary, long JournalBytes, int Pairs);

/// <summary>What the system tells of a process.</summary>
/// <param name="ResidentBytes">Its memory.</param>
/// <param name="Handles">Its open handles.</param>
/// <param name="Threads">Its threads.</param>
internal sealed record ProcessFigures(long ResidentBytes, int Handles, int Threads);

/// <summary>The files of a folder and of those in it; sockets are files too.</summary>
/// <param name="Count">How many.</param>
/// <param name="Bytes">Their length together.</param>
internal sealed record TemporaryFiles(int Count, long Bytes);
