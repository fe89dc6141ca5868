using System.IO.Pipes;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using AsyncLoad.Model.Protocol;

namespace AsyncLoad.Host.Platform;

/// <summary>Bytes to the harness and from it. One thread receives, another sends.</summary>
internal interface ITransport : IDisposable
{
    /// <summary>Waits for bytes.</summary>
    /// <returns>How many came; 0 when the harness is gone.</returns>
    int Receive(Span<byte> room);

    /// <summary>Sends all of them.</summary>
    void Send(ReadOnlySpan<byte> message);
}

/// <summary>A Unix socket.</summary>
internal sealed class SocketTransport : ITransport
{
    private readonly Socket socket;

    private SocketTransport(Socket socket) => this.socket = socket;

    public static SocketTransport Open(string path)
    {
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        socket.Connect(new UnixDomainSocketEndPoint(path));
        return new SocketTransport(socket);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public int Receive(Span<byte> room)
    {
        try
        {
            return socket.Receive(room);
        }
        catch (SocketException)
        {
            // A harness that was killed resets the connection: the same as closing it.
            return 0;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public void Send(ReadOnlySpan<byte> message)
    {
        while (!message.IsEmpty) message = message[socket.Send(message)..];
    }

    public void Dispose() => socket.Dispose();
}

/// <summary>
/// Two named pipes of the same user, one for each direction. On one pipe opened for blocking calls, Windows would let a message wait until the read before it
/// has ended. Asynchronous calls would wake threads of the pool, which some loads measure.
/// </summary>
internal sealed class PipeTransport : ITransport
{
    // The harness listens before it starts this process.
    private static readonly TimeSpan ConnectDeadline = TimeSpan.FromSeconds(30);

    private readonly NamedPipeClientStream requests;
    private readonly NamedPipeClientStream replies;

    private PipeTransport(NamedPipeClientStream requests, NamedPipeClientStream replies) => (this.requests, this.replies) = (requests, replies);

    public static PipeTransport Open(string name)
    {
        var (requests, replies) = HostRequest.Pipes(name);
        return new PipeTransport(Connect(requests, PipeDirection.In), Connect(replies, PipeDirection.Out));
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public int Receive(Span<byte> room)
    {
        try
        {
            return requests.Read(room);
        }
        catch (IOException)
        {
            // A harness that was killed breaks the pipe: the same as closing it.
            return 0;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public void Send(ReadOnlySpan<byte> message) => replies.Write(message);

    public void Dispose()
    {
        requests.Dispose();
        replies.Dispose();
    }

    private static NamedPipeClientStream Connect(string name, PipeDirection direction)
    {
        var pipe = new NamedPipeClientStream(".", name, direction, PipeOptions.CurrentUserOnly);
        pipe.Connect(ConnectDeadline);
        return pipe;
    }
}
