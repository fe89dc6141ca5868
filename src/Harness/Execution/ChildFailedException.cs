using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Harness.Execution;

/// <summary>A measured process did not do what it was asked; <see cref="Outcome"/> says how it ended.</summary>
internal sealed class ChildFailedException(CellOutcome outcome) : Exception("a measured process failed")
{
    public CellOutcome Outcome { get; } = outcome;
}
