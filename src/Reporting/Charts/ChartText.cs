namespace AsyncLoad.Reporting.Charts;

/// <summary>Guesses how wide text will be, on the wide side, since no font is at hand; what would not fit is cut.</summary>
internal static class ChartText
{
    /// <summary>Width of text at a font size. Latin letters of common sans-serif fonts average 0.52 em; capitals are wider, and others may take a whole em.</summary>
    public static double Width(string text, double fontSize) => text.Sum(character => character switch
    {
        'W' or 'M' or 'm' or 'w' or '@' or '%' => 1,
        >= 'A' and <= 'Z' => 0.75,
        < (char)0x2000 => 0.58,
        _ => 1,
    }) * fontSize;

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

    /// <summary>The text on as few lines as it takes, broken after spaces and hyphens; what exceeds the last line is cut.</summary>
    /// <param name="text">The text.</param>
    /// <param name="width">Width of a line.</param>
    /// <param name="fontSize">Size of the font.</param>
    /// <param name="most">How many lines there may be, 1 or more.</param>
    public static IReadOnlyList<string> Lines(string text, double width, double fontSize, int most)
    {
        if (most == 1 || Width(text, fontSize) <= width) return [Fit(text, width, fontSize)];
        var end = text.Length - 1;
        while (end > 0 && !(text[end - 1] is ' ' or '-' && Width(text[..end].TrimEnd(), fontSize) <= width)) end--;
        return end == 0
            ? [Fit(text, width, fontSize)]
            : [text[..end].TrimEnd(), .. Lines(text[end..], width, fontSize, most - 1)];
    }
}
