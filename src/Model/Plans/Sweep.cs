namespace AsyncLoad.Model.Plans;

/// <summary>One comparison measured at several levels of a numeric setting, to find where its ratio crosses 1.</summary>
/// <param name="Id">Stable id, as <c>plan</c> prints it and <c>--only</c> matches it: that of the comparison with the axis and its range.</param>
/// <param name="Axis">Path of the setting that varies.</param>
/// <param name="Unit">What levels count.</param>
/// <param name="Grid">Which levels there are.</param>
/// <param name="MostLevels">Levels that may be measured in all.</param>
/// <param name="Template">The comparison without a level: what all levels share.</param>
/// <param name="Levels">Levels so far, in the order in which they were chosen; each has a comparison of its own in the plan.</param>
public sealed record Sweep(
    string Id,
    string Axis,
    AxisUnit Unit,
    LevelGrid Grid,
    int MostLevels,
    Comparison Template,
    IReadOnlyList<SweepLevel> Levels);

/// <summary>One level of a sweep.</summary>
/// <param name="At">The level, in the unit of the axis.</param>
/// <param name="Comparison">Id of its comparison.</param>
public sealed record SweepLevel(double At, string Comparison);

/// <summary>What the levels of an axis count.</summary>
public enum AxisUnit
{
    /// <summary>The number itself: workers, writes a millisecond, a share.</summary>
    Number,

    /// <summary>Bytes.</summary>
    Bytes,
}
