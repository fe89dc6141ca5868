using System.IO.Pipes;
using System.Net.Sockets;
using AsyncLoad.Model.Protocol;

namespace AsyncLoad.Harness.Platform;

/// <summary>Accepts connections of measured processes, over the means of this system.</summary>
internal interface ITransport
{
    /// <summary>Listens for one process.</summary>
    /// <param name="directory">Where a socket lies.</param>
    IListener Listen(PrivateDirectory directory);

    /// <summary>A unique name for the diagnostic port of one process.</summary>
    string DiagnosticPort(PrivateDirectory directory);
}

/// <summary>Waits for one process to connect.</summary>
internal interface IListener : IDisposable
{
    /// <summary>What the process is given to connect to.</summary>
    string Address { get; }

    /// <summary>Waits for the process to connect.</summary>
    /// <exception cref="OperationCanceledException">The wait was cancelled.</exception>
    Task<Line> AcceptAsync(CancellationToken cancellation);
}

/// <summary>The connection to a process.</summary>
/// <param name="Requests">Where requests are written.</param>
/// <param name="Replies">Where replies are read; may be the same stream.</param>
internal sealed record Line(Stream Requests, Stream Replies) : IAsyncDisposable
{
    public async ValueTask DisposeAsync()
    {
        await Requests.DisposeAsync();
        await Replies.DisposeAsync();
    }
}

/// <summary>Unix sockets.</summary>
internal sealed class SocketTransport : ITransport
{
    public IListener Listen(PrivateDirectory directory) => new Listener(directory.NextSocketPath());

    public string DiagnosticPort(PrivateDirectory directory) => directory.NextSocketPath();

    private sealed class Listener : IListener
    {
        private readonly Socket socket = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);

        public Listener(string path)
        {
            Address = path;
            socket.Bind(new UnixDomainSocketEndPoint(path));
            socket.Listen(1);
        }

        public string Address { get; }

        public async Task<Line> AcceptAsync(CancellationToken cancellation)
        {
            var stream = new NetworkStream(await socket.AcceptAsync(cancellation), ownsSocket: true);
            return new Line(stream, stream);
        }

        public void Dispose()
        {
            socket.Dispose();
            File.Delete(Address);
        }
    }
}

/// <summary>Named pipes that only this user can open, one for each direction: Windows serialises blocking calls on one pipe.</summary>
/// <param name="name">Makes a unique pipe name.</param>
internal sealed class PipeTransport(Func<PrivateDirectory, string> name) : ITransport
{
    /// <summary>Named after the directory, whose name is random.</summary>
    public static PipeTransport ByName { get; } = new(directory => $"asyncload-{Path.GetFileName(directory.Path)}-{Path.GetFileNameWithoutExtension(directory.NextSocketPath())}");

    /// <summary>In the directory, as on Unix: both ends find a pipe by its path, even if their folders for temporary files differ.</summary>
    public static PipeTransport ByPath { get; } = new(directory => directory.NextSocketPath());

    public IListener Listen(PrivateDirectory directory) => new Listener(name(directory));

    public string DiagnosticPort(PrivateDirectory directory) => name(directory);

    private sealed class Listener(string name) : IListener
    {
        private readonly NamedPipeServerStream requests = Serve(HostRequest.Pipes(name).Requests, PipeDirection.Out);
        private readonly NamedPipeServerStream replies = Serve(HostRequest.Pipes(name).Replies, PipeDirection.In);
        private bool accepted;

        public string Address { get; } = HostRequest.PipeAddress + name;

        public async Task<Line> AcceptAsync(CancellationToken cancellation)
        {
            await requests.WaitForConnectionAsync(cancellation);
            await replies.WaitForConnectionAsync(cancellation);
            accepted = true;
            return new Line(requests, replies);
        }

        // Unlike a listening socket, these pipes become the connection.
        public void Dispose()
        {
            if (accepted) return;
            requests.Dispose();
            replies.Dispose();
        }

        private static NamedPipeServerStream Serve(string pipe, PipeDirection direction) =>
            new(pipe, direction, maxNumberOfServerInstances: 1, PipeTransmissionMode.Byte, PipeOptions.Asynchronous | PipeOptions.CurrentUserOnly);
    }
}
