namespace AsyncLoad.Tracing.Runs;

/// <summary>A figure of the trace, compared with one that the process counted itself.</summary>
/// <param name="Counted">The process's own figure.</param>
public sealed record CrossCheck(string Name, string Unit, double Counted, double Low, double High)
{
    /// <summary>Whether the counted figure lies inside.</summary>
    public bool Passed => Counted >= Low && Counted <= High;
}
