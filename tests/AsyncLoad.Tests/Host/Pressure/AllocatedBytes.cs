using AsyncLoad.Model.Profiles;
using Xunit;

namespace AsyncLoad.Tests.Host.Pressure;

/// <summary>Compares a count of bytes with the runtime's own for the thread.</summary>
internal static class AllocatedBytes
{
    /// <summary>Blocks that are compared.</summary>
    public const int Blocks = 16;

    private const int Counts = 5;

    /// <summary>
    /// The least of several counts of one thread. Where a collection runs in the background, the runtime counts what is left of each thread's
    /// allocation context as allocated, up to 8 KB, so one count alone may be above what the thread allocated.
    /// </summary>
    public static long Least(Func<long> counted) => Enumerable.Range(0, Counts).Min(_ => counted());

    /// <summary>
    /// The runtime counts objects, and what is left of a thread's allocation context where it goes on in another 4 MB region: at most
    /// what the next object did not fit into. So blocks of some MB are above the count by less than a small object, and some are equal.
    /// </summary>
    /// <param name="allocate">Allocates a block of 4 MB or less, and says how many bytes that were.</param>
    public static void AssertExact(Func<long> allocate)
    {
        // Whatever is compiled or made once is behind it.
        allocate();
        var beyond = new long[Blocks];
        for (var block = 0; block < Blocks; block++)
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            var said = allocate();
            beyond[block] = GC.GetAllocatedBytesForCurrentThread() - before - said;
        }

        Assert.All(beyond, rest => Assert.InRange(rest, 0, PressureSettings.LargestSmallObject));
        Assert.Contains(0, beyond);
    }
}
