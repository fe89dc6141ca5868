using AsyncLoad.Analysis;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Document.Tracing;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Digests;

namespace AsyncLoad.Harness.Cli.Analyze;

/// <summary><c>--fail-on</c>: whether a trace has advice that fails a build. Advice on packages never does: their code is not the user's.</summary>
/// <param name="Code">The exit code.</param>
/// <param name="Lines">The advice that fails the gate, or why it is undecided; empty when it passed.</param>
internal sealed record AdviceGate(ExitCode Code, IReadOnlyList<string> Lines)
{
    /// <summary>The gate that passed, or that was not asked for.</summary>
    public static AdviceGate Passed { get; } = new(ExitCode.Ok, []);

    /// <summary>Judges a trace.</summary>
    /// <param name="least">The weakest advice that fails the gate.</param>
    public static AdviceGate Judge(TraceDigest digest, AdviceWeight least)
    {
        if (digest.Process.NativeAot) return Undecided(least, "the trace of a NativeAOT program names no types and methods; record a build that is compiled at run time");
        if (digest.Advice is not { } report) return Undecided(least, "the trace holds no allocation with call stacks, so there is no advice; record one with \"asyncload analyze --process-id PID\"");
        var failing = AdviceWords.ActionableEntries(report).Where(advice => advice.Weight <= least).ToList();
        if (failing.Count > 0) return new(ExitCode.GateFailed, [$"{Head(GateState.Failed)}: --fail-on {Word(least)}: {Figures.Plural(failing.Count, "finding")}", .. failing.Select(Finding)]);
        if (digest.State.LacksNames) return Undecided(least, $"{AdviceWords.Nameless(digest.State)}; record again, and let the session end by itself");
        return least == AdviceWeight.Recommended && WhyNothingIsRecommended(digest, report) is { } reason ? Undecided(least, reason) : Passed;
    }

    // In these cases advice is "conditional" at most, so a pass would prove nothing.
    private static string? WhyNothingIsRecommended(TraceDigest digest, AdviceReport report) => report switch
    {
        { OtherBuilds.Count: > 0 } => "assemblies were rebuilt after the trace was recorded, so nothing can be recommended for their methods; name the folder of the traced build with --assembly",
        { WithoutMetadata.Count: > 0 } => "assemblies were not found, so nothing can be recommended for their methods; name their folder with --assembly",
        { Methods.Count: > 0 } when digest.Allocation?.Source == AllocationSource.Tick => "the samples are AllocationTick events, which are biased, so nothing is recommended; record on .NET 10, or use --fail-on conditional",
        _ => null,
    };

    private static AdviceGate Undecided(AdviceWeight least, string reason) => new(ExitCode.GateInconclusive, [$"{Head(GateState.Inconclusive)}: --fail-on {Word(least)}: {reason}"]);

    private static string Finding(Advice advice) =>
        $"  {AdviceWords.Title(advice)}: {AdviceWords.Of(advice.Finding)}, {AdviceWords.Of(advice.Weight).Word}, would save {Figures.SizeRate(advice.Removable!)}";

    private static string Head(GateState state)
    {
        var mark = Mark.Of(state);
        return $"gate {mark.Glyph} {mark.Word}";
    }

    private static string Word(AdviceWeight least) => least == AdviceWeight.Recommended ? "recommended" : "conditional";
}
