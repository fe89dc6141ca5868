namespace AsyncLoad.Analysis.Nettrace;

/// <summary>
/// Reads a .nettrace file from beginning to end and hands out the events that somebody asked for, in the order of time. Memory does not grow with the file.
/// Damage ends the reading and is described, never thrown. Not thread-safe.
/// </summary>
public sealed class NettraceReader
{
    /// <summary>Asks for one kind of event. Handlers run in the order in which they were added.</summary>
    /// <param name="provider">Name of the provider.</param>
    /// <param name="id">Number of the event; null for all of the provider.</param>
    /// <param name="handler">What takes it in. What it throws ends the reading as <see cref="NettraceEnding.Damaged"/>.</param>
    public void On(string provider, int? id, NettraceHandler handler) => throw new NotImplementedException();

    /// <summary>Reads the stream to its end. Once only.</summary>
    /// <param name="stream">The trace, from its beginning; need not seek.</param>
    /// <param name="progress">Told the bytes read so far, every few megabytes.</param>
    /// <param name="cancellation">Ends it between two blocks.</param>
    /// <exception cref="OperationCanceledException">It was asked to end.</exception>
    /// <exception cref="IOException">The stream cannot be read.</exception>
    public NettraceSummary Read(Stream stream, IProgress<long>? progress = null, CancellationToken cancellation = default) => throw new NotImplementedException();
}
