namespace AsyncLoad.Tests.Analysis.Statistics;

/// <summary>Random samples for simulations; seeded by the caller, so that no test is a matter of luck.</summary>
internal static class Draw
{
    /// <summary>Normal values by the Box-Muller transform.</summary>
    public static double[] Normal(Random random, int count, double centre, double spread) =>
        [.. Enumerable.Range(0, count).Select(_ =>
            centre + (spread * Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble())))];
}
