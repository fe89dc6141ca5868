using System.Text.Json;
using AsyncLoad.Model;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning;

/// <summary>Which comparisons may share a process of their baseline: those whose baselines are the same cell but for what it is called.</summary>
internal static class SharedBaseline
{
    // Five processes instead of eight. Each more saves less, and lets more time pass between the slices of a pair.
    private const int MostCandidates = 4;

    // Together processes may take as much memory as this, or as a pair, which has been refused where there is no room for it.
    private const long MostBytes = 1L << 30;

    /// <summary>The same for comparisons that may share it, and different for all others.</summary>
    public static string KeyOf(Comparison comparison)
    {
        // A variant beside itself tells what the machine does to a pair, and slices of a load at a pace of its own are long beside what a process costs.
        if (comparison.IsOfOneSide || comparison.Baseline.Load.IsPaced) return comparison.Id;
        return JsonSerializer.Serialize(comparison.Baseline with { Name = "", Side = null }, ModelJson.Line.Cell);
    }

    /// <summary>How many candidates may be measured beside one process of a baseline, 1 or more.</summary>
    /// <param name="baseline">The baseline.</param>
    /// <param name="measure">How it is measured.</param>
    /// <param name="free">Memory that is free; null when the system does not tell.</param>
    public static int MostBeside(Cell baseline, MeasureSettings measure, ByteSize? free)
    {
        if (measure.InTurn) return MostCandidates;
        var room = Math.Min(MostBytes, free is { } available ? (long)(available.Bytes * MemoryRefusal.MostOfFree) : MostBytes);
        return (int)Math.Clamp((room / PairForecast.BytesOf(baseline.Pressure)) - 1, 1, MostCandidates);
    }
}
