using System.Runtime.CompilerServices;
using System.Threading.Channels;

namespace AsyncLoad.Workloads.Channels;

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
