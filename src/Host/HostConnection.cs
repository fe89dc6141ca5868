using System.Runtime.CompilerServices;
using AsyncLoad.Host.Platform;
using AsyncLoad.Model.Protocol;

namespace AsyncLoad.Host;

/// <summary>The connection to the harness. Results are sent only here, so a workload may print anything. One thread reads, another writes.</summary>
internal sealed class HostConnection : IDisposable
{
    private readonly ITransport transport;
    private readonly MessageBuffer requests = MessageBuffer.OfRequests();

    private HostConnection(ITransport transport) => this.transport = transport;

    /// <summary>Connects to the harness.</summary>
    /// <param name="address">The path of a socket, or <see cref="HostRequest.PipeAddress"/> and the name of a pipe.</param>
    public static HostConnection Open(string address) => new(
        address.StartsWith(HostRequest.PipeAddress, StringComparison.Ordinal) ? PipeTransport.Open(address[HostRequest.PipeAddress.Length..]) : SocketTransport.Open(address));

    /// <summary>The next request, or null when the harness is gone.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public HostRequest? Read()
    {
        ReadOnlyMemory<byte> message;
        while (!requests.TryTake(out message))
        {
            var count = transport.Receive(requests.Room().Span);
            if (count == 0) return null;
            requests.Add(count);
        }

        return HostRequest.Parse(message.Span);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public void Write(HostReply reply) => transport.Send(reply.ToMessage());

    public void Dispose() => transport.Dispose();
}
