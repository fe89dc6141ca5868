using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Library;
using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Digests;

/// <summary>Reads what any trace of a .NET process holds on GC, allocation and asynchrony. Streams: memory does not grow with the trace, unless the TraceEvent library has to read it.</summary>
public static class TraceDigester
{
    private const string OwnReader = "asyncload";

    /// <summary>Reads a trace.</summary>
    /// <param name="stream">The trace, from its beginning. It must be seekable if only the TraceEvent library reads its format.</param>
    /// <param name="progress">Receives the bytes read so far, every few megabytes.</param>
    /// <returns>What could be read; <see cref="TraceDigest.State"/> says whether that is all.</returns>
    /// <exception cref="InvalidDataException">It is not a trace, or ends before its header. The message says what was expected.</exception>
    /// <exception cref="OperationCanceledException">The reading was cancelled.</exception>
    /// <exception cref="IOException">The stream cannot be read.</exception>
    public static TraceDigest Digest(
        Stream stream, string file, AdviceOptions options, IProgress<long>? progress = null, CancellationToken cancellation = default)
    {
        var reader = new NettraceReader();
        var logs = new DigestLogs(reader);
        var summary = reader.Read(stream, progress, cancellation);
        if (summary.Ending is not NettraceEnding.Foreign { ForLibrary: { } format } || !stream.CanSeek)
            return Describe(logs, summary, file, options, OwnReader) with { FileBytes = stream.CanSeek ? stream.Length : summary.Bytes };
        stream.Position = 0;
        summary = LibraryReader.Read(reader.Asked, stream, format, progress, cancellation);
        return Describe(logs, summary, file, options, LibraryReader.Name) with { FileBytes = stream.Length };
    }

    /// <summary>Whether only the TraceEvent library reads a format, judged by the first bytes.</summary>
    /// <param name="stream">The trace, at its beginning, where it stays. It must be seekable.</param>
    public static bool NeedsLibrary(Stream stream) => NettraceReader.Recognise(stream).Refusal is NettraceEnding.Foreign { ForLibrary: not null };

    /// <summary>Reads with the library what the built-in reader reads too, so that both can be compared.</summary>
    internal static TraceDigest DigestByLibrary(Stream stream, string file, AdviceOptions options)
    {
        var reader = new NettraceReader();
        var logs = new DigestLogs(reader);
        var format = NettraceReader.Recognise(stream).Format!;
        var summary = LibraryReader.Read(reader.Asked, stream, format, null, CancellationToken.None);
        return Describe(logs, summary, file, options, LibraryReader.Name) with { FileBytes = stream.Length };
    }

    private static TraceDigest Describe(DigestLogs logs, NettraceSummary summary, string file, AdviceOptions options, string reader)
    {
        var header = summary.Header ?? throw new InvalidDataException($"this is not a trace that can be read: {WhyNoHeader(summary.Ending)}");
        return logs.Digest(summary, header, options) with { File = file, Reader = reader };
    }

    private static string WhyNoHeader(NettraceEnding ending) => ending switch
    {
        NettraceEnding.Foreign foreign => foreign.Message,
        NettraceEnding.Damaged damaged => damaged.Place,
        _ => "it ends before its header does",
    };
}
