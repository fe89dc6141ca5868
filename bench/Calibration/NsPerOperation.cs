using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Calibration;

/// <summary>Time per operation of one side over its measured slices, in ns.</summary>
internal static class NsPerOperation
{
    public static double Total(SideMeasurement side) => side.Slices.Sum(slice => slice.Elapsed.Value) / Operations(side);

    /// <summary>The part of it that is pauses of collections.</summary>
    public static double Pause(SideMeasurement side) => side.Slices.Sum(slice => slice.Gc.Pause.Value) / Operations(side);

    private static double Operations(SideMeasurement side) => side.Slices.Sum(slice => slice.Operations);
}
