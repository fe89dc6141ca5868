using System.Globalization;
using System.Text;
using AsyncLoad.Reporting.Markup;

namespace AsyncLoad.Harness.Cli.Output;

/// <summary>
/// A stream that shares its terminal with a drawing that is redrawn in place. While the drawing is shown, whole lines are written above it: other text
/// would be drawn over. Thread-safe.
/// </summary>
internal sealed class AboveLiveWriter : TextWriter
{
    private readonly Lock turn = new();
    private readonly TextWriter inner;
    private readonly StringBuilder begun = new();
    private Action<string>? above;

    /// <summary>Writes into another writer.</summary>
    public AboveLiveWriter(TextWriter inner)
        : base(CultureInfo.InvariantCulture)
    {
        this.inner = inner;
        CoreNewLine = inner.NewLine.ToCharArray();
        Escaped = new HarmlessWriter(this);
    }

    /// <summary>The same for text from outside: what would act on a terminal or a build service is escaped.</summary>
    public TextWriter Escaped { get; }

    /// <summary>The stream as it is.</summary>
    public TextWriter Bare => inner;

    public override Encoding Encoding => inner.Encoding;

    /// <summary>Hands whole lines over from now on.</summary>
    /// <param name="writeAbove">Writes one line, given without its end, above the drawing.</param>
    public void BeginLive(Action<string> writeAbove)
    {
        lock (turn) above = writeAbove;
    }

    /// <summary>Writes to the stream again, beginning with an unfinished line.</summary>
    public void EndLive()
    {
        lock (turn)
        {
            above = null;
            if (begun.Length == 0) return;
            inner.Write(begun.ToString());
            begun.Clear();
        }
    }

    public override void Write(char value) => Write(value.ToString());

    public override void Write(char[] buffer, int index, int count) => Write(new string(buffer, index, count));

    public override void WriteLine(string? value) => Write(value + NewLine);

    public override void Write(string? value)
    {
        lock (turn)
        {
            if (above is null)
            {
                inner.Write(value);
                return;
            }

            var lines = begun.Append(value).ToString().Split('\n');
            begun.Clear().Append(lines[^1]);
            foreach (var line in lines.SkipLast(1)) above(line.TrimEnd('\r'));
        }
    }

    public override void Flush() => inner.Flush();
}
