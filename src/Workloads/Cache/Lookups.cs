namespace AsyncLoad.Workloads.Cache;

/// <summary>The keys that a worker looks up, round and round: all 100 of them, of which the first ones are in the cache and stay the only ones.</summary>
internal sealed class Lookups(int hits)
{
    /// <summary>Keys in all.</summary>
    public const int Keys = 100;

    // Coprime to 100, so that every key has its turn and misses are spread; starts at key 0, which is cached unless nothing is.
    private const int Stride = 37;

    private int next;

    /// <summary>Keys that are cached, of 100.</summary>
    public int Hits => hits;

    public int Next()
    {
        var key = next;
        next = (key + Stride) % Keys;
        return key;
    }
}
