using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Harness.Cli.Run;

/// <summary>The exit code of a judged run. Neither side winning is a failure.</summary>
internal static class RunExit
{
    public static ExitCode Of(JudgedRun judged) => ExitCodes.Worst(
    [
        .. judged.Run.Gates.Select(Of),
        judged.SelfCheck is { Passed: false } ? ExitCode.GateFailed : ExitCode.Ok,
        .. judged.Run.Manifest.Plan.Measured.SelectMany(comparison => OfMeasuring(judged, comparison)),
        .. judged.Run.Comparisons.SelectMany(comparison => comparison.Sides.Each()).Select(side => side.Trace.Value).OfType<TraceAnalysis>().Select(Of),
        .. judged.Problems.Select(Of),
    ]);

    /// <summary>The same where the run has just ended: one that measured nothing has a code for that. A report of it shows what there is.</summary>
    public static ExitCode AfterRun(JudgedRun judged) => ExitCodes.Worst([Of(judged), NothingRan(judged) ? ExitCode.NothingRan : ExitCode.Ok]);

    // As where time was up before the first pair. A gate that is undecided for it has its own code.
    private static bool NothingRan(JudgedRun judged) =>
        judged.Run.Manifest.Plan.Measured.Any() && !judged.Evidence.Journal.OfType<JournalEntry.Pair>().Any() && judged.Run.Gates.All(gate => Of(gate) == ExitCode.Ok);

    private static ExitCode Of(GateResult gate) => gate switch
    {
        { State: GateState.Failed } => ExitCode.GateFailed,
        { State: GateState.Broken } => ExitCode.ChildFailed,
        { State: GateState.Inconclusive, OnInconclusive: InconclusivePolicy.Fail } => ExitCode.GateInconclusive,
        _ => ExitCode.Ok,
    };

    private static IEnumerable<ExitCode> OfMeasuring(JudgedRun judged, Comparison comparison)
    {
        var evidence = judged.Evidence.Of(comparison);
        // A side without a finished operation ends normally, and its comparison is dropped.
        ExitCode[] fatal = evidence.Progress.Fatal is { } pair ? [ExitCode.ChildFailed, Of(pair.Baseline), Of(pair.Candidate)] : [];
        // Of a repeated traced run the last attempt counts.
        return fatal.Concat(evidence.TracedRuns.GroupBy(run => run.Side).Select(runs => Of(runs.Last().Outcome)));
    }

    /// <summary>The exit code for the end of one measured process.</summary>
    public static ExitCode Of(CellOutcome outcome) => outcome switch
    {
        CellOutcome.Completed or CellOutcome.Stopped => ExitCode.Ok,
        CellOutcome.Refused => ExitCode.Refused,
        CellOutcome.CaptureLost => ExitCode.TraceUnreadable,
        _ => ExitCode.ChildFailed,
    };

    private static ExitCode Of(TraceAnalysis trace) => trace.Window is null ? ExitCode.TraceUnreadable : ExitCode.Ok;

    private static ExitCode Of(ReportProblem problem) => problem.Unwritable ? ExitCode.OutputUnwritable : ExitCode.InternalError;
}
