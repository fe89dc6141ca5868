namespace AsyncLoad.Host.Loads;

/// <summary>Hands out numbers from 0 to a limit, each to one holder at a time: places for workers that others start and end.</summary>
/// <param name="count">How many there are.</param>
internal sealed class WorkerSlotPool(int count)
{
    private readonly int[] taken = new int[count];

    /// <summary>The lowest free number. Waits for one where a replacement begins before its predecessor has given back.</summary>
    public int Take()
    {
        while (true)
        {
            for (var slot = 0; slot < taken.Length; slot++)
            {
                if (Interlocked.CompareExchange(ref taken[slot], 1, 0) == 0) return slot;
            }

            Thread.Yield();
        }
    }

    /// <summary>Gives a number back.</summary>
    public void Give(int slot) => Volatile.Write(ref taken[slot], 0);
}
