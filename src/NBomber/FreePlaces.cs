namespace AsyncLoad.NBomber;

/// <summary>Places that no iteration uses. NBomber does not identify its calling copy, and arrivals overlap. Thread-safe.</summary>
internal sealed class FreePlaces
{
    private readonly Lock guard = new();
    private readonly IterationSlot[] free;
    private int count;

    public FreePlaces(IEnumerable<IterationSlot> places)
    {
        free = [.. places];
        count = free.Length;
    }

    /// <summary>The free place that was given back last; null when none is free.</summary>
    public IterationSlot? Take()
    {
        lock (guard) return count == 0 ? null : free[--count];
    }

    public void GiveBack(IterationSlot place)
    {
        lock (guard) free[count++] = place;
    }
}
