using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Analysis.Crossovers;

/// <summary>The log ratios of a level's pairs, of the cost that verdicts rest on.</summary>
internal static class LevelSamples
{
    /// <summary>The sample of one level; empty where a pair has no such ratio.</summary>
    public static LevelSample Of(double level, IReadOnlyList<PairRatio> pairs, VerdictMetric metric)
    {
        double?[] ratios = [.. pairs.Select(pair => metric switch
        {
            VerdictMetric.Cpu => pair.Cpu,
            VerdictMetric.P99 => pair.P99,
            _ => pair.Wall,
        })];
        return new LevelSample(level, ratios.Contains(null) ? [] : [.. ratios.Select(ratio => Math.Log(ratio!.Value))]);
    }
}
