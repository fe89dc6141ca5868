namespace AsyncLoad.Reporting.Charts;

/// <summary>Guesses how wide text will be, on the wide side, since no font is at hand; what would not fit is cut.</summary>
internal static class ChartText
{
    /// <summary>Width of text at a font size. Latin letters of common sans-serif fonts average 0.52 em; others may take a whole em.</summary>
    public static double Width(string text, double fontSize) => text.Sum(character => character < 0x2000 ? 0.58 : 1) * fontSize;

    /// <summary>The text, or as much of its beginning as fits with an ellipsis.</summary>
    public static string Fit(string text, double width, double fontSize)
    {
        if (Width(text, fontSize) <= width) return text;
        var room = width - Width("…", fontSize);
        var kept = 0;
        for (var used = 0.0; kept < text.Length && (used += Width(text[kept].ToString(), fontSize)) <= room;) kept++;
        if (kept > 0 && char.IsHighSurrogate(text[kept - 1])) kept--;
        return string.Concat(text.AsSpan(0, kept), "…");
    }
}
