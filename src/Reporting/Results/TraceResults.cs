using System.Text.Json;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Reporting.Results;

/// <summary>Turns what a trace says into its records of <c>results.json</c>.</summary>
internal static class TraceResults
{
    private const int MostTypes = 50;

    /// <summary>The result of a trace; null without one.</summary>
    public static TraceResult? Of(TraceAnalysis? trace)
    {
        if (trace is null) return null;
        var missing = new MissingFigures(member => Reason(trace, member));
        var pauses = trace.Pauses is { } known && IsFinite(known.SumMs, known.MedianMs, known.P95Ms, known.MaxMs)
            ? new TracedPausesResult(known.Count, known.SumMs, known.MedianMs, known.P95Ms, known.MaxMs)
            : null;
        var allocated = trace.AllocatedTotal is { } total ? Bytes(total) : null;
        missing.Note("pausesMs", pauses);
        missing.Note("allocatedBytes", allocated);
        return new TraceResult(
            trace.File,
            // What results.json has always held for a count that makes no sense.
            trace.EventsLost ?? -1,
            trace.Truncated,
            missing.Noted("operations", trace.Window?.Operations),
            pauses,
            allocated,
            [.. trace.Allocations.Select(Type).OfType<TracedTypeResult>().Take(MostTypes)],
            [.. trace.Checks.Where(check => IsFinite(check.Counted, check.Low, check.High)).Select(Check)],
            [.. (trace.Advice?.Methods ?? []).Select(advice => Advised(advice, trace.Advice!.Seconds)).OfType<AdviceResult>()],
            missing.ByName);
    }

    private static string Reason(TraceAnalysis trace, string member) => trace switch
    {
        { Problem: { } problem } => problem,
        { Window: null } => "the trace has no measured window",
        _ when member == "pausesMs" => "no pause began inside the window",
        _ => Reasons.Unstated,
    };

    private static TracedBytesResult? Bytes(AllocationEstimate estimate) =>
        IsFinite(estimate.Bytes, estimate.Low, estimate.High) ? new TracedBytesResult(estimate.Bytes, estimate.Low, estimate.High, estimate.Samples) : null;

    private static TracedTypeResult? Type(TypeAllocation type) =>
        Bytes(type.Estimate) is { } bytes && IsFinite(type.MeanObjectBytes) ? new TracedTypeResult(type.Type, bytes, type.MeanObjectBytes) : null;

    private static TraceCheckResult Check(CrossCheck check) => new(check.Name, check.Unit, check.Counted, check.Low, check.High, check.Passed);

    private static AdviceResult? Advised(Advice advice, double seconds)
    {
        var rate = RateInterval.Of(advice.Allocated, seconds);
        return !IsFinite(rate.Estimate, rate.Low, rate.High) ? null : new AdviceResult(
            advice.Namespace.Length == 0 ? advice.Method : $"{advice.Namespace}.{advice.Method}",
            Word(advice.Finding),
            Word(advice.Weight),
            Rate(rate),
            advice.Remedy,
            advice.Removable is { } removable && IsFinite(removable.Estimate, removable.Low, removable.High) ? Rate(removable) : null);
    }

    private static TracedRateResult Rate(RateInterval rate) => new(rate.Estimate, rate.Low, rate.High);

    private static string Word<T>(T value)
        where T : struct, Enum => JsonNamingPolicy.CamelCase.ConvertName(value.ToString());

    private static bool IsFinite(params ReadOnlySpan<double> values)
    {
        foreach (var value in values)
        {
            if (!double.IsFinite(value)) return false;
        }

        return true;
    }
}
