namespace AsyncLoad.NBomber;

/// <summary>Places that no iteration holds. NBomber does not say which of its copies is calling, and arrivals overlap.</summary>
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

    /// <summary>One that is free, the one given back last if there are several, or null.</summary>
    public IterationSlot? Take()
    {
        lock (guard) return count == 0 ? null : free[--count];
    }

    public void GiveBack(IterationSlot place)
    {
        lock (guard) free[count++] = place;
    }
}
