using System.Globalization;
using System.Text;

namespace AsyncLoad.Harness.Execution;

/// <summary>The lines that a measured process answers with, in bounded memory.</summary>
/// <param name="source">Where they come from; disposed with this.</param>
/// <param name="most">Characters of one line at most. The longest answer that is needed describes every workload of a plug-in.</param>
internal sealed class ReplyLines(TextReader source, int most = ReplyLines.Longest) : IDisposable
{
    /// <summary>Characters of one line: a catalogue of a thousand workloads has a tenth of them.</summary>
    public const int Longest = 16_000_000;

    private readonly char[] piece = new char[8_192];
    private int start;
    private int end;

    /// <summary>The next line without its end; null when the other side has closed.</summary>
    /// <exception cref="InvalidDataException">It is too long; the message goes on after "the answer".</exception>
    public async Task<string?> ReadAsync(CancellationToken token)
    {
        var line = new StringBuilder();
        while (true)
        {
            if (start == end)
            {
                (start, end) = (0, await source.ReadAsync(piece, token));
                if (end == 0) return line.Length == 0 ? null : line.ToString();
            }

            var found = Array.IndexOf(piece, '\n', start, end - start);
            var stop = found < 0 ? end : found;
            if (line.Length + stop - start > most) throw new InvalidDataException(string.Create(CultureInfo.InvariantCulture, $"has more than {most} characters, which none needs"));
            line.Append(piece, start, stop - start);
            start = found < 0 ? end : found + 1;
            if (found >= 0) return line.ToString();
        }
    }

    public void Dispose() => source.Dispose();
}
