using AsyncLoad.Tracing.Nettrace;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;
using TraceLog = Microsoft.Diagnostics.Tracing.Etlx.TraceLog;

namespace AsyncLoad.Tracing.Library;

/// <summary>A trace as the TraceEvent library opens it. The library reads stacks only from an .etlx file, so every other trace is converted to one in a temporary folder, which is deleted on disposal.</summary>
internal sealed class LibraryTrace : IDisposable
{
    // The library's own default ends after ten million.
    private const int MostEvents = 100_000_000;

    private readonly DirectoryInfo scratch = Directory.CreateTempSubdirectory("asyncload-");
    private TraceLog? log;

    public static string Version => typeof(TraceLog).Assembly.GetName().Version!.ToString(3);

    /// <summary>The trace, once it is open.</summary>
    public TraceLog Log => log ?? throw new InvalidOperationException("the trace is not open");

    /// <summary>How reading it ended; <see cref="NettraceEnding.Whole"/> where nothing ended it early.</summary>
    public NettraceEnding Ending { get; private set; } = new NettraceEnding.Whole();

    /// <summary>Whether an exception of the library means a damaged file, and not a failure of the machine.</summary>
    public static bool TellsOfDamage(Exception failure) =>
        failure is EndOfStreamException or not (IOException or UnauthorizedAccessException or OperationCanceledException or OutOfMemoryException);

    /// <summary>What is said of a file that is damaged, from what the library throws.</summary>
    public static string Unreadable(Exception failure) => $"TraceEvent cannot read it ({failure.Message})";

    /// <summary>Opens it.</summary>
    /// <param name="trace">The file; any other stream is copied to one first.</param>
    /// <param name="format">Its format, as <see cref="NettraceEnding.Foreign.ForLibrary"/> names it.</param>
    /// <param name="progress">Receives the bytes read so far.</param>
    public void Open(Stream trace, string format, IProgress<long>? progress, CancellationToken cancellation)
    {
        var file = (trace as FileStream)?.Name ?? Copy(trace);
        var converted = format == FileStart.Etlx ? file : Convert(file, progress, cancellation);
        try
        {
            log = new TraceLog(converted);
        }
        catch (IOException failure)
        {
            // The file exists: a damaged one makes the library seek beyond its end.
            throw new InvalidDataException(failure.Message, failure);
        }
    }

    public void Dispose()
    {
        log?.Dispose();
        scratch.Delete(recursive: true);
    }

    private string Copy(Stream trace)
    {
        using var copy = File.Create(Path.Combine(scratch.FullName, "trace"));
        trace.CopyTo(copy);
        return copy.Name;
    }

    private string Convert(string file, IProgress<long>? progress, CancellationToken cancellation)
    {
        var converted = Path.Combine(scratch.FullName, "trace.etlx");
        using var source = new TolerantSource(new WatchedFile(file, progress, cancellation));
        var options = new TraceLogOptions { KeepAllEvents = true, MaxEventCount = MostEvents, ConversionLog = TextWriter.Null };
        try
        {
            TraceLog.CreateFromEventTraceLogFile(source, converted, options);
        }
        catch (Exception failure) when (source.Failure is { } first && TellsOfDamage(failure))
        {
            // This one is a consequence of the first.
            throw first;
        }

        if (source.Failure is { } end) Ending = source.ReachedEnd ? new NettraceEnding.Early() : new NettraceEnding.Damaged(source.Position, end.Message);
        return converted;
    }

    /// <summary>Reads up to the damaged place: what stands before it is valid.</summary>
    private sealed class TolerantSource(WatchedFile file) : EventPipeEventSource(file)
    {
        public Exception? Failure { get; private set; }

        public long Position { get; private set; }

        public bool ReachedEnd { get; private set; }

        public override bool Process()
        {
            try
            {
                return base.Process();
            }
            catch (Exception failure) when (TellsOfDamage(failure))
            {
                (Failure, Position, ReachedEnd) = (failure, file.Position, file.Position == file.Length);
                return false;
            }
        }
    }

    /// <summary>A file that reports progress while it is read, and whose reading can be cancelled.</summary>
    private sealed class WatchedFile(string path, IProgress<long>? progress, CancellationToken cancellation)
        : FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete)
    {
        private long reported;

        public override int Read(byte[] buffer, int offset, int count)
        {
            cancellation.ThrowIfCancellationRequested();
            var read = base.Read(buffer, offset, count);
            if (Position - reported < ByteSource.ProgressBytes) return read;
            reported = Position;
            progress?.Report(reported);
            return read;
        }
    }
}
