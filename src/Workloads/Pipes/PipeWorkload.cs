using System.IO.Pipelines;
using System.Runtime.CompilerServices;

namespace AsyncLoad.Workloads.Pipes;

/// <summary>
/// Ping-pong with a peer over two pipes. Pipes are a real chain of <c>IValueTaskSource</c> and allocate nothing, so all allocation depends on the
/// caller's choice. Tests replies that are available at once and replies that arrive from another thread.
/// </summary>
/// <remarks>
/// Inline, the peer answers inside the flush, and the read completes at once. On the thread pool the read suspends unless the peer is faster, so
/// those rows have a range. It is the method's box, which holds both awaiters, or a Task or nothing where the read does not wait.
/// </remarks>
internal sealed class PipeWorkload : OwningWorkload
{
    public override string Id => "pipe";

    public override string Summary => "sends a request down a pipe and awaits its echo from another";

    public override IReadOnlyList<Parameter> Parameters { get; } =
    [
        new("scheduler", "where a flush runs the other end", "thread-pool", "inline", "thread-pool"),
    ];

    public override IReadOnlyList<Variant> Variants { get; } =
    [
        new("task", "async method", "Task<int>", Builder.Default, "in the read, on the thread pool"),
        new("value-task", "async method", "ValueTask<int>", Builder.Default, "in the read, on the thread pool"),
        new("pooled", "async method with the pooling builder", "ValueTask<int>", Builder.Pooling, "in the read, on the thread pool") { PooledBoxes = 1 },
    ];

    public override IReadOnlyList<Expected> Expected =>
    [
        new("task", Arguments.Of(("scheduler", "inline")), 72, "a Task<int>"),
        new("value-task", Arguments.Of(("scheduler", "inline")), 0, "nothing"),
        new("pooled", Arguments.Of(("scheduler", "inline")), 0, "nothing"),
        new("task", Arguments.Of(("scheduler", "thread-pool")), 160, "the method's box, or a Task<int> of 72 B", AtLeast: 72),
        new("value-task", Arguments.Of(("scheduler", "thread-pool")), 168, "the method's box, or nothing", AtLeast: 0),
        new("pooled", Arguments.Of(("scheduler", "thread-pool")), 0, "nothing: the box is rented and returned on one thread"),
    ];

    public override Operation CreateOperation(string variant, Arguments arguments)
    {
        ArgumentNullException.ThrowIfNull(arguments);
        var exchange = Own(new PipeExchange(arguments["scheduler"] switch
        {
            "inline" => PipeScheduler.Inline,
            "thread-pool" => PipeScheduler.ThreadPool,
            var other => throw new ArgumentException($"no scheduler '{other}'", nameof(arguments)),
        }));
        return variant switch
        {
            "task" => Operation.FromTask(exchange.TaskAsync),
            "value-task" => Operation.FromValueTask(exchange.ValueTaskAsync),
            "pooled" => Operation.FromValueTask(exchange.PooledAsync),
            _ => throw new ArgumentException($"no variant '{variant}'", nameof(variant)),
        };
    }
}

/// <summary>A request down one pipe, its reply up another; the peer returns each request.</summary>
internal sealed class PipeExchange : IDisposable
{
    /// <summary>Bytes per message. The count is the result; the runtime caches no task for it.</summary>
    private const int MessageLength = 64;

    private readonly Pipe requests;
    private readonly Pipe replies;
    private readonly Task echo;

    public PipeExchange(PipeScheduler scheduler)
    {
        var options = new PipeOptions(readerScheduler: scheduler, writerScheduler: scheduler, useSynchronizationContext: false);
        requests = new Pipe(options);
        replies = new Pipe(options);
        echo = EchoAsync();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<int> TaskAsync()
    {
        await SendRequest();
        return TakeReply(await replies.Reader.ReadAsync());
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<int> ValueTaskAsync()
    {
        await SendRequest();
        return TakeReply(await replies.Reader.ReadAsync());
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<int> PooledAsync()
    {
        await SendRequest();
        return TakeReply(await replies.Reader.ReadAsync());
    }

    public void Dispose()
    {
        requests.Writer.Complete();
        echo.Wait();
        replies.Reader.Complete();
    }

    private ValueTask<FlushResult> SendRequest()
    {
        requests.Writer.GetSpan(MessageLength)[..MessageLength].Fill(1);
        requests.Writer.Advance(MessageLength);
        return requests.Writer.FlushAsync();
    }

    private int TakeReply(ReadResult reply)
    {
        var length = (int)reply.Buffer.Length;
        replies.Reader.AdvanceTo(reply.Buffer.End);
        return length;
    }

    private async Task EchoAsync()
    {
        while (await requests.Reader.ReadAsync() is { Buffer: { IsEmpty: false } buffer })
        {
            foreach (var segment in buffer)
            {
                segment.Span.CopyTo(replies.Writer.GetSpan(segment.Length));
                replies.Writer.Advance(segment.Length);
            }

            requests.Reader.AdvanceTo(buffer.End);
            await replies.Writer.FlushAsync();
        }

        await requests.Reader.CompleteAsync();
        await replies.Writer.CompleteAsync();
    }
}
