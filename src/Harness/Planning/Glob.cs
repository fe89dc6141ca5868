namespace AsyncLoad.Harness.Planning;

/// <summary>Patterns of <c>--only</c>: <c>*</c> is any text, slashes included; <c>?</c> is any one character; the rest is itself.</summary>
internal static class Glob
{
    /// <summary>Whether the whole text matches, letter case included.</summary>
    public static bool Matches(string pattern, string text)
    {
        int at = 0, next = 0;
        int? star = null;
        var resume = 0;
        while (at < text.Length)
        {
            if (next < pattern.Length && pattern[next] == '*') (star, resume) = (next++, at);
            else if (next < pattern.Length && (pattern[next] == '?' || pattern[next] == text[at])) (at, next) = (at + 1, next + 1);
            // Let the last star take one more character and try again.
            else if (star is { } last) (at, next) = (++resume, last + 1);
            else return false;
        }

        return pattern.AsSpan(next).TrimStart('*').IsEmpty;
    }
}
