namespace AsyncLoad.Tracing.Nettrace;

/// <summary>
/// Reads a .nettrace file from beginning to end and hands out the events that were asked for, in the order of time. Memory does not grow with the file.
/// Damage ends the reading and is described, never thrown. Not thread-safe.
/// </summary>
/// <remarks>
/// It keeps at most one block (100 MB), 128 MB of stacks, 256 MB of waiting events, and 16 MB of event descriptions. A file that needs more counts as damaged.
/// Traces of real processes need a tenth of that.
/// </remarks>
public sealed class NettraceReader
{
    private bool read;

    /// <summary>Who asked for which events.</summary>
    internal Subscriptions Asked { get; } = new();

    /// <summary>Asks for one kind of event. Handlers run in the order in which they were added.</summary>
    /// <param name="id">Number of the event; null for all of the provider.</param>
    /// <param name="handler">What takes it in. What it throws ends the reading as <see cref="NettraceEnding.Damaged"/>, except <see cref="OperationCanceledException"/>, which is passed on.</param>
    public void On(string provider, int? id, NettraceHandler handler) => Asked.Add(provider, id, handler);

    /// <summary>Says what a stream begins with, and goes back there.</summary>
    /// <param name="stream">The trace, at its beginning. It must be seekable.</param>
    /// <returns>Name of the format where this reader reads it, or why it does not.</returns>
    internal static (string? Format, NettraceEnding? Refusal) Recognise(Stream stream)
    {
        try
        {
            return ($"nettrace {new BlockSource(new ByteSource(stream, null)).ReadHead().FormatVersion}", null);
        }
        catch (UnreadableTraceException end)
        {
            return (null, end.Ending);
        }
        finally
        {
            stream.Position = 0;
        }
    }

    /// <summary>Reads the stream to its end. Once only.</summary>
    /// <param name="stream">The trace, from its beginning. It need not be seekable.</param>
    /// <param name="progress">Receives the bytes read so far, every few megabytes and at the end.</param>
    /// <returns>What the trace says of itself. Where it is damaged or ends early, the events before that place were handed out.</returns>
    /// <exception cref="OperationCanceledException">The reading was cancelled.</exception>
    /// <exception cref="IOException">The stream cannot be read.</exception>
    /// <exception cref="InvalidOperationException">It has read a trace already.</exception>
    public NettraceSummary Read(Stream stream, IProgress<long>? progress = null, CancellationToken cancellation = default)
    {
        if (read) throw new InvalidOperationException("a reader reads one trace");
        read = true;
        var summary = new TraceReading(new ByteSource(stream, progress), Asked, cancellation).Read();
        progress?.Report(summary.Bytes);
        return summary;
    }
}
