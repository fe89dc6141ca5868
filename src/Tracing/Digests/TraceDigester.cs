using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Digests;

/// <summary>Says what any trace of a .NET process holds on GC, allocation and asynchrony. Streams: memory does not grow with the trace.</summary>
public static class TraceDigester
{
    /// <summary>Reads a trace.</summary>
    /// <param name="stream">The trace, from its beginning; need not seek.</param>
    /// <param name="file">Its path, as it was asked for.</param>
    /// <param name="options">How advice is made.</param>
    /// <param name="progress">Told the bytes read so far, every few megabytes.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <returns>What could be read; <see cref="TraceDigest.State"/> says whether that is all.</returns>
    /// <exception cref="InvalidDataException">It is no trace, or ends before it says anything. The message names the file and what was expected.</exception>
    /// <exception cref="OperationCanceledException">It was asked to end.</exception>
    /// <exception cref="IOException">The stream cannot be read.</exception>
    public static TraceDigest Digest(
        Stream stream, string file, AdviceOptions options, IProgress<long>? progress = null, CancellationToken cancellation = default)
    {
        var reader = new NettraceReader();
        var logs = new DigestLogs(reader);
        var summary = reader.Read(stream, progress, cancellation);
        var header = summary.Header ?? throw new InvalidDataException($"{file} is no trace that can be read: {WhyNoHeader(summary.Ending)}");
        var digest = logs.Digest(summary, header, options);
        return digest with { File = file, FileBytes = stream.CanSeek ? stream.Length : summary.Bytes };
    }

    private static string WhyNoHeader(NettraceEnding ending) => ending switch
    {
        NettraceEnding.Foreign foreign => foreign.Message,
        NettraceEnding.Damaged damaged => $"at byte {damaged.Offset}: {damaged.Message}",
        _ => "it ends before its header does",
    };
}
