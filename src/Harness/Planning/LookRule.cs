namespace AsyncLoad.Harness.Planning;

/// <summary>
/// How many pairs a look needs. The widest signed-rank interval of n pairs, smallest to largest, misses with probability 2^(1−n);
/// looks share 5 % between them, so a first look of too few pairs could not give the confidence asked of it.
/// </summary>
internal static class LookRule
{
    /// <summary>Chance of a wrong interval over all looks together.</summary>
    public const double Error = 0.05;

    /// <summary>Most pairs a comparison may ask for.</summary>
    public const int MostPairs = 1_000;

    /// <summary>Most looks a comparison may ask for.</summary>
    public const int MostLooks = 20;

    /// <summary>The fewest pairs with which the first of so many looks can be judged: 6 for one look, 8 for four.</summary>
    public static int FewestPairs(int looks)
    {
        var pairs = 1;
        while (Math.Pow(2, 1 - pairs) > Error / looks) pairs++;
        return pairs;
    }
}
