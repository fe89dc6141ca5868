namespace AsyncLoad.Tracing.Naming;

/// <summary>A stretch of the IL of a method: a statement, as far as optimised code still shows where one ends.</summary>
/// <param name="End">The first offset behind it.</param>
internal readonly record struct IlRange(int From, int End)
{
    public bool Holds(int offset) => offset >= From && offset < End;
}
