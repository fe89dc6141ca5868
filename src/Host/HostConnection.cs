using System.Net.Sockets;
using System.Text;
using AsyncLoad.Model.Protocol;

namespace AsyncLoad.Host;

/// <summary>The pipe to the harness: one line a message, both ways. Results travel here and nowhere else, whatever a workload prints.</summary>
internal sealed class HostConnection : IDisposable
{
    private readonly NetworkStream stream;
    private readonly StreamReader reader;

    private HostConnection(Socket socket)
    {
        stream = new NetworkStream(socket, ownsSocket: true);
        reader = new StreamReader(stream);
    }

    public static HostConnection Open(string socketPath)
    {
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        socket.Connect(new UnixDomainSocketEndPoint(socketPath));
        return new HostConnection(socket);
    }

    /// <summary>The next request, or null when the harness is gone.</summary>
    public HostRequest? Read()
    {
        try
        {
            return reader.ReadLine() is { } line ? HostRequest.Parse(line) : null;
        }
        catch (IOException)
        {
            // A harness that was killed resets the connection: the same as closing it.
            return null;
        }
    }

    public void Write(HostReply reply)
    {
        stream.Write(Encoding.UTF8.GetBytes(reply.ToLine() + "\n"));
        stream.Flush();
    }

    public void Dispose()
    {
        reader.Dispose();
        stream.Dispose();
    }
}
