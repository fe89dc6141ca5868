namespace AsyncLoad.Host.Pressure;

/// <summary>
/// Sizes of objects in bytes, every multiple of 8 from <paramref name="least"/> to <paramref name="most"/> equally often. In a scattered order,
/// as a step that shares no factor with their number visits them all: the same in both sides, and near its mean after a few objects.
/// </summary>
/// <param name="least">Smallest size, a multiple of 8.</param>
/// <param name="most">Largest size, a multiple of 8.</param>
internal struct SizeCycle(int least, int most)
{
    private const int Grain = 8;

    // About the golden section of the cycle: consecutive sizes lie far apart.
    private const double Section = 0.618;

    private readonly int count = ((most - least) / Grain) + 1;
    private readonly int step = CoprimeNear(((most - least) / Grain) + 1);
    private int place;

    /// <summary>The next size.</summary>
    public int Next()
    {
        place += step;
        if (place >= count) place -= count;
        return least + (place * Grain);
    }

    private static int CoprimeNear(int count)
    {
        var step = Math.Max(1, (int)(count * Section));
        while (GreatestCommonDivisor(count, step) != 1) step--;
        return step;
    }

    private static int GreatestCommonDivisor(int a, int b) => b == 0 ? a : GreatestCommonDivisor(b, a % b);
}
