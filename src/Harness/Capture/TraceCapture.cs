using AsyncLoad.Harness.Platform;
using Microsoft.Diagnostics.NETCore.Client;

namespace AsyncLoad.Harness.Capture;

/// <summary>
/// One EventPipe session from the start of a process to its end: listen, start the process and the session, resume, read to the end.
/// The reader runs before anything can stop, since a session that is not read never ends.
/// </summary>
internal sealed class TraceCapture : IAsyncDisposable
{
    /// <summary>A child whose session does not start would wait forever.</summary>
    private static readonly TimeSpan StartDeadline = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan DrainDeadline = TimeSpan.FromSeconds(60);

    private readonly CancellationToken end;
    private readonly CancellationTokenSource expiry;
    private readonly Task<DiagnosticsClientConnector?> accepting;
    private readonly string file;
    private readonly TraceContent content;
    private DiagnosticsClientConnector? connector;
    private EventPipeSession? session;
    private Task? copying;

    private TraceCapture(ChildScope scope, string file, TraceContent content)
    {
        SocketPath = scope.Transport.DiagnosticPort(scope.Sockets);
        end = scope.End;
        (this.file, this.content) = (file, content);
        expiry = CancellationTokenSource.CreateLinkedTokenSource(end);
        expiry.CancelAfter(StartDeadline);
        accepting = DiagnosticsClientConnector.FromDiagnosticPort(SocketPath, expiry.Token)!;
    }

    /// <summary>The value of the process's <c>DOTNET_DiagnosticPorts</c>: the runtime connects there and suspends.</summary>
    public string SocketPath { get; }

    /// <summary>Starts to listen; spawn the child afterwards.</summary>
    /// <param name="file">Where the trace goes; must not exist.</param>
    public static TraceCapture Listen(ChildScope scope, string file, TraceContent content) => new(scope, file, content);

    /// <summary>Starts the session in the suspended child, lets it run, and begins to copy.</summary>
    /// <exception cref="TraceLostException">The child did not connect.</exception>
    /// <exception cref="OperationCanceledException">The scope of the child ended.</exception>
    public async Task BeginAsync()
    {
        try
        {
            connector = await accepting ?? throw new TraceLostException("the process did not open its diagnostic port");
            session = await content.StartAsync(connector.Instance, expiry.Token);
            // ResumeRuntime has no asynchronous form, and waits for its answer without a limit.
            await Task.Run(connector.Instance.ResumeRuntime, expiry.Token).WaitAsync(expiry.Token);
            expiry.CancelAfter(Timeout.InfiniteTimeSpan);
            copying = CopyAsync(session.EventStream, file, end);
        }
        catch (Exception exception) when (exception is OperationCanceledException or DiagnosticsClientException or IOException or TimeoutException)
        {
            end.ThrowIfCancellationRequested();
            throw new TraceLostException($"the session did not start: {exception.Message}");
        }
    }

    /// <summary>Waits until the stream ends; a child that ends normally ends it.</summary>
    /// <returns>Null, or what is missing.</returns>
    public async Task<string?> DrainAsync()
    {
        if (copying is null) return "the session did not start";
        try
        {
            await copying.WaitAsync(DrainDeadline);
            return null;
        }
        catch (TimeoutException)
        {
            return $"the stream did not end within {DrainDeadline.TotalSeconds:0} s of the process";
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return $"the stream broke: {exception.Message}";
        }
    }

    public async ValueTask DisposeAsync()
    {
        await expiry.CancelAsync();
        session?.Dispose();
        if (connector is not null) await connector.DisposeAsync();
        if (File.Exists(SocketPath)) File.Delete(SocketPath);
        expiry.Dispose();
    }

    /// <summary>Copies a stream to its end into a new file. When the disk refuses, the stream is still read to its end.</summary>
    /// <exception cref="IOException">The file cannot be written, or the stream broke.</exception>
    /// <exception cref="UnauthorizedAccessException">The file cannot be written.</exception>
    internal static async Task CopyAsync(Stream events, string file, CancellationToken end)
    {
        try
        {
            await using var target = new FileStream(file, FileMode.CreateNew, FileAccess.Write, FileShare.Read, 1 << 20, FileOptions.Asynchronous);
            await events.CopyToAsync(target, 1 << 18, CancellationToken.None);
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            // With a full disk, an unread session would block its process forever.
            await SkipAsync(events, end);
            throw;
        }
    }

    private static async Task SkipAsync(Stream events, CancellationToken end)
    {
        try
        {
            await events.CopyToAsync(Stream.Null, end);
        }
        catch (Exception ended) when (ended is OperationCanceledException or IOException)
        {
            // The earlier failure is reported.
        }
    }
}

/// <summary>The trace could not be captured.</summary>
internal sealed class TraceLostException(string message) : Exception(message);
