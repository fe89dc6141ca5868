namespace AsyncLoad.Harness.Cli;

/// <summary>What the program tells its caller. Stable: scripts rely on the numbers.</summary>
internal enum ExitCode
{
    /// <summary>Everything went well, whichever side wins.</summary>
    Ok = 0,

    /// <summary>The program itself is at fault.</summary>
    InternalError = 1,

    /// <summary>A gate failed.</summary>
    GateFailed = 2,

    /// <summary>A gate could not be decided.</summary>
    GateInconclusive = 3,

    /// <summary>The arguments are not valid.</summary>
    BadArguments = 4,

    /// <summary>The profile is not valid.</summary>
    ProfileInvalid = 5,

    /// <summary>The environment or the engine is not fit to measure.</summary>
    Refused = 6,

    /// <summary>A measured process crashed, hung or was killed.</summary>
    ChildFailed = 7,

    /// <summary>Nothing was measured.</summary>
    NothingRan = 8,

    /// <summary>A trace cannot be read.</summary>
    TraceUnreadable = 9,

    /// <summary>The output cannot be written, or the disk is full.</summary>
    OutputUnwritable = 10,

    /// <summary>Interrupted by Ctrl-C; partial results are kept.</summary>
    Interrupted = 130,

    /// <summary>Terminated; partial results are kept.</summary>
    Terminated = 143,
}

/// <summary>One exit code for a run in which several things happened.</summary>
internal static class ExitCodes
{
    /// <summary>All codes, the one that tells most first: later ones are often its consequences.</summary>
    public static IReadOnlyList<ExitCode> Precedence { get; } =
    [
        ExitCode.Interrupted, ExitCode.Terminated,
        ExitCode.InternalError, ExitCode.BadArguments, ExitCode.ProfileInvalid, ExitCode.OutputUnwritable,
        ExitCode.Refused, ExitCode.NothingRan, ExitCode.GateFailed, ExitCode.ChildFailed,
        ExitCode.TraceUnreadable, ExitCode.GateInconclusive, ExitCode.Ok,
    ];

    /// <summary>The first of <see cref="Precedence"/> that happened; <see cref="ExitCode.Ok"/> when nothing did.</summary>
    public static ExitCode Worst(params IReadOnlyCollection<ExitCode> happened) =>
        Precedence.First(code => code == ExitCode.Ok || happened.Contains(code));
}
