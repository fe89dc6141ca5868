using System.Text;

namespace AsyncLoad.Harness.Planning.Json;

/// <summary>Byte offsets of a text → lines and columns as editors count them: from 1, columns in UTF-16 units.</summary>
internal sealed class LineMap
{
    private readonly string source;
    private readonly byte[] text;
    private readonly List<int> starts = [0];

    public LineMap(string source, byte[] text)
    {
        (this.source, this.text) = (source, text);
        for (var offset = 0; offset < text.Length; offset++)
        {
            if (text[offset] == (byte)'\n') starts.Add(offset + 1);
        }
    }

    /// <summary>The place of a byte.</summary>
    public Place At(long offset)
    {
        var end = (int)Math.Min(offset, text.Length);
        var found = starts.BinarySearch(end);
        // A miss gives the complement of the next line's index.
        var line = found >= 0 ? found : ~found - 1;
        var column = Encoding.UTF8.GetCharCount(text.AsSpan(starts[line], end - starts[line]));
        return new Place(source, line + 1, column + 1);
    }

    /// <summary>The place of a byte in a line, both counted from 0.</summary>
    public Place At(long line, long byteInLine) => At(starts[(int)Math.Min(line, starts.Count - 1)] + byteInLine);
}
