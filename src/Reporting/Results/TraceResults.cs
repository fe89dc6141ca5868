using AsyncLoad.Analysis;
using AsyncLoad.Model;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Reporting.Results;

/// <summary>Turns what a trace says into its records of <c>results.json</c>.</summary>
internal static class TraceResults
{
    private const int MostTypes = 50;

    /// <summary>The result of a trace, or why there is none.</summary>
    public static Figure<TraceResult?> Of(Figure<TraceAnalysis?> traced)
    {
        if (traced.Value is not { } trace) return new(null, traced.Missing);
        var missing = new MissingFigures();
        var problem = trace.Problem ?? (trace.Window is null ? TraceAnalysis.NoWindow : null);
        var pauses = trace.Pauses is { } known && IsFinite(known.SumMs, known.MedianMs, known.P95Ms, known.MaxMs)
            ? new TracedPausesResult(known.Count, known.SumMs, known.MedianMs, known.P95Ms, known.MaxMs)
            : null;
        var allocated = trace.AllocatedTotal is { } total ? Bytes(total) : null;
        return new TraceResult(
            trace.File,
            missing.Of<long?>(Metric.EventsLost.Name, new(trace.EventsLost, TraceAnalysis.LossUnknown)),
            trace.Truncated,
            missing.Of<long?>("operations", new(trace.Window?.Operations, problem)),
            missing.Of<TracedPausesResult?>("pausesMs", new(pauses, problem ?? "no pause began inside the window")),
            missing.Of<TracedBytesResult?>("allocatedBytes", new(allocated, problem)),
            [.. trace.Allocations.Select(Type).OfType<TracedTypeResult>().Take(MostTypes)],
            [.. trace.Checks.Where(check => IsFinite(check.Counted, check.Low, check.High)).Select(Check)],
            [.. (trace.Advice?.Methods ?? []).Select(advice => Advised(advice, trace.Advice!.Seconds)).OfType<AdviceResult>()],
            missing.ByName);
    }

    private static TracedBytesResult? Bytes(AllocationEstimate estimate) =>
        IsFinite(estimate.Bytes, estimate.Low, estimate.High) ? new TracedBytesResult(estimate.Bytes, estimate.Low, estimate.High, estimate.Samples) : null;

    private static TracedTypeResult? Type(TypeAllocation type) =>
        Bytes(type.Estimate) is { } bytes && type.MeanObjectBytes is { } size && IsFinite(size) ? new TracedTypeResult(type.Type, bytes, size) : null;

    private static TraceCheckResult Check(CrossCheck check) => new(check.Name, check.Unit, check.Counted, check.Low, check.High, check.Passed);

    private static AdviceResult? Advised(Advice advice, double seconds)
    {
        var rate = RateInterval.Of(advice.Allocated, seconds);
        return !IsFinite(rate.Estimate, rate.Low, rate.High) ? null : new AdviceResult(
            advice.Namespace.Length == 0 ? advice.Method : $"{advice.Namespace}.{advice.Method}",
            ModelJson.Word(advice.Finding),
            ModelJson.Word(advice.Weight),
            Rate(rate),
            advice.Remedy,
            advice.Removable is { } removable && IsFinite(removable.Estimate, removable.Low, removable.High) ? Rate(removable) : null);
    }

    private static TracedRateResult Rate(RateInterval rate) => new(rate.Estimate, rate.Low, rate.High);

    private static bool IsFinite(params ReadOnlySpan<double> values)
    {
        foreach (var value in values)
        {
            if (!double.IsFinite(value)) return false;
        }

        return true;
    }
}
