using System.Globalization;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning;

/// <summary>Refuses a plan whose evidence the disk cannot hold: it would end in the middle.</summary>
internal static class DiskRefusal
{
    /// <summary>Why the plan cannot run, or null when it can.</summary>
    /// <param name="forecast">What the plan needs.</param>
    /// <param name="free">Free bytes where its folder will be; null when the system does not tell, and then nothing is refused.</param>
    public static string? Refusal(Forecast forecast, ByteSize? free)
    {
        if (free is not { } available || forecast.Disk.Bytes <= available.Bytes) return null;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"the run needs {Megabytes(forecast.Disk):0.0} MB, and {Megabytes(available):0.0} MB are free there; make room, choose another folder with --output, or trace less with --traces");
    }

    private static double Megabytes(ByteSize size) => size.Bytes / (double)(1 << 20);
}
