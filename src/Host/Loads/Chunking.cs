namespace AsyncLoad.Host.Loads;

/// <summary>How operations are cut into iterations of a parallel loop.</summary>
/// <param name="Workers">Iterations at once.</param>
/// <param name="Asked">Operations an iteration; null to leave it to what is to be done.</param>
internal readonly record struct Chunking(int Workers, int? Asked)
{
    // Enough chunks that the last one to finish does not leave the other workers idle.
    private const int ChunksPerWorker = 8;

    /// <summary>Operations an iteration while the slice barrier is open.</summary>
    public long TimedSize(long batch) => Asked ?? batch;

    /// <summary>Operations an iteration where so many are counted.</summary>
    public long SizeOf(long operations) => Asked ?? Math.Max(1, operations / ChunksOf(operations));

    /// <summary>What becomes of so many when every iteration is whole.</summary>
    public long WholeOf(long operations) => ChunksOf(operations) * SizeOf(operations);

    private long ChunksOf(long operations) => Asked is { } given ? Math.Max(Workers, operations / given) : (long)Workers * ChunksPerWorker;
}
