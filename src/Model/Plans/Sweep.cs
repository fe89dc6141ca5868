namespace AsyncLoad.Model.Plans;

/// <summary>One comparison measured at several steps of a numeric setting, to find where its ratio crosses 1.</summary>
/// <param name="Id">Stable id, as <c>plan</c> prints it and <c>--only</c> matches it: that of the comparison with the axis and its range.</param>
/// <param name="Axis">Path of the setting that varies.</param>
/// <param name="Unit">What steps count.</param>
/// <param name="Grid">Which steps there are.</param>
/// <param name="MostSteps">Steps that may be measured in all.</param>
/// <param name="Template">The comparison without a step: what all steps share.</param>
/// <param name="Steps">Steps so far, in the order in which they were chosen; each has a comparison of its own in the plan.</param>
public sealed record Sweep(
    string Id,
    string Axis,
    AxisUnit Unit,
    StepGrid Grid,
    int MostSteps,
    Comparison Template,
    IReadOnlyList<SweepStep> Steps);

/// <summary>One step of a sweep.</summary>
/// <param name="At">The step, in the unit of the axis.</param>
/// <param name="Comparison">Id of its comparison.</param>
public sealed record SweepStep(double At, string Comparison);

/// <summary>What the steps of an axis count.</summary>
public enum AxisUnit
{
    /// <summary>The number itself: workers, writes a millisecond, a share.</summary>
    Number,

    /// <summary>Bytes.</summary>
    Bytes,
}
