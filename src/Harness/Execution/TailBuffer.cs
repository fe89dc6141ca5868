using System.Text;

namespace AsyncLoad.Harness.Execution;

/// <summary>Keeps the last 40 lines of what a process prints, 400 characters each, in bounded memory. Thread-safe.</summary>
/// <param name="take">Called with each line when it ends, cut to its first 400 characters. Lines for which it returns true are not kept. Null takes none.</param>
internal sealed class TailBuffer(Func<string, bool>? take = null)
{
    private const int Lines = 40;
    private const int LongestLine = 400;
    private const int Piece = 4_096;

    private readonly Lock guard = new();
    private readonly Queue<string> lines = new();

    // The unfinished line; one character more than is kept shows that it was longer.
    private readonly StringBuilder line = new(LongestLine + 1);

    /// <summary>Takes in a stream to its end, piece by piece.</summary>
    public async Task ReadAsync(TextReader source)
    {
        var piece = new char[Piece];
        while (await source.ReadAsync(piece) is > 0 and var length) Add(piece.AsSpan(0, length));
    }

    /// <summary>Takes in a piece; lines may begin and end anywhere in it.</summary>
    public void Add(ReadOnlySpan<char> piece)
    {
        lock (guard)
        {
            for (var end = piece.IndexOf('\n'); end >= 0; end = piece.IndexOf('\n'))
            {
                Extend(piece[..end]);
                EndLine();
                piece = piece[(end + 1)..];
            }

            Extend(piece);
        }
    }

    public override string ToString()
    {
        lock (guard) return string.Join('\n', line.Length == 0 ? lines : lines.Append(Shown()).TakeLast(Lines));
    }

    private void Extend(ReadOnlySpan<char> text) => line.Append(text[..Math.Min(text.Length, LongestLine + 1 - line.Length)]);

    private void EndLine()
    {
        var shown = Shown();
        line.Clear();
        if (take is not null && take(shown)) return;
        lines.Enqueue(shown);
        if (lines.Count > Lines) lines.Dequeue();
    }

    private string Shown() => line.Length > LongestLine ? line.ToString(0, LongestLine) + "…" : line.ToString().TrimEnd('\r');
}
