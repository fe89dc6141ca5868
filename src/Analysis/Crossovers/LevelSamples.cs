using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Analysis.Crossovers;

/// <summary>The log ratios of a level's pairs, of the cost that verdicts rest on.</summary>
internal static class LevelSamples
{
    /// <summary>The sample of one level; empty where a pair has no such ratio.</summary>
    public static LevelSample Of(double level, IReadOnlyList<PairRatio> pairs, VerdictMetric metric) => new(level, PairRatios.Logs(pairs, metric) ?? []);
}
