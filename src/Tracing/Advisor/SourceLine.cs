using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor;

/// <summary>A line of a source file.</summary>
/// <param name="File">Its path: relative to the working folder where it lies below that, else as the PDB has it.</param>
public sealed record SourceLine(string File, int Line)
{
    public override string ToString() => FormattableString.Invariant($"{File}:{Line}");

    internal static SourceLine? Of(SourcePoint? point) => point is null ? null : new SourceLine(Shown(point.File), point.Line);

    private static string Shown(string path)
    {
        var here = Path.TrimEndingDirectorySeparator(Environment.CurrentDirectory) + Path.DirectorySeparatorChar;
        return path.StartsWith(here, StringComparison.Ordinal) ? path[here.Length..].Replace('\\', '/') : path;
    }
}
