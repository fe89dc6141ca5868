using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Harness.Capture;
using AsyncLoad.Harness.Cli.Run;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Harness.Cli;

/// <summary>A command cannot do what it was asked. Only <see cref="CommandLine"/> catches it: it prints the errors and returns the code.</summary>
/// <param name="code">What the program ends with.</param>
/// <param name="errors">What is wrong and what to do about it, one sentence for each error.</param>
internal sealed class CommandFailedException(ExitCode code, params IReadOnlyList<string> errors) : Exception(string.Join('\n', errors))
{
    /// <summary>What the program ends with.</summary>
    public ExitCode Code { get; } = code;

    /// <summary>What is wrong; any text is allowed, since printing escapes it.</summary>
    public IReadOnlyList<string> Errors { get; } = errors;

    /// <summary>Lines that follow the errors.</summary>
    public IReadOnlyList<string> Details { get; init; } = [];

    /// <summary>What an exception of the layers below means to the caller of a command; null when the program itself is at fault.</summary>
    public static CommandFailedException? From(Exception exception) => exception switch
    {
        CommandFailedException failure => failure,
        UnreadableRunException => new(ExitCode.BadArguments, exception.Message),
        OutputUnwritableException => new(ExitCode.OutputUnwritable, exception.Message),
        NotAttachedException or NoPrivateDirectoryException => new(ExitCode.Refused, exception.Message),
        // Only before measuring: afterwards a failure is data.
        ChildFailedException { Outcome: var outcome } => new(RunExit.Of(outcome), $"the measured process {FailureSentence.Of(outcome)}")
        {
            Details = outcome is CellOutcome.Crashed crashed ? crashed.StandardError.Split('\n') : [],
        },
        _ => null,
    };
}
