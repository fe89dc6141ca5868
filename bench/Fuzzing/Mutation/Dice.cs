namespace AsyncLoad.Fuzzing.Mutation;

/// <summary>Random numbers that are the same on every machine and under every runtime, so that a seed and a number are enough to make an input again.</summary>
/// <remarks>SplitMix64: Steele, Lea, Flood (2014), "Fast splittable pseudorandom number generators", OOPSLA.</remarks>
internal sealed class Dice
{
    private ulong state;

    private Dice(ulong state) => this.state = state;

    /// <summary>Those of one input.</summary>
    public static Dice For(int seed, long index) => new(Mix(((ulong)(uint)seed << 32) ^ Mix((ulong)index)));

    /// <summary>A number from 0 to one below the limit.</summary>
    public int Below(int limit) => (int)(Next() % (ulong)limit);

    /// <summary>True once in so many times.</summary>
    public bool OneIn(int times) => Below(times) == 0;

    /// <summary>One of some things.</summary>
    public T Of<T>(IReadOnlyList<T> things) => things[Below(things.Count)];

    private ulong Next() => Mix(state += 0x9E3779B97F4A7C15);

    private static ulong Mix(ulong value)
    {
        value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
        value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
        return value ^ (value >> 31);
    }
}
