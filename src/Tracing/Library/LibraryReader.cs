using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Library;

/// <summary>
/// Reads through the TraceEvent library what <see cref="NettraceReader"/> does not, and hands out the same events. Slower, with more memory, and with room for an
/// .etlx file in the temporary folder. The library is loaded when this is first called.
/// </summary>
internal static class LibraryReader
{
    /// <summary>Who reads.</summary>
    public static string Name => $"TraceEvent {LibraryTrace.Version}";

    /// <summary>Reads a trace to its end.</summary>
    /// <param name="asked">Who asked for which events.</param>
    /// <param name="trace">The trace, from its beginning.</param>
    /// <param name="format">Its format, as <see cref="NettraceEnding.Foreign.ForLibrary"/> names it.</param>
    /// <param name="progress">Told the bytes read so far.</param>
    /// <param name="cancellation">Ends it.</param>
    public static NettraceSummary Read(Subscriptions asked, Stream trace, string format, IProgress<long>? progress, CancellationToken cancellation)
    {
        using var library = new LibraryTrace();
        try
        {
            library.Open(trace, format, progress, cancellation);
            return new LibraryReading(library, asked, cancellation).Read(format, trace.Length);
        }
        catch (Exception failure) when (LibraryTrace.TellsOfDamage(failure))
        {
            return new NettraceSummary(new NettraceEnding.Damaged(null, $"TraceEvent cannot read it ({failure.Message})"), 0, 0, null, null);
        }
    }
}
