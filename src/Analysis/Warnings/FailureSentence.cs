using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Analysis.Warnings;

/// <summary>How a measurement failed, in words.</summary>
public static class FailureSentence
{
    /// <summary>The sides of a failed pair that failed, each with its reason.</summary>
    internal static string Of(JournalEntry.Pair pair, Comparison comparison)
    {
        var baseline = Sentence(comparison.Baseline.Label, pair.Baseline);
        var candidate = Sentence(comparison.Candidate.Label, pair.Candidate);
        var failed = string.Join("; ", new[] { baseline, candidate }.Where(sentence => sentence is not null));
        return FormattableString.Invariant($"pair {pair.Index}: {failed}");
    }

    /// <summary>How one measurement ended.</summary>
    public static string Of(CellOutcome outcome) => outcome switch
    {
        CellOutcome.Completed => "completed",
        CellOutcome.Crashed crashed => $"{Ended(crashed)}{Said(crashed.Message)}",
        CellOutcome.TimedOut { During: "prepare" } late => $"did not answer within {late.Deadline} during prepare: a set-up, or the first call, did not end",
        CellOutcome.TimedOut late => $"did not answer within {late.Deadline} during {late.During}",
        CellOutcome.Refused refused => $"refused: {refused.Reason}",
        CellOutcome.CaptureLost lost => $"capture lost: {lost.Reason}",
        CellOutcome.Stopped stopped => $"stopped: {stopped.Reason}",
        _ => throw new ArgumentOutOfRangeException(nameof(outcome), outcome.GetType().Name, "unknown outcome"),
    };

    /// <summary>How a process ended that should not have.</summary>
    public static string Ended(CellOutcome.Crashed crashed) => crashed switch
    {
        // A measured process sends a message before it fails; a runtime that fails ends by a signal, or with a code above these.
        { Signal: null, Message: null, ExitCode: >= 0 and < 128 and var code } => FormattableString.Invariant($"was ended during {crashed.During} by its own code (exit code {code}), as Environment.Exit does"),
        _ => $"crashed during {crashed.During} ({Ending(crashed)})",
    };

    private static string? Sentence(string variant, CellOutcome outcome) => outcome switch
    {
        CellOutcome.Completed completed when PairRatios.Usable(completed.Measurement) => null,
        CellOutcome.Completed => $"{variant} finished no operation in its slices",
        CellOutcome.Stopped => null,
        _ => $"{variant} {Of(outcome)}",
    };

    private static string Ending(CellOutcome.Crashed crashed) =>
        crashed.Signal ?? (crashed.ExitCode is { } code ? FormattableString.Invariant($"exit code {code}") : "no exit code");

    // A stack trace follows in further lines. The log has it.
    private static string Said(string? message) => message is null ? "" : $": {message.Split('\n')[0].TrimEnd()}";
}
