using System.Globalization;
using System.Security;
using System.Text;

namespace AsyncLoad.Assurance.Recording;

/// <summary>
/// A recording as one picture that moves by itself, without a script: frames lie below one another, and the strip is moved up by a frame at a time. Who
/// asked for less motion sees the last frame.
/// </summary>
/// <param name="Columns">Width of the terminal, in characters.</param>
/// <param name="Rows">Its height, in lines.</param>
/// <param name="Title">What it shows, for those who cannot see it.</param>
internal sealed record AnimatedSvg(int Columns, int Rows, string Title)
{
    private const double CharacterWidth = 7.8;
    private const int LineHeight = 18;
    private const int Margin = 14;

    // The last frame is the answer, and is read longest.
    private static readonly TimeSpan Last = TimeSpan.FromSeconds(8);

    // A reader does not have to wait as long as the measurement took.
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(1);

    private static readonly string[] Colours =
        ["#24292f", "#b3261e", "#116329", "#7d4e00", "#0550ae", "#6639ba", "#1b6e79", "#57606a", "#57606a", "#b3261e", "#116329", "#7d4e00", "#0550ae", "#6639ba", "#1b6e79", "#24292f"];

    private int Height => (Rows * LineHeight) + (2 * Margin);

    private int Width => (int)Math.Ceiling(Columns * CharacterWidth) + (2 * Margin);

    /// <summary>Draws it.</summary>
    /// <param name="frames">At least one, in order of time.</param>
    public string Draw(IReadOnlyList<TerminalFrame> frames)
    {
        ArgumentOutOfRangeException.ThrowIfZero(frames.Count);
        var shown = Shown(frames);
        var whole = shown.Aggregate(TimeSpan.Zero, (sum, length) => sum + length);
        var svg = new StringBuilder();
        svg.Append(CultureInfo.InvariantCulture, $"""
            <svg viewBox="0 0 {Width} {Height}" width="{Width}" role="img" xmlns="http://www.w3.org/2000/svg">
              <title>{SecurityElement.Escape(Title)}</title>
              <style>{Style(shown, whole, frames.Count)}</style>
              <rect width="{Width}" height="{Height}" rx="6" fill="#fff" stroke="#d0d7de" />
              <svg y="{Margin}" width="{Width}" height="{Rows * LineHeight}"><g class="strip">

            """);
        AppendFrames(svg, frames);
        return svg.Append("  </g></svg>\n</svg>\n").ToString();
    }

    // Moments at which nothing moves are cut.
    private static List<TimeSpan> Shown(IReadOnlyList<TerminalFrame> frames) =>
        [.. frames.Zip(frames.Skip(1), (from, to) => TimeSpan.FromTicks(Math.Min((to.At - from.At).Ticks, Longest.Ticks))), Last];

    private string Style(List<TimeSpan> shown, TimeSpan whole, int frames)
    {
        var style = new StringBuilder();
        style.Append(CultureInfo.InvariantCulture, $"text {{ font: 13px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: {Colours[0]}; white-space: pre }} .b {{ font-weight: 700 }} .d {{ fill: {Colours[7]} }}");
        for (var colour = 1; colour < Colours.Length; colour++) style.Append(CultureInfo.InvariantCulture, $" .c{colour} {{ fill: {Colours[colour]} }}");
        style.Append(CultureInfo.InvariantCulture, $" .strip {{ animation: play {whole.TotalSeconds:0.##}s steps(1, end) infinite }} @keyframes play {{");
        var at = TimeSpan.Zero;
        for (var frame = 0; frame < frames; frame++)
        {
            style.Append(CultureInfo.InvariantCulture, $" {100 * (at / whole):0.###}% {{ transform: translateY({-frame * Rows * LineHeight}px) }}");
            at += shown[frame];
        }

        return style.Append(CultureInfo.InvariantCulture, $" }} @media (prefers-reduced-motion: reduce) {{ .strip {{ animation: none; transform: translateY({-(frames - 1) * Rows * LineHeight}px) }} }}").ToString();
    }

    // A line that stands in many frames is written once.
    private void AppendFrames(StringBuilder svg, IReadOnlyList<TerminalFrame> frames)
    {
        var names = new Dictionary<string, string>(StringComparer.Ordinal);
        var places = new StringBuilder();
        svg.Append("    <defs>\n");
        for (var frame = 0; frame < frames.Count; frame++)
        {
            foreach (var (line, row) in frames[frame].Lines.Take(Rows).Select((line, row) => (line, row)))
            {
                var parts = DecoratedLine.Read(line);
                if (parts.Count == 0) continue;
                if (!names.TryGetValue(line, out var name))
                {
                    names[line] = name = string.Create(CultureInfo.InvariantCulture, $"l{names.Count}");
                    svg.Append(CultureInfo.InvariantCulture, $"      <text id=\"{name}\">{string.Concat(parts.Select(Span))}</text>\n");
                }

                places.Append(CultureInfo.InvariantCulture, $"    <use href=\"#{name}\" x=\"{Margin}\" y=\"{(((frame * Rows) + row) * LineHeight) + 13}\" />\n");
            }
        }

        svg.Append("    </defs>\n").Append(places);
    }

    // Each part gets the width that its characters have in a terminal, whatever the font.
    private static string Span(DecoratedText part)
    {
        var text = part.Text.TrimEnd();
        var lead = text.Length - text.TrimStart().Length;
        var classes = string.Join(' ', new[] { part.IsBold ? "b" : "", part.IsDim ? "d" : "", part.Colour is { } colour ? string.Create(CultureInfo.InvariantCulture, $"c{colour}") : "" }.Where(name => name.Length > 0));
        var (from, width) = ((part.Column + lead) * CharacterWidth, new StringInfo(text[lead..]).LengthInTextElements * CharacterWidth);
        return string.Create(
            CultureInfo.InvariantCulture,
            $"<tspan x=\"{from:0.#}\" textLength=\"{width:0.#}\" lengthAdjust=\"spacingAndGlyphs\"{(classes.Length > 0 ? $" class=\"{classes}\"" : "")}>{SecurityElement.Escape(text[lead..])}</tspan>");
    }
}
