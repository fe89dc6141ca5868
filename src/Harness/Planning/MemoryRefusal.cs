using System.Globalization;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning;

/// <summary>Refuses a plan that the machine would swap on: both sides of a pair are alive at once.</summary>
internal static class MemoryRefusal
{
    // Above it other processes, page cache and GC head-room start to fight.
    private const double MostOfFree = 0.7;

    /// <summary>Why the plan cannot run, or null when it can.</summary>
    /// <param name="forecast">What the plan needs.</param>
    /// <param name="free">Memory that is free; null when the system does not tell, and then nothing is refused.</param>
    public static string? Refusal(Forecast forecast, ByteSize? free)
    {
        if (free is not { } available || forecast.Memory.Bytes <= available.Bytes * MostOfFree) return null;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"the largest pair needs {forecast.Memory.Bytes >> 20:N0} MB, more than {MostOfFree:P0} of the {available.Bytes >> 20:N0} MB that are free; a smaller live set would fit");
    }
}
