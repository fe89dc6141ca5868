using System.Buffers;
using System.Globalization;
using System.Text;

namespace AsyncLoad.Model.Texts;

/// <summary>
/// Finds characters that act on the program that shows a text. They control a terminal, hide or reorder text, or complete the prefix of a command of
/// a build service. It reads piece by piece, so that a split command is found too.
/// </summary>
/// <remarks>
/// GitHub's runner takes a line as a command if it begins with white space and <c>::</c>, or contains <c>##[</c>. Azure's agent looks for <c>##vso[</c>
/// anywhere, TeamCity for <c>##teamcity[</c>. The first two compare by culture, which ignores marks and fillers.
/// </remarks>
internal struct ActiveText
{
    private Beginning beginning;
    private Sign sign;

    private ActiveText(Beginning beginning) => this.beginning = beginning;

    /// <summary>A text that begins a line.</summary>
    public static ActiveText AtLineStart => new(Beginning.Blank);

    private enum Beginning
    {
        Blank,
        Colon,
        Past,
    }

    private enum Sign
    {
        None,
        Hash,
        Hashes,
        Word,
    }

    /// <summary>A text inside a line, its active characters escaped.</summary>
    public static string Escape(string text) => new ActiveText(Beginning.Past).Escaped(text);

    /// <summary>Whole lines, their active characters escaped. Line ends are kept as <c>\n</c>.</summary>
    public static string EscapeLines(string text) => string.Join('\n', text.ReplaceLineEndings("\n").Split('\n').Select(line => AtLineStart.Escaped(line)));

    /// <summary>The escape of a character: <c>\uXXXX</c> for each UTF-16 code unit, as in JSON.</summary>
    public static string Spell(int character) => character <= char.MaxValue
        ? string.Create(CultureInfo.InvariantCulture, $"\\u{character:x4}")
        : string.Concat(char.ConvertFromUtf32(character).Select(unit => Spell(unit)));

    /// <summary>Appends the next piece of the text.</summary>
    /// <param name="piece">The next characters; half a surrogate pair at its end is escaped.</param>
    /// <param name="shown">What it is appended to.</param>
    /// <param name="spell">How an active character is written.</param>
    public void Append(ReadOnlySpan<char> piece, StringBuilder shown, Func<int, string> spell)
    {
        while (!piece.IsEmpty)
        {
            var whole = Rune.DecodeFromUtf16(piece, out var rune, out var length) == OperationStatus.Done;
            if (Acts(rune) || !whole) shown.Append(spell(whole ? rune.Value : piece[0]));
            else shown.Append(piece[..length]);
            piece = piece[length..];
        }
    }

    private string Escaped(string text)
    {
        var shown = new StringBuilder(text.Length);
        Append(text, shown, Spell);
        return shown.ToString();
    }

    private bool Acts(Rune next)
    {
        var category = Rune.GetUnicodeCategory(next);
        if (IsPassedOver(next, category)) return false;
        var acts = Hides(category) || (next.Value == '[' && sign is Sign.Hashes or Sign.Word) || (next.Value == ':' && beginning == Beginning.Colon);
        (beginning, sign) = acts ? (Beginning.Past, Sign.None) : (After(beginning, next), After(sign, next));
        return acts;
    }

    // These include the characters that XML 1.0 forbids.
    private static bool Hides(UnicodeCategory category) => category is
        UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator
        or UnicodeCategory.PrivateUse or UnicodeCategory.OtherNotAssigned;

    // The four are fillers of Hangul: letters without a shape.
    private static bool IsPassedOver(Rune next, UnicodeCategory category) =>
        category is UnicodeCategory.NonSpacingMark or UnicodeCategory.EnclosingMark || next.Value is 0x115F or 0x1160 or 0x3164 or 0xFFA0;

    private static Beginning After(Beginning beginning, Rune next) =>
        beginning != Beginning.Blank ? Beginning.Past
        : next.Value == ':' ? Beginning.Colon
        : Rune.IsWhiteSpace(next) ? Beginning.Blank
        : Beginning.Past;

    private static Sign After(Sign sign, Rune next) => next.Value switch
    {
        '#' => sign is Sign.Hash or Sign.Hashes ? Sign.Hashes : Sign.Hash,
        <= 'z' when sign is Sign.Hashes or Sign.Word && char.IsAsciiLetter((char)next.Value) => Sign.Word,
        _ => Sign.None,
    };
}
