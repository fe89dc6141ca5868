namespace AsyncLoad.Tracing.Advisor;

/// <summary>How advice is made.</summary>
/// <param name="MinShare">Findings below this share of all bytes are left out, 0 to 1.</param>
/// <param name="AssemblyFolders">Folders in which assemblies are looked for whose path in the trace does not exist here.</param>
public sealed record AdviceOptions(double MinShare, IReadOnlyList<string> AssemblyFolders)
{
    /// <summary>Findings from 1 % up, assemblies where the trace says they were.</summary>
    public static AdviceOptions Default { get; } = new(0.01, []);
}
