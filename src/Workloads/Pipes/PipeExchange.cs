using System.IO.Pipelines;
using System.Runtime.CompilerServices;

namespace AsyncLoad.Workloads.Pipes;

/// <summary>A request down one pipe, its reply up another; the peer echoes whatever comes.</summary>
internal sealed class PipeExchange : IDisposable
{
    /// <summary>Bytes a message; their number is the result, and not among those whose tasks the runtime caches.</summary>
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
