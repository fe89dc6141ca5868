using System.Globalization;
using System.Text.RegularExpressions;

namespace AsyncLoad.Assurance.Recording;

/// <summary>Text with one decoration, from a column counted from 0; its colour is one of the palette, 0 to 15, or null for that of the terminal.</summary>
internal sealed record DecoratedText(int Column, string Text, bool IsBold, bool IsDim, int? Colour);

/// <summary>A row of a terminal as tmux hands it out: text between codes of ECMA-48 for bold, dim and sixteen colours.</summary>
internal static partial class DecoratedLine
{
    /// <summary>Its parts, from left to right, without blanks at its end.</summary>
    /// <exception cref="FormatException">It has a code that pictures do not show.</exception>
    public static IReadOnlyList<DecoratedText> Read(string line)
    {
        var (parts, now, at, column) = (new List<DecoratedText>(), new DecoratedText(0, "", false, false, null), 0, 0);
        foreach (Match code in Code().Matches(line))
        {
            Add(line[at..code.Index]);
            foreach (var number in code.Groups[1].Value.Split(';')) now = After(now, number.Length == 0 ? 0 : int.Parse(number, CultureInfo.InvariantCulture));
            at = code.Index + code.Length;
        }

        Add(line[at..].TrimEnd());
        return parts;

        void Add(string text)
        {
            if (text.Contains('\e', StringComparison.Ordinal)) throw new FormatException($"a picture does not show the code in {text.Replace("\e", "ESC", StringComparison.Ordinal)}");
            if (text.Trim().Length > 0) parts.Add(now with { Column = column, Text = text });
            column += new StringInfo(text).LengthInTextElements;
        }
    }

    private static DecoratedText After(DecoratedText now, int code) => code switch
    {
        0 => now with { IsBold = false, IsDim = false, Colour = null },
        1 => now with { IsBold = true },
        2 => now with { IsDim = true },
        22 => now with { IsBold = false, IsDim = false },
        39 => now with { Colour = null },
        >= 30 and <= 37 => now with { Colour = code - 30 },
        >= 90 and <= 97 => now with { Colour = code - 90 + 8 },
        // Underlined, slanted, and their ends: nothing that is written so is lost without it.
        3 or 4 or 23 or 24 or 49 => now,
        _ => throw new FormatException(string.Create(CultureInfo.InvariantCulture, $"a picture does not show the code {code}")),
    };

    [GeneratedRegex(@"\e\[([0-9;]*)m")]
    private static partial Regex Code();
}
