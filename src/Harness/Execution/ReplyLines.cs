using System.Globalization;
using System.Text;

namespace AsyncLoad.Harness.Execution;

/// <summary>
/// The lines that a measured process answers with, in bounded memory. They are cut from the stream itself: a <see cref="StreamReader"/> waits for more where a line
/// ends with its buffer, and nothing more comes before the next request.
/// </summary>
/// <param name="source">Where they come from, in UTF-8; disposed with this.</param>
/// <param name="most">Bytes of one line at most. The longest answer that is needed describes every workload of a plug-in.</param>
internal sealed class ReplyLines(Stream source, int most = ReplyLines.Longest) : IDisposable
{
    /// <summary>Bytes of one line: a catalogue of a thousand workloads has a tenth of them.</summary>
    public const int Longest = 16_000_000;

    private readonly byte[] piece = new byte[8_192];
    private int start;
    private int end;

    /// <summary>The next line without its end; null when the other side has closed.</summary>
    /// <exception cref="InvalidDataException">It is too long; the message goes on after "the answer".</exception>
    public async Task<string?> ReadAsync(CancellationToken token)
    {
        using var line = new MemoryStream();
        while (true)
        {
            if (start == end)
            {
                (start, end) = (0, await source.ReadAsync(piece, token));
                if (end == 0) return line.Length == 0 ? null : Text(line);
            }

            var found = Array.IndexOf(piece, (byte)'\n', start, end - start);
            var stop = found < 0 ? end : found;
            if (line.Length + stop - start > most) throw new InvalidDataException(string.Create(CultureInfo.InvariantCulture, $"has more than {most} bytes, which none needs"));
            line.Write(piece, start, stop - start);
            start = found < 0 ? end : found + 1;
            if (found >= 0) return Text(line);
        }
    }

    public void Dispose() => source.Dispose();

    private static string Text(MemoryStream line) => Encoding.UTF8.GetString(line.GetBuffer(), 0, (int)line.Length);
}
