using System.Globalization;
using System.Text;

namespace AsyncLoad.Tests.Targets;

/// <summary>What of an output acts instead of being read, by the rules of those who read it and not by those of its writer.</summary>
internal static class Raw
{
    // GitHub's runner and Azure's agent look for theirs anywhere in a line, and TeamCity for its own.
    private static readonly string[] Anywhere = ["##[", "##vso[", "##teamcity["];

    // Runner and agent compare as a culture does, which passes over what has no weight, such as a joiner.
    private static readonly CompareInfo Culture = CultureInfo.InvariantCulture.CompareInfo;

    /// <summary>The lines that act, with what is invisible in them spelled out; line ends are the only control characters that an output may have.</summary>
    public static IEnumerable<string> In(string output) => output.ReplaceLineEndings("\n").Split('\n').Where(line => Steers(line) || IsCommand(line)).Select(Spelled);

    /// <summary>Whether a build service takes the line for a command.</summary>
    public static bool IsCommand(string line) =>
        (line.Contains(':', StringComparison.Ordinal) && Culture.IsPrefix(line.TrimStart(), "::"))
        || (line.Contains('#', StringComparison.Ordinal) && Array.Exists(Anywhere, word => Culture.IndexOf(line, word, CompareOptions.IgnoreCase) >= 0));

    private static bool Steers(string line)
    {
        for (var at = 0; at < line.Length;)
        {
            if (!Rune.TryGetRuneAt(line, at, out var rune) || Hides(rune)) return true;
            at += rune.Utf16SequenceLength;
        }

        return false;
    }

    private static bool Hides(Rune rune) => Rune.GetUnicodeCategory(rune) is
        UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator or UnicodeCategory.PrivateUse
        or UnicodeCategory.OtherNotAssigned;

    private static string Spelled(string line) => string.Concat(line.Select(character => character is >= ' ' and <= '~' ? character.ToString() : $"<{(int)character:x4}>"));
}
