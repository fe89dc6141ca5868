using System.Globalization;
using System.Runtime.CompilerServices;

namespace AsyncLoad.Model.Protocol;

/// <summary>
/// Bytes that have come from the other side, cut into messages: lines of text, and frames of slices. Memory is bounded. A complete message is returned without
/// waiting for more bytes, since none come before the next request. For one caller at a time.
/// </summary>
internal sealed class MessageBuffer
{
    /// <summary>Longest line, in bytes; the catalogue of a thousand workloads has a tenth of that.</summary>
    public const int Longest = 16_000_000;

    private readonly int frameBytes;
    private readonly int most;
    private byte[] bytes = new byte[8_192];
    private int start;
    private int end;
    private int searched;

    private MessageBuffer(int frameBytes, int most) => (this.frameBytes, this.most) = (frameBytes, most);

    /// <summary>For what a measured process reads.</summary>
    public static MessageBuffer OfRequests() => new(SliceFrame.RequestBytes, Longest);

    /// <summary>For what the harness reads.</summary>
    /// <param name="most">Longest line, in bytes.</param>
    public static MessageBuffer OfReplies(int most = Longest) => new(SliceFrame.ReplyBytes, most);

    /// <summary>Where the next bytes go; never empty. <see cref="Add"/> says how many came.</summary>
    /// <exception cref="InvalidDataException">What is there is too long for a line. The message continues a sentence that begins with "the answer".</exception>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public Memory<byte> Room()
    {
        if (start == end) (start, end, searched) = (0, 0, 0);
        if (end < bytes.Length) return bytes.AsMemory(end);
        if (end - start > most) throw TooLong();
        var larger = start > 0 ? bytes : new byte[Math.Min(bytes.Length * 2L, most + 1L)];
        bytes.AsSpan(start, end - start).CopyTo(larger);
        (bytes, searched, end, start) = (larger, searched - start, end - start, 0);
        return bytes.AsMemory(end);
    }

    /// <summary>Says how many bytes came.</summary>
    public void Add(int count) => end += count;

    /// <summary>Takes the next message, a line without its end; valid until more bytes are asked for.</summary>
    /// <returns>False when it is not all there.</returns>
    /// <exception cref="InvalidDataException">It is too long.</exception>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public bool TryTake(out ReadOnlyMemory<byte> message)
    {
        message = default;
        if (start == end) return false;
        var isFrame = bytes[start] == SliceFrame.Mark;
        var length = isFrame ? frameBytes : LineLength();
        if (length < 0 || end - start < length) return false;
        if (!isFrame && length > most) throw TooLong();
        message = bytes.AsMemory(start, length);
        start = searched = start + length + (isFrame ? 0 : 1);
        return true;
    }

    /// <summary>Takes the line that is left without an end when nothing more comes. Half a frame is dropped.</summary>
    public bool TryTakeRest(out ReadOnlyMemory<byte> message)
    {
        message = bytes.AsMemory(start, start < end && bytes[start] == SliceFrame.Mark ? 0 : end - start);
        start = end;
        return message.Length > 0;
    }

    // Searched bytes are not searched again: a long line comes in many pieces.
    private int LineLength()
    {
        var from = searched - start;
        var found = bytes.AsSpan(searched, end - searched).IndexOf((byte)'\n');
        searched = end;
        return found < 0 ? -1 : from + found;
    }

    private InvalidDataException TooLong() => new(string.Create(CultureInfo.InvariantCulture, $"has more than {most} bytes, the most that a message may have"));
}
