using System.Diagnostics;
using System.Globalization;
using System.Net.Sockets;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Model.Units;
using AsyncLoad.Tracing.Files;
using Microsoft.Diagnostics.NETCore.Client;

namespace AsyncLoad.Harness.Capture;

/// <summary>The progress of a recording.</summary>
internal readonly record struct RecordingProgress(TimeSpan Elapsed, long Bytes);

/// <summary>
/// One EventPipe session in a running process, which keeps running afterwards: start, read, stop. Every step has a deadline.
/// The reader runs before the stop: a session that is not read never ends.
/// </summary>
/// <param name="file">Where the trace goes; must not exist.</param>
internal sealed class LiveCapture(int processId, string file)
{
    private const int PieceBytes = 1 << 18;
    private static readonly TimeSpan StartDeadline = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan StopDeadline = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(250);

    private long bytes;

    /// <param name="progress">Called four times per second.</param>
    /// <param name="enough">Ends it early; what was recorded is kept.</param>
    /// <returns>A warning about the recording; null for none.</returns>
    /// <exception cref="NotAttachedException">No session could be started in this process.</exception>
    /// <exception cref="OutputUnwritableException">The trace cannot be written.</exception>
    public async Task<string?> RecordAsync(Duration length, IProgress<RecordingProgress> progress, CancellationToken enough)
    {
        using var session = await StartAsync(enough);
        await using var target = Create();
        var copying = CopyAsync(session.EventStream, target);
        var began = Stopwatch.GetTimestamp();
        while (!copying.IsCompleted && !enough.IsCancellationRequested && Stopwatch.GetElapsedTime(began) < length.Span)
        {
            progress.Report(new RecordingProgress(Stopwatch.GetElapsedTime(began), Interlocked.Read(ref bytes)));
            var left = length.Span - Stopwatch.GetElapsedTime(began);
            await Task.WhenAny(copying, Task.Delay(left < Step ? TimeSpan.FromTicks(Math.Max(0, left.Ticks)) : Step, enough));
        }

        var elapsed = Stopwatch.GetElapsedTime(began);
        var endedByItself = copying.IsCompleted;
        if (!endedByItself) await StopAsync(session);
        return await FinishAsync(copying)
            ?? (endedByItself ? string.Create(CultureInfo.InvariantCulture, $"process {processId} ended, or closed the session, after {elapsed.TotalSeconds:0.0} s") : null);
    }

    private FileStream Create()
    {
        try
        {
            return new FileStream(file, FileMode.CreateNew, FileAccess.Write, FileShare.Read, bufferSize: 0, FileOptions.Asynchronous);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new OutputUnwritableException($"cannot write {file}: {FileProblem.Cause(exception)}; choose another file with --keep");
        }
    }

    private async Task<EventPipeSession> StartAsync(CancellationToken enough)
    {
        using var expiry = CancellationTokenSource.CreateLinkedTokenSource(enough);
        expiry.CancelAfter(StartDeadline);
        try
        {
            return await TraceContent.Live.StartAsync(new DiagnosticsClient(processId), expiry.Token);
        }
        catch (OperationCanceledException) when (enough.IsCancellationRequested)
        {
            throw;
        }
        catch (Exception exception) when (exception is OperationCanceledException or TimeoutException)
        {
            throw new NotAttachedException($"process {processId} did not answer within {StartDeadline.TotalSeconds:0} s: it is suspended, or its diagnostic port is busy; resume it, or try again");
        }
        catch (Exception exception) when (exception is DiagnosticsClientException or IOException or SocketException or UnauthorizedAccessException)
        {
            throw new NotAttachedException(LiveProcess.WhyNot(processId, SystemFiles.OfMachine) ?? $"process {processId} refused a session: {exception.Message}");
        }
    }

    private async Task CopyAsync(Stream events, FileStream target)
    {
        var piece = new byte[PieceBytes];
        while (await events.ReadAsync(piece) is > 0 and var length)
        {
            try
            {
                await target.WriteAsync(piece.AsMemory(0, length));
            }
            catch (IOException exception)
            {
                throw new OutputUnwritableException($"cannot write {file}: {FileProblem.Cause(exception)}; choose another file with --keep");
            }

            Interlocked.Add(ref bytes, length);
        }
    }

    // Failures are ignored: a process that has ended has ended its session too, and then the copy ends.
    private static async Task StopAsync(EventPipeSession session)
    {
        using var expiry = new CancellationTokenSource(StopDeadline);
        try
        {
            await session.StopAsync(expiry.Token);
        }
        catch (Exception exception) when (exception is DiagnosticsClientException or OperationCanceledException or TimeoutException or IOException or SocketException)
        {
            Debug.WriteLine(exception);
        }
    }

    private static async Task<string?> FinishAsync(Task copying)
    {
        try
        {
            await copying.WaitAsync(StopDeadline);
            return null;
        }
        catch (TimeoutException)
        {
            return $"the process did not end the session within {StopDeadline.TotalSeconds:0} s: the end of the trace is missing, so record again if you need it";
        }
        catch (IOException exception)
        {
            return $"the session broke: {exception.Message}";
        }
    }
}

/// <summary>A process could not be attached to; the message says why and what to do.</summary>
internal sealed class NotAttachedException(string message) : Exception(message);
