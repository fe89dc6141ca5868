using System.Net;
using System.Net.Sockets;
using System.Runtime.CompilerServices;

namespace AsyncLoad.Workloads.Sockets;

/// <summary>Two connected sockets on this machine. A message is sent before it is received, or while a receive waits for it.</summary>
internal sealed class Loopback : IDisposable
{
    /// <summary>Bytes a message; their number is the result, and not among those whose tasks the runtime caches.</summary>
    private const int MessageLength = 64;

    private readonly bool receiverWaits;
    private readonly byte[] message = new byte[MessageLength];
    private readonly byte[] buffer = new byte[MessageLength];
    private readonly Socket sender = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    private readonly Socket receiver;

    public Loopback(bool receiverWaits)
    {
        this.receiverWaits = receiverWaits;
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(1);
        sender.Connect(listener.LocalEndPoint!);
        receiver = listener.Accept();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public int Blocking()
    {
        sender.Send(message);
        return receiver.Receive(buffer);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<int> TaskOverload()
    {
        if (!receiverWaits) sender.Send(message);
        var receiving = receiver.ReceiveAsync(new ArraySegment<byte>(buffer));
        if (receiverWaits) sender.Send(message);
        return receiving;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<int> AwaitTask()
    {
        if (!receiverWaits) sender.Send(message);
        var receiving = ReceiveTaskAsync();
        if (receiverWaits) sender.Send(message);
        return receiving;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<int> MemoryOverload()
    {
        if (!receiverWaits) sender.Send(message);
        var receiving = receiver.ReceiveAsync(buffer.AsMemory());
        if (receiverWaits) sender.Send(message);
        return receiving;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<int> AwaitValueTask()
    {
        if (!receiverWaits) sender.Send(message);
        var receiving = ReceiveValueTaskAsync();
        if (receiverWaits) sender.Send(message);
        return receiving;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<int> AwaitPooled()
    {
        if (!receiverWaits) sender.Send(message);
        var receiving = ReceivePooledAsync();
        if (receiverWaits) sender.Send(message);
        return receiving;
    }

    public void Dispose()
    {
        sender.Dispose();
        receiver.Dispose();
    }

    private async Task<int> ReceiveTaskAsync() => await receiver.ReceiveAsync(buffer.AsMemory());

    private async ValueTask<int> ReceiveValueTaskAsync() => await receiver.ReceiveAsync(buffer.AsMemory());

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<int> ReceivePooledAsync() => await receiver.ReceiveAsync(buffer.AsMemory());
}
