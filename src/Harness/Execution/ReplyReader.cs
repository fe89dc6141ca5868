using AsyncLoad.Model.Protocol;

namespace AsyncLoad.Harness.Execution;

/// <summary>The messages that a measured process answers with, in bounded memory.</summary>
/// <param name="source">Where they come from; disposed with this.</param>
/// <param name="most">Largest length of a line, in bytes. The longest answer that is needed describes every workload of a plug-in.</param>
internal sealed class ReplyReader(Stream source, int most = MessageBuffer.Longest) : IDisposable
{
    private readonly MessageBuffer buffer = MessageBuffer.OfReplies(most);

    /// <summary>The next message, a line without its end; valid until the next is read. Null when the other side has closed.</summary>
    /// <exception cref="InvalidDataException">It is too long; the message goes on after "the answer".</exception>
    public async Task<ReadOnlyMemory<byte>?> ReadAsync(CancellationToken token)
    {
        ReadOnlyMemory<byte> message;
        while (!buffer.TryTake(out message))
        {
            var count = await source.ReadAsync(buffer.Room(), token);
            if (count == 0) return buffer.TryTakeRest(out message) ? message : (ReadOnlyMemory<byte>?)null;
            buffer.Add(count);
        }

        return message;
    }

    public void Dispose() => source.Dispose();
}
