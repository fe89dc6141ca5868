using System.Buffers;
using AsyncLoad.Model.Texts;

namespace AsyncLoad.Harness.Planning;

/// <summary>Makes text from outside safe for one line: terminal codes, text direction and commands to build services are escaped.</summary>
internal static class Printable
{
    private const int Longest = 80;

    private static readonly SearchValues<char> ActsInShell = SearchValues.Create("<>|&;()*?[]!'\"$`");
    private static readonly SearchValues<char> ActsInQuotes = SearchValues.Create("\"$`");

    /// <summary>The text with control, formatting and broken characters as <c>\uXXXX</c>, and build commands broken up.</summary>
    public static string Text(string text) => ActiveText.Escape(text);

    /// <summary>The text in quotes, cut when it is long.</summary>
    public static string Quote(string text) => $"\"{Shorten(text)}\"";

    /// <summary>One argument as it is typed in a shell: in quotes where it is empty or has a character that a shell acts on.</summary>
    public static string Argument(string argument) =>
        argument.Length > 0 && !argument.Any(char.IsWhiteSpace) && !argument.AsSpan().ContainsAny(ActsInShell) ? argument
        : argument.AsSpan().ContainsAny(ActsInQuotes) ? $"'{argument.Replace("'", "'\\''", StringComparison.Ordinal)}'"
        : $"\"{argument}\"";

    /// <summary>The text, cut when it is long.</summary>
    public static string Shorten(string text) => Text(text.Length <= Longest ? text : text[..Longest] + "…");
}
