using System.Globalization;
using System.Text;
using AsyncLoad.Model.Texts;

namespace AsyncLoad.Reporting.Markup;

/// <summary>
/// A writer that escapes what would act on a terminal or a build service, as <c>\uXXXX</c>. Line ends stay. JSON keeps its value, since
/// what is escaped stands in strings there. Pieces are judged as one text. Thread-safe.
/// </summary>
public sealed class HarmlessWriter : TextWriter
{
    private readonly Lock turn = new();
    private readonly TextWriter inner;
    private ActiveText line = ActiveText.AtLineStart;

    // The first half of a character, or of a line end, whose second half may follow.
    private string half = "";

    /// <summary>Writes into another writer.</summary>
    public HarmlessWriter(TextWriter inner)
        : base(CultureInfo.InvariantCulture)
    {
        this.inner = inner;
        CoreNewLine = inner.NewLine.ToCharArray();
    }

    public override Encoding Encoding => inner.Encoding;

    public override void Write(char value) => Write(value.ToString());

    public override void Write(char[] buffer, int index, int count) => Write(new string(buffer, index, count));

    public override void WriteLine(string? value) => Write(value + NewLine);

    public override void Write(string? value)
    {
        lock (turn)
        {
            var text = half + value;
            half = text is [.., var last] && (last == '\r' || char.IsHighSurrogate(last)) ? text[^1..] : "";
            inner.Write(Harmless(text.AsSpan(0, text.Length - half.Length)));
        }
    }

    public override void Flush() => inner.Flush();

    private string Harmless(ReadOnlySpan<char> text)
    {
        var shown = new StringBuilder(text.Length);
        for (var end = text.IndexOf('\n'); end >= 0; end = text.IndexOf('\n'))
        {
            var body = end > 0 && text[end - 1] == '\r' ? end - 1 : end;
            line.Append(text[..body], shown, ActiveText.Spell);
            shown.Append(text[body..(end + 1)]);
            line = ActiveText.AtLineStart;
            text = text[(end + 1)..];
        }

        line.Append(text, shown, ActiveText.Spell);
        return shown.ToString();
    }
}
