using System.Text;

namespace AsyncLoad.Harness.Cli.Output;

/// <summary>
/// A stream of the process that may be full, or closed by its reader. What cannot be written is dropped: output without a reader must not end a run. Not
/// thread-safe by itself; the console's writers are.
/// </summary>
/// <param name="inner">Where it goes.</param>
internal sealed class LenientWriter(TextWriter inner) : TextWriter
{
    /// <summary>Why something was dropped, the first time; null while nothing was.</summary>
    public string? Failure { get; private set; }

    public override Encoding Encoding => inner.Encoding;

    public override void Write(char value) => Try(() => inner.Write(value));

    public override void Write(string? value) => Try(() => inner.Write(value));

    public override void Write(char[] buffer, int index, int count) => Try(() => inner.Write(buffer, index, count));

    public override void WriteLine(string? value) => Try(() => inner.WriteLine(value));

    public override void Flush() => Try(inner.Flush);

    private void Try(Action write)
    {
        if (Failure is not null) return;
        try
        {
            write();
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException or ObjectDisposedException)
        {
            Failure = problem.Message;
        }
    }
}
