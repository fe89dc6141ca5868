namespace AsyncLoad.Tracing.Metadata;

/// <summary>The patterns that a <c>switch</c> compares a result with, as they are written, and what the compiler says of them if the result is a ValueTask.</summary>
internal sealed class SwitchPatterns
{
    private readonly IReadOnlyList<string[]> patterns;
    private readonly bool isStatement;

    private SwitchPatterns(IReadOnlyList<string[]> patterns, bool isStatement) => (this.patterns, this.isStatement) = (patterns, isStatement);

    /// <summary>What the compiler says; null where it says nothing.</summary>
    public string? Error =>
        patterns.Any(pattern => Own(pattern).Contains("Task")) ? "CS8121"
        : patterns.Any(pattern => Own(pattern).Contains("null")) ? "CS0037"
        : patterns.SkipWhile(pattern => !IsOfAnything(pattern)).Skip(1).Any(pattern => !isStatement || pattern is not ["_"]) ? isStatement ? "CS8120" : "CS8510"
        : null;

    /// <summary>Whether they ask for members, such as <c>{ IsCompleted: true }</c>, and else for nothing: what asks for a member asks first whether there is a value.</summary>
    public bool AreOfMembers => Error is null && patterns.Any(IsOfMembers) && patterns.All(pattern => IsOfMembers(pattern) || pattern is ["_" or "var" or "(", ..]);

    /// <summary>Whether one of them has a member.</summary>
    public bool Has(string member) => patterns.Any(pattern => pattern.Zip(pattern.Skip(1)).Contains((member, ":")));

    /// <summary>Those of each <c>switch</c> expression in a statement; null for none.</summary>
    public static SwitchPatterns? OfExpressions(IReadOnlyList<string> tokens)
    {
        var found = Enumerable.Range(0, Math.Max(0, tokens.Count - 1)).Where(at => tokens[at] == "switch" && tokens[at + 1] == "{")
            .SelectMany(at => Parts(tokens.Skip(at + 2), ",")).Where(arm => arm.Contains("=>")).Select(arm => Unguarded(Parts(arm, "=>").First())).ToList();
        return found.Count == 0 ? null : new SwitchPatterns(found, isStatement: false);
    }

    /// <summary>Those of the cases of a statement; null where its end is not at hand.</summary>
    /// <param name="block">What is written behind its value.</param>
    public static SwitchPatterns? OfStatement(IReadOnlyList<string> block)
    {
        var found = new List<string[]>();
        var depth = 0;
        for (var at = 0; at < block.Count; at++)
        {
            depth += Depth(block[at]);
            if (depth == 0) return found.Count == 0 ? null : new SwitchPatterns(found, isStatement: true);
            if (depth > 1 || at == 0 || block[at - 1] == "goto") continue;
            if (block[at] == "case") found.Add(Unguarded(Parts(block.Skip(at + 1), ":").First()));
            else if (block[at] == "default" && at + 1 < block.Count && block[at + 1] == ":") found.Add(["_"]);
        }

        return null;
    }

    // Up to the sign that closes what it is part of.
    private static IEnumerable<string[]> Parts(IEnumerable<string> tokens, string separator)
    {
        var part = new List<string>();
        var depth = 0;
        foreach (var token in tokens)
        {
            depth += Depth(token);
            if (depth < 0) break;
            if (depth > 0 || token != separator)
            {
                part.Add(token);
                continue;
            }

            yield return [.. part];
            part.Clear();
        }

        yield return [.. part];
    }

    private static int Depth(string token) => token switch { "{" or "(" or "[" => 1, "}" or ")" or "]" => -1, _ => 0 };

    // Of a guard only its word stays.
    private static string[] Unguarded(string[] pattern) => Array.IndexOf(pattern, "when") is > 0 and var guard ? pattern[..(guard + 1)] : pattern;

    // What it asks of the value, and not of its members.
    private static IEnumerable<string> Own(string[] pattern)
    {
        var depth = 0;
        foreach (var token in pattern)
        {
            depth += token == "{" ? 1 : token == "}" ? -1 : 0;
            if (depth == 0) yield return token;
        }
    }

    private static bool IsOfAnything(string[] pattern) => pattern is ["{", "}", ..] and not [.., "when"];

    private static bool IsOfMembers(string[] pattern) =>
        Enumerable.Range(0, Math.Max(0, pattern.Length - 2)).Any(at => pattern[at] == "{" && (char.IsLetter(pattern[at + 1][0]) || pattern[at + 1][0] is '_' or '@') && pattern[at + 2] is ":" or ".");
}
