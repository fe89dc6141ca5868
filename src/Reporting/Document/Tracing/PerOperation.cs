using AsyncLoad.Analysis;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;

namespace AsyncLoad.Reporting.Document.Tracing;

/// <summary>Sampled bytes spread over operations: <c>71.8 [70.9, 72.8] B/op</c>.</summary>
internal static class PerOperation
{
    /// <summary>Bytes of a window that had operations.</summary>
    public static string Of(AllocationEstimate estimate, long operations) => Of(estimate.Bytes / operations, estimate.Low / operations, estimate.High / operations);

    /// <summary>A rate over a window that had operations.</summary>
    public static string Of(RateInterval rate, double seconds, long operations)
    {
        var factor = seconds / operations;
        return Of(rate.Estimate * factor, rate.Low * factor, rate.High * factor);
    }

    /// <summary>The same under a heading that has the unit: <c>71.8 [70.9, 72.8]</c>.</summary>
    public static string Figure(AllocationEstimate estimate, long operations) => Figure(estimate.Bytes / operations, estimate.Low / operations, estimate.High / operations);

    private static string Of(double estimate, double low, double high) =>
        $"{Figure(estimate, low, high)} B/op";

    private static string Figure(double estimate, double low, double high) =>
        $"{Figures.BytesPerOperation(estimate)} [{Figures.BytesPerOperation(low)}, {Figures.BytesPerOperation(high)}]";
}
