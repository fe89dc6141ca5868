using System.Text.Json;
using AsyncLoad.Model;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning;

/// <summary>Which comparisons may share a process of their baseline: those whose baselines are the same cell except for its name.</summary>
internal static class SharedBaseline
{
    // Five processes instead of eight. A further candidate saves less, and spreads the slices of a pair over more time.
    private const int MostCandidates = 4;

    // Memory of all processes of a group, unless a single pair needs more: such a pair is refused when there is no room.
    private const long MostBytes = 1L << 30;

    /// <summary>The same for comparisons that may share it, and different for all others.</summary>
    public static string KeyOf(Comparison comparison)
    {
        // A variant against itself measures the noise of a single pair. Slices of paced loads are long compared with the start of a process.
        if (comparison.IsOfOneSide || comparison.Baseline.Load.IsPaced) return comparison.Id;
        return JsonSerializer.Serialize(comparison.Baseline with { Name = "", Side = null }, ModelJson.Line.Cell);
    }

    /// <summary>How many candidates may be measured beside one process of a baseline, 1 or more.</summary>
    /// <param name="measure">How it is measured.</param>
    /// <param name="free">Memory that is free; null when the system does not tell.</param>
    public static int MostBeside(Cell baseline, MeasureSettings measure, ByteSize? free)
    {
        if (measure.InTurn) return MostCandidates;
        var room = Math.Min(MostBytes, free is { } available ? (long)(available.Bytes * Cell.MostOfFreeMemory) : MostBytes);
        return (int)Math.Clamp((room / PairForecast.BytesOf(baseline.Pressure)) - 1, 1, MostCandidates);
    }
}
