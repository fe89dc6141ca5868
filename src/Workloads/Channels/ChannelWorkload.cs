using System.Runtime.CompilerServices;
using System.Threading.Channels;

namespace AsyncLoad.Workloads.Channels;

/// <summary>
/// One message through a channel. Tests the cost of turning a channel's ValueTask into a Task or wrapping it in an async method.
/// A channel reuses the object of a waiting reader only when that reader cannot be cancelled, so a cancellable token turns reuse off.
/// </summary>
/// <remarks>A waiting reader that awaits resumes on the thread pool, the default of channels.</remarks>
internal sealed class ChannelWorkload : OwningWorkload
{
    public override string Id => "channel";

    public override string Summary => "one message through a channel, written before or after the reader waits for it";

    public override IReadOnlyList<Parameter> Parameters { get; } =
    [
        new("capacity", "kind of channel; bounded holds 16 messages", "bounded", "bounded", "unbounded"),
        new("reader", "whether it waits when the message is written", "waiting", "waiting", "not-waiting"),
        new("token", "the token that reads are given", "none", "none", "cancellable"),
    ];

    public override IReadOnlyList<Variant> Variants { get; } =
    [
        new("task", "ReadAsync().AsTask()", "Task<int>", Suspends: "in the channel, when the reader waits"),
        new("await-task", "async Task that awaits ReadAsync", "Task<int>", Builder.Default, "in the channel, when the reader waits"),
        new("value-task", "passes ReadAsync up unchanged", "ValueTask<int>"),
        new("await-value-task", "async ValueTask that awaits ReadAsync", "ValueTask<int>", Builder.Default, "in the channel, when the reader waits"),
        new("await-pooled", "pooled async ValueTask that awaits ReadAsync", "ValueTask<int>", Builder.Pooling, "in the channel, when the reader waits") { PooledBoxes = 1 },
    ];

    public override IReadOnlyList<Expected> Expected =>
    [
        .. Rows("bounded"), .. Rows("unbounded"),
    ];

    public override Operation CreateOperation(string variant, Arguments arguments)
    {
        ArgumentNullException.ThrowIfNull(arguments);
        var channel = new MessageChannel(CreateChannel(arguments["capacity"]), ReaderWaits(arguments["reader"]), CreateToken(arguments["token"]));
        return variant switch
        {
            "task" => Operation.FromTask(channel.AsTask),
            "await-task" => Operation.FromTask(channel.AwaitTask),
            "value-task" => Operation.FromValueTask(channel.ValueTask),
            "await-value-task" => Operation.FromValueTask(channel.AwaitValueTask),
            "await-pooled" => Operation.FromValueTask(channel.AwaitPooled),
            _ => throw new ArgumentException($"no variant '{variant}'", nameof(variant)),
        };
    }

    private static Channel<int> CreateChannel(string capacity) => capacity switch
    {
        "bounded" => Channel.CreateBounded<int>(16),
        "unbounded" => Channel.CreateUnbounded<int>(),
        _ => throw new ArgumentException($"no capacity '{capacity}'", nameof(capacity)),
    };

    private static bool ReaderWaits(string reader) => reader switch
    {
        "waiting" => true,
        "not-waiting" => false,
        _ => throw new ArgumentException($"a reader is waiting or not-waiting, not '{reader}'", nameof(reader)),
    };

    private CancellationToken CreateToken(string token)
    {
        if (token == "none") return CancellationToken.None;
        if (token != "cancellable") throw new ArgumentException($"a token is none or cancellable, not '{token}'", nameof(token));
        return Own(new CancellationTokenSource()).Token;
    }

    private static IEnumerable<Expected> Rows(string capacity)
    {
        foreach (var token in new[] { "none", "cancellable" })
        {
            // A reader that can be cancelled gets a new object; without a token the channel reuses one.
            var operation = token == "none" ? 0 : 96;
            var also = token == "none" ? "" : $", and the channel's BlockedReadAsyncOperation<int> of {operation} B";
            yield return Row("task", "waiting", 80 + operation, $"a Task<int> that wraps the channel's source, 80 B{also}");
            yield return Row("await-task", "waiting", 112 + operation, $"the method's box of 112 B{also}");
            yield return Row("value-task", "waiting", operation, $"no box{also}");
            yield return Row("await-value-task", "waiting", 120 + operation, $"the method's box of 120 B{also}");
            yield return Row("await-pooled", "waiting", operation, $"no box{also}");
            yield return Row("task", "not-waiting", 72, "a Task<int>");
            yield return Row("await-task", "not-waiting", 72, "a Task<int>");
            yield return Row("value-task", "not-waiting", 0, "nothing");
            yield return Row("await-value-task", "not-waiting", 0, "nothing");
            yield return Row("await-pooled", "not-waiting", 0, "nothing");

            Expected Row(string variant, string reader, int bytes, string objects) =>
                new(variant, Arguments.Of(("capacity", capacity), ("reader", reader), ("token", token)), bytes, objects);
        }
    }
}

/// <summary>One message through a channel: written first and then read, or awaited first and then written.</summary>
internal sealed class MessageChannel(Channel<int> channel, bool readerWaits, CancellationToken token)
{
    /// <summary>Large enough not to be among the results whose tasks the runtime caches.</summary>
    private const int Message = 1234;

    private readonly ChannelReader<int> reader = channel.Reader;
    private readonly ChannelWriter<int> writer = channel.Writer;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<int> AsTask()
    {
        if (!readerWaits) writer.TryWrite(Message);
        var reading = reader.ReadAsync(token).AsTask();
        if (readerWaits) writer.TryWrite(Message);
        return reading;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<int> AwaitTask()
    {
        if (!readerWaits) writer.TryWrite(Message);
        var reading = ReadTaskAsync();
        if (readerWaits) writer.TryWrite(Message);
        return reading;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<int> ValueTask()
    {
        if (!readerWaits) writer.TryWrite(Message);
        var reading = reader.ReadAsync(token);
        if (readerWaits) writer.TryWrite(Message);
        return reading;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<int> AwaitValueTask()
    {
        if (!readerWaits) writer.TryWrite(Message);
        var reading = ReadValueTaskAsync();
        if (readerWaits) writer.TryWrite(Message);
        return reading;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<int> AwaitPooled()
    {
        if (!readerWaits) writer.TryWrite(Message);
        var reading = ReadPooledAsync();
        if (readerWaits) writer.TryWrite(Message);
        return reading;
    }

    private async Task<int> ReadTaskAsync() => await reader.ReadAsync(token);

    private async ValueTask<int> ReadValueTaskAsync() => await reader.ReadAsync(token);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<int> ReadPooledAsync() => await reader.ReadAsync(token);
}
