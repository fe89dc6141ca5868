using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Harness.Planning;

/// <summary>What <c>--only</c> is held against: the ids of a comparison, and what people call it.</summary>
/// <param name="Ids">Its own id, and that of its sweep.</param>
/// <param name="Groups">Names of what it belongs to: experiment, workload, class.</param>
/// <param name="Methods">Names of the candidate's method.</param>
internal sealed record ComparisonNames(IReadOnlyList<string> Ids, IReadOnlyList<string> Groups, IReadOnlyList<string> Methods)
{
    /// <summary>Those of a measured comparison. Results have no names of code.</summary>
    public static ComparisonNames Of(ComparisonResult comparison) =>
        new([comparison.Id], [comparison.Experiment, comparison.Workload], [.. ComparisonBuilder.Variant(comparison.Id, comparison.Candidate) is { } variant ? [variant] : Array.Empty<string>()]);

    /// <summary>
    /// Whether an id matches, or a name as people type it: <c>Sum</c>, <c>S*</c>, <c>Orders</c>, and as BenchmarkDotNet's <c>--filter</c> takes it, <c>Orders.S*</c>.
    /// </summary>
    public bool Match(string glob)
    {
        // S* means methods, and not all of a class named Sums.
        var names = glob.AsSpan().ContainsAny('*', '?') ? Methods : Methods.Concat(Groups);
        if (Ids.Any(id => Glob.Matches(glob, id)) || names.Any(name => Spelling.Matches(glob, name))) return true;
        var dot = glob.LastIndexOf('.');
        return dot > 0 && Methods.Any(name => Spelling.Matches(glob[(dot + 1)..], name)) && Groups.Any(name => Spelling.Matches(glob[..dot], name));
    }
}

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
