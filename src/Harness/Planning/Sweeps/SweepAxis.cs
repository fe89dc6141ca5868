using System.Globalization;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Harness.Planning.Sweeps;

/// <summary>A numeric setting that comparisons can be measured along.</summary>
/// <param name="Path">Its path.</param>
/// <param name="Unit">What its levels count.</param>
/// <param name="Least">Smallest level that makes sense.</param>
/// <param name="Most">Largest level that makes sense.</param>
/// <param name="Change">A cell at a level, named after it; null for a cell that has no such setting.</param>
internal sealed record SweepAxis(string Path, AxisUnit Unit, double Least, double Most, Func<Cell, double, Cell?> Change)
{
    /// <summary>Distance of neighbouring levels; null for any number.</summary>
    public double? Step { get; init; } = 1;

    /// <summary>The levels there are; null for all between the ends.</summary>
    public IReadOnlyList<double>? Only { get; init; }

    /// <summary>Whether a cell has the setting.</summary>
    public bool IsOf(Cell cell) => Change(cell, Least) is not null;

    /// <summary>A level as profiles write it: <c>200MB</c>, <c>0.259</c>.</summary>
    public string Text(double level) => Text(Unit, level);

    /// <summary>A level in a unit, as profiles write it.</summary>
    public static string Text(AxisUnit unit, double level) => unit == AxisUnit.Bytes
        ? new Model.Units.ByteSize((long)level).ToString()
        : level.ToString("0.######", CultureInfo.InvariantCulture);
}
