using System.Net.Sockets;
using System.Runtime.CompilerServices;
using AsyncLoad.Model.Protocol;

namespace AsyncLoad.Host;

/// <summary>The socket to the harness, messages both ways. Results travel here and nowhere else, whatever a workload prints. One thread reads, another writes.</summary>
internal sealed class HostConnection : IDisposable
{
    private readonly Socket socket;
    private readonly MessageBuffer requests = MessageBuffer.OfRequests();

    private HostConnection(Socket socket) => this.socket = socket;

    public static HostConnection Open(string socketPath)
    {
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        socket.Connect(new UnixDomainSocketEndPoint(socketPath));
        return new HostConnection(socket);
    }

    /// <summary>The next request, or null when the harness is gone.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public HostRequest? Read()
    {
        ReadOnlyMemory<byte> message;
        while (!requests.TryTake(out message))
        {
            var count = Receive(requests.Room().Span);
            if (count == 0) return null;
            requests.Add(count);
        }

        return HostRequest.Parse(message.Span);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public void Write(HostReply reply)
    {
        ReadOnlySpan<byte> left = reply.ToMessage();
        while (!left.IsEmpty) left = left[socket.Send(left)..];
    }

    public void Dispose() => socket.Dispose();

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private int Receive(Span<byte> room)
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
}
