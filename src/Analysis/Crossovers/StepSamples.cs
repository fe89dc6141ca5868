using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Analysis.Crossovers;

/// <summary>The log ratios of a step's pairs, of the cost that verdicts rest on.</summary>
internal static class StepSamples
{
    /// <summary>The sample of one step; empty where a pair has no such ratio.</summary>
    public static StepSample Of(double step, IReadOnlyList<PairRatio> pairs, VerdictMetric metric) => new(step, PairRatios.Logs(pairs, metric) ?? []);
}
