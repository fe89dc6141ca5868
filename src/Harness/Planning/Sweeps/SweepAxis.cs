using System.Globalization;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Harness.Planning.Sweeps;

/// <summary>A numeric setting that comparisons can be measured along.</summary>
/// <param name="Path">Its path.</param>
/// <param name="Unit">What its steps count.</param>
/// <param name="Least">Smallest step that makes sense.</param>
/// <param name="Most">Largest step that makes sense.</param>
/// <param name="Change">A cell at a step, named after it; null for a cell that has no such setting.</param>
internal sealed record SweepAxis(string Path, AxisUnit Unit, double Least, double Most, Func<Cell, double, Cell?> Change)
{
    /// <summary>Distance of neighbouring steps; null for any number.</summary>
    public double? Step { get; init; } = 1;

    /// <summary>The steps there are; null for all between the ends.</summary>
    public IReadOnlyList<double>? Only { get; init; }

    /// <summary>Whether a cell has the setting.</summary>
    public bool IsOf(Cell cell) => Change(cell, Least) is not null;

    /// <summary>A step as profiles write it: <c>200MB</c>, <c>0.259</c>.</summary>
    public string Text(double step) => Text(Unit, step);

    /// <summary>A step in a unit, as profiles write it.</summary>
    public static string Text(AxisUnit unit, double step) => unit == AxisUnit.Bytes
        ? new Model.Units.ByteSize((long)step).ToString()
        : step.ToString("0.######", CultureInfo.InvariantCulture);
}
