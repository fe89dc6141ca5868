namespace AsyncLoad.Tracing.Allocations;

/// <summary>Running sums over allocation samples: as much memory for one sample as for a million. Takes in randomised samples or stretches, not both.</summary>
internal sealed class AllocationTally
{
    /// <summary>Coverage of the intervals that people read.</summary>
    public const double Confidence = 0.95;

    private long samples;
    private double bytes;
    private double objects;
    private bool lacksSizes;

    /// <summary>Unbiased estimate of the bytes that the samples stand for.</summary>
    public double Bytes => bytes;

    public long Samples => samples;

    /// <summary>Mean size of the objects that the samples stand for; null where the trace does not state it for each. There must be samples.</summary>
    public double? MeanObjectBytes => lacksSizes ? null : bytes / objects;

    /// <summary>Takes in a sampled object.</summary>
    /// <param name="size">Its size in bytes.</param>
    /// <exception cref="InvalidDataException">No object has this size: the trace is damaged.</exception>
    public void Add(long size)
    {
        if (size < 1) throw new InvalidDataException($"an allocation sample has a size of {size} B");
        var represented = AllocationSampling.BytesRepresented(size);
        samples++;
        bytes += represented;
        objects += represented / size;
    }

    /// <summary>Takes in all that another tally holds.</summary>
    public void Add(AllocationTally other)
    {
        samples += other.samples;
        bytes += other.bytes;
        objects += other.objects;
        lacksSizes |= other.lacksSizes;
    }

    /// <summary>All that some tallies hold.</summary>
    public static AllocationTally Sum(IEnumerable<AllocationTally> tallies)
    {
        var sum = new AllocationTally();
        foreach (var tally in tallies) sum.Add(tally);
        return sum;
    }

    /// <summary>
    /// The estimate, with an interval wide enough for one sample too many or too few. Sampling ignores the edges of the observed time: a thread
    /// allocates unseen until it has used up the allocation context that it had when a session began.
    /// </summary>
    public AllocationEstimate Estimate(double confidence) => AllocationSampling.Estimate(samples, bytes, confidence) with
    {
        Low = AsIf(Math.Max(0, samples - 1), confidence).Low,
        High = AsIf(samples + 1, confidence).High,
    };

    /// <summary>Takes in the last object of a stretch of allocation, which stands for all of the stretch.</summary>
    /// <param name="amount">Bytes of the stretch.</param>
    /// <param name="size">Size of the object in bytes; null where the runtime does not record it.</param>
    /// <exception cref="InvalidDataException">No stretch or no object has this size: the trace is damaged.</exception>
    public void AddStretch(long amount, long? size)
    {
        if (amount < 1 || size is < 1) throw new InvalidDataException($"{amount} B were allocated, the last {size} B of them as one object");
        samples++;
        bytes += amount;
        if (size is { } known) objects += (double)amount / known;
        else lacksSizes = true;
    }

    private AllocationEstimate AsIf(long count, double confidence) => AllocationSampling.Estimate(count, count * BytesPerSample, confidence);

    // A sampled object of one byte stands for as many bytes as lie between two draws.
    private double BytesPerSample => samples == 0 ? AllocationSampling.BytesRepresented(1) : bytes / samples;
}
