using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Library;

/// <summary>
/// Reads through the TraceEvent library what <see cref="NettraceReader"/> does not, and hands out the same events. Slower, with more memory, and with room for an
/// .etlx file in the temporary folder. The library is loaded when this is first called.
/// </summary>
internal static class LibraryReader
{
    public static string Name => $"TraceEvent {LibraryTrace.Version}";

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
            return new NettraceSummary(new NettraceEnding.Damaged(null, LibraryTrace.Unreadable(failure)), 0, 0, null, null);
        }
    }
}
