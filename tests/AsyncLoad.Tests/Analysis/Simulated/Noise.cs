namespace AsyncLoad.Tests.Analysis.Simulated;

/// <summary>Seeded draws one at a time. Its own normal generator, so that nothing under test draws its own examination.</summary>
internal sealed class Noise(int seed)
{
    private readonly Random random = new(seed);

    /// <summary>Standard normal, by the Box-Muller transform.</summary>
    public double Normal() => Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());

    /// <summary>Student's t with three degrees of freedom: its variance is 3, its fourth moment infinite.</summary>
    public double StudentThree()
    {
        var (a, b, c) = (Normal(), Normal(), Normal());
        return Normal() / Math.Sqrt(((a * a) + (b * b) + (c * c)) / 3);
    }

    public double Uniform() => random.NextDouble();

    public bool Chance(double probability) => random.NextDouble() < probability;

    public int Below(int count) => random.Next(count);
}
