namespace AsyncLoad.Analysis.Warnings;

/// <summary>Something a reader must know of a result, with what to do about it.</summary>
/// <param name="Id">Kebab-case id, stable: what <c>warnings</c> in results.json lists.</param>
/// <param name="Severity">How much it takes away from the result.</param>
public sealed record Warning(string Id, WarningSeverity Severity, string Message, string Remedy);

/// <summary>How much a warning takes away.</summary>
public enum WarningSeverity
{
    /// <summary>Explains; takes nothing away.</summary>
    Note,

    /// <summary>The figure stands, with less weight.</summary>
    Warning,

    /// <summary>The figure must not be relied on.</summary>
    Invalid,
}
