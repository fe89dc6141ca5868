namespace AsyncLoad.Analysis;

/// <summary>
/// The lines of a journal, one after another in one buffer. A line of 60 slices has 40 kB and more: a separate string for each would fill the large object heap
/// before the next full collection.
/// </summary>
/// <param name="stream">Where they are read.</param>
internal sealed class JournalLines(Stream stream)
{
    private const int FirstLength = 1 << 17;
    private const byte End = (byte)'\n';

    private byte[] buffer = new byte[FirstLength];
    private int filled;
    private bool ended;

    // The line that was read last, and where the one after it begins.
    private int begin;
    private int length;
    private int next;

    /// <summary>The bytes of the line that was read last, without its end; good until the next is read.</summary>
    public ReadOnlySpan<byte> Line => buffer.AsSpan(begin, length);

    /// <summary>Its number, from 1.</summary>
    public int Number { get; private set; }

    /// <summary>Whether nothing follows it.</summary>
    public bool IsLast { get; private set; }

    /// <summary>Reads the next line.</summary>
    /// <returns>False when there is none.</returns>
    /// <exception cref="IOException">It cannot be read, or a line is longer than a buffer can be.</exception>
    public bool Read()
    {
        begin = next;
        length = LengthOfNext();
        if (length == 0 && begin == filled) return false;
        next = Math.Min(filled, begin + length + 1);
        // Whether something follows is known once it is there; reading it may move this line within the buffer.
        if (next == filled && !ended) Fill();
        IsLast = next == filled;
        Number++;
        if (Line is [.., (byte)'\r']) length--;
        return true;
    }

    private int LengthOfNext()
    {
        var searched = 0;
        while (true)
        {
            var found = buffer.AsSpan(begin + searched, filled - begin - searched).IndexOf(End);
            if (found >= 0) return searched + found;
            searched = filled - begin;
            if (ended) return searched;
            Fill();
        }
    }

    // Bytes before the line are dropped; a line that fills the buffer gets a larger one.
    private void Fill()
    {
        if (begin > 0)
        {
            buffer.AsSpan(begin, filled - begin).CopyTo(buffer);
            (filled, next, begin) = (filled - begin, next - begin, 0);
        }
        else if (filled == buffer.Length)
        {
            if (buffer.Length == Array.MaxLength) throw new IOException("a line is too long to be read");
            Array.Resize(ref buffer, (int)Math.Min(Array.MaxLength, 2L * buffer.Length));
        }

        var read = stream.Read(buffer, filled, buffer.Length - filled);
        ended = read == 0;
        filled += read;
    }
}
