using System.Net;
using System.Net.Sockets;
using System.Runtime.CompilerServices;

namespace AsyncLoad.Workloads.Sockets;

/// <summary>
/// A message of 64 bytes over a loopback TCP connection. Tests what the Memory overload of <c>ReceiveAsync</c> saves over the array one: a socket
/// keeps one reusable object for each direction, which only a ValueTask can return.
/// </summary>
/// <remarks>The connection belongs to the operation; its worker drives both ends, so a receive waits exactly when the parameter says so.</remarks>
internal sealed class SocketWorkload : OwningWorkload
{
    public override string Id => "socket";

    public override string Summary => "receives 64 bytes over loopback, sent before or after the receive begins";

    public override IReadOnlyList<Parameter> Parameters { get; } =
    [
        new("receiver", "whether it waits when the message is sent; the blocking variant never does", "waiting", "waiting", "not-waiting"),
    ];

    public override IReadOnlyList<Variant> Variants { get; } =
    [
        new("sync", "blocking Receive", "int"),
        new("task", "ReceiveAsync into an array segment", "Task<int>", Suspends: "in the socket, when the receiver waits"),
        new("await-task", "async Task that awaits ReceiveAsync into a Memory", "Task<int>", Builder.Default, "in the socket, when the receiver waits"),
        new("value-task", "ReceiveAsync into a Memory", "ValueTask<int>", Suspends: "in the socket, when the receiver waits"),
        new("await-value-task", "async ValueTask that awaits it", "ValueTask<int>", Builder.Default, "in the socket, when the receiver waits"),
        new("await-pooled", "pooled async ValueTask that awaits it", "ValueTask<int>", Builder.Pooling, "in the socket, when the receiver waits") { PooledBoxes = 1 },
    ];

    public override IReadOnlyList<Expected> Expected =>
    [
        Row("sync", "not-waiting", 0, "nothing"),
        Row("task", "not-waiting", 72, "a Task<int>"),
        Row("await-task", "not-waiting", 72, "a Task<int>"),
        Row("value-task", "not-waiting", 0, "nothing"),
        Row("await-value-task", "not-waiting", 0, "nothing"),
        Row("await-pooled", "not-waiting", 0, "nothing"),
        Row("sync", "waiting", 0, "nothing"),
        Row("task", "waiting", 80, "a Task<int> that wraps the socket's own source"),
        Row("await-task", "waiting", 112, "the method's box"),
        Row("value-task", "waiting", 0, "nothing: the socket's own source"),
        Row("await-value-task", "waiting", 120, "the method's box"),
        Row("await-pooled", "waiting", 0, "nothing"),
    ];

    public override Operation CreateOperation(string variant, Arguments arguments)
    {
        ArgumentNullException.ThrowIfNull(arguments);
        var connection = Own(new Loopback(arguments["receiver"] switch
        {
            "waiting" => true,
            "not-waiting" => false,
            var other => throw new ArgumentException($"a receiver is waiting or not-waiting, not '{other}'", nameof(arguments)),
        }));
        return variant switch
        {
            "sync" => Operation.From(connection.Blocking),
            "task" => Operation.FromTask(connection.TaskOverload),
            "await-task" => Operation.FromTask(connection.AwaitTask),
            "value-task" => Operation.FromValueTask(connection.MemoryOverload),
            "await-value-task" => Operation.FromValueTask(connection.AwaitValueTask),
            "await-pooled" => Operation.FromValueTask(connection.AwaitPooled),
            _ => throw new ArgumentException($"no variant '{variant}'", nameof(variant)),
        };
    }

    private static Expected Row(string variant, string receiver, int bytes, string objects) =>
        new(variant, Arguments.Of(("receiver", receiver)), bytes, objects);
}

/// <summary>Two connected sockets on this machine. A message is sent before it is received, or while a receive waits for it.</summary>
internal sealed class Loopback : IDisposable
{
    /// <summary>Bytes per message. The count is the result; the runtime caches no task for it.</summary>
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
