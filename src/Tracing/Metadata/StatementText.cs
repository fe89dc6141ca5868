namespace AsyncLoad.Tracing.Metadata;

/// <summary>A statement as it is written, for what IL does not show: whether a variable is declared with <c>var</c>, and which operator joins or compares.</summary>
internal sealed class StatementText
{
    /// <summary>What the compiler says of a member that a type does not have.</summary>
    public const string NoMember = "CS1061";

    /// <summary>The same where a pattern has it.</summary>
    public const string NoMemberOfPattern = "CS0117";

    /// <summary>What it says of the cases of a <c>switch</c> statement that are not at hand.</summary>
    public const string UnreadCases = "CS8121 or CS0037";

    private readonly List<string> tokens;
    private readonly int assignment;
    private readonly Lazy<SwitchPatterns?> patterns;

    /// <param name="behind">What is written behind it.</param>
    public StatementText(string text, Func<string>? behind = null)
    {
        tokens = Unqualified(Tokens.Of(text));
        assignment = tokens.IndexOf("=");
        patterns = new Lazy<SwitchPatterns?>(() => SwitchPatterns.OfExpressions(tokens) ?? OfCases(Unqualified(Tokens.Of(behind?.Invoke() ?? ""))));
    }

    /// <summary>The variable that it gives a value; null for none, or more than one.</summary>
    public string? Target => assignment > 0 && IsName(tokens[assignment - 1]) ? tokens[assignment - 1] : null;

    /// <summary>Whether the variable takes its type from its value; null when it assigns none.</summary>
    public bool? IsInferred => assignment < 0 ? Has("is", "var") || tokens is ["var", _] ? true : null : Target == "_" ? null : tokens[..assignment].Contains("var") && !NamesTask;

    /// <summary>Whether it is the variable of a loop over a collection, with its type.</summary>
    public bool DeclaresLoopVariable => assignment < 0 && tokens.Count > 1 && tokens.TrueForAll(token => IsName(token) || token is "<" or ">" or "," or "." or "?" or "[" or "]" or ":") && tokens[0] is not ("in" or "await" or "return" or "throw");

    /// <summary>Whether what stands before the value names the type Task.</summary>
    public bool NamesTask => assignment > 0 && tokens[..assignment].Contains("Task");

    /// <summary>Whether the variable that it gives a value is an object.</summary>
    public bool NamesObject => assignment > 0 && tokens[0] is "object" or "dynamic";

    /// <summary>What the compiler says where it casts a ValueTask to Task, or asks whether it is one; null where it does not.</summary>
    /// <param name="method">The method whose result it is.</param>
    public string? CastError(string method) =>
        Has("as", "Task") ? "CS0039"
        : Has("is", "Task") || Has("not", "Task") ? "CS8121"
        : Enumerable.Range(1, Math.Max(0, tokens.Count - 1)).Any(at => tokens[at - 1] == "(" && (tokens[at] == "Task" ? IsCast(at) : IsCastToAlias(at, method))) ? "CS0030"
        : null;

    /// <summary>What the compiler says where it compares a ValueTask; null where it says nothing.</summary>
    public string? ComparisonError =>
        IsConditionalAccess && !IsCoalescedFirst ? "CS0023"
        : Has("?", "?") ? "CS0019"
        : Has("is", "not") && Has("not", "{") ? "CS8518"
        : patterns.Value is { } switched ? switched.Error
        : IsSwitch ? UnreadCases
        : Has("is", "{") || Has("==", "null") || Has("!=", "null") || Has("null", "==") || Has("null", "!=") ? null
        : tokens.Contains("is") ? "CS0037"
        : tokens.Contains("==") || tokens.Contains("!=") ? "CS0019"
        : null;

    /// <summary>Whether it casts to an object.</summary>
    public bool CastsToObject => Has("(", "object") && Has("object", ")");

    /// <summary>Whether it compares with <c>default</c>, whose type is that of the other operand.</summary>
    public bool ComparesWithDefault => (Has("==", "default") || Has("!=", "default") || Has("default", "==") || Has("default", "!=")) && !Has("default", "(");

    /// <summary>Whether it compares or decides anything.</summary>
    public bool Tests => tokens.Exists(token => token is "==" or "!=" or "is" or "switch" or "?");

    /// <summary>Whether it has a pattern of members, such as <c>{ IsCompleted: true }</c>, and no other test for null.</summary>
    public bool MatchesMembers => patterns.Value?.AreOfMembers ?? (Enumerable.Range(0, Math.Max(0, tokens.Count - 2)).Any(at => tokens[at] == "{" && IsName(tokens[at + 1]) && tokens[at + 2] is ":" or ".") && !HasNull && !Has("{", "}") && !IsConditionalAccess && !Has("?", "?"));

    /// <summary>Whether it has a value that is no task.</summary>
    public bool HasNull => tokens.Exists(token => token is "null" or "default");

    /// <summary>Whether a pattern has a member.</summary>
    public bool Matches(string member) => patterns.Value?.Has(member) ?? (MatchesMembers && Has(member, ":"));

    /// <summary>Whether it makes an array that takes its type from its elements.</summary>
    public bool InfersArray => Has("new", "[") && Has("[", "]");

    /// <summary>Whether it reads a member with <c>?.</c> or <c>?[</c>.</summary>
    public bool IsConditionalAccess => Has("?", ".") || Has("?", "[");

    /// <summary>Whether it assigns with <c>??=</c>.</summary>
    public bool AssignsIfNull => Enumerable.Range(0, Math.Max(0, tokens.Count - 2)).Any(at => tokens[at] == "?" && tokens[at + 1] == "?" && tokens[at + 2] == "=");

    /// <summary>Whether it has the name of a method only before that of another, as the call that takes its result has.</summary>
    public bool Encloses(string outer, string inner) => tokens.IndexOf(outer) >= 0 && tokens.LastIndexOf(outer) < tokens.IndexOf(inner);

    /// <summary>Whether it has a name.</summary>
    public bool Names(string name) => tokens.Contains(name);

    /// <summary>Whether it asks for an awaiter instead of awaiting.</summary>
    public bool NamesAwaiter => tokens.Contains("GetAwaiter");

    /// <summary>Whether it is the head of a <c>switch</c> statement.</summary>
    public bool IsSwitch => tokens is ["switch", ..];

    /// <summary>Whether a <c>switch</c> takes a tuple.</summary>
    public bool SwitchesOnTuple => InParentheses(tokens.IndexOf("switch") - 1) is { } value && value.Contains(",");

    /// <summary>Whether it makes variables of a tuple.</summary>
    public bool Deconstructs => assignment > 0 && assignment + 1 < tokens.Count && tokens[assignment - 1] == ")" && tokens[assignment + 1] == "(";

    /// <summary>Whether it calls ConfigureAwait for one of several in parentheses.</summary>
    public bool IsChosenAndConfigured => InParentheses(tokens.IndexOf("ConfigureAwait") - 2) is { } chosen && chosen.Exists(token => token is "?" or "switch");

    /// <summary>Whether it declares a variable with var and calls a method for its value.</summary>
    public bool Infers(string variable, string method) => IsInferred == true && Target == variable && tokens[assignment..].Contains(method);

    /// <summary>What the compiler says where a ValueTask and a Task may both be the value; null where that is not clear.</summary>
    /// <param name="isNamed">Whether a variable of a given type takes it.</param>
    /// <param name="isReturned">Whether the method returns it.</param>
    public string? JoinError(bool isNamed, bool isReturned) =>
        Has("?", "?") ? "CS0019"
        : IsConditionalAccess ? "CS1061"
        : isNamed || isReturned ? "CS0029"
        : tokens.Contains("switch") ? "CS8506"
        : tokens.Contains("?") ? "CS0173"
        : null;

    // A member that is read with ?. stands before what takes its place.
    private bool IsCoalescedFirst => IndexOf("?", "?") is >= 0 and var coalesced && coalesced < Math.Max(IndexOf("?", "."), IndexOf("?", "["));

    // Cases are statements of their own. Optimised code has none for the head of a switch over a variable that was set just before.
    private SwitchPatterns? OfCases(List<string> behind) =>
        IsSwitch ? SwitchPatterns.OfStatement(behind)
        : behind is ["switch", "(", var value, ")", ..] && value == Target ? SwitchPatterns.OfStatement(behind[4..])
        : null;

    // What stands between parentheses that belong to no call; null for none.
    private List<string>? InParentheses(int end)
    {
        if (end < 0 || tokens[end] != ")") return null;
        var (begin, depth) = (end, 0);
        for (; begin >= 0; begin--)
        {
            depth += tokens[begin] == ")" ? 1 : tokens[begin] == "(" ? -1 : 0;
            if (depth == 0) break;
        }

        return begin < 0 || BelongsToCall(begin) ? null : tokens[(begin + 1)..end];
    }

    // The namespace in front of Task is removed.
    private static List<string> Unqualified(IEnumerable<string> source)
    {
        var tokens = new List<string>();
        foreach (var token in source)
        {
            if (token == "Task" && tokens is [.., "Tasks", "."])
            {
                while (tokens is [.., var name, "."] && IsName(name)) tokens.RemoveRange(tokens.Count - 2, 2);
                if (tokens is [.., "global", ":", ":"]) tokens.RemoveRange(tokens.Count - 3, 3);
            }

            tokens.Add(token);
        }

        return tokens;
    }

    private bool Has(string first, string second) => IndexOf(first, second) >= 0;

    private int IndexOf(string first, string second) => tokens.Zip(tokens.Skip(1)).Index().FirstOrDefault(pair => pair.Item == (first, second), (-1, default)).Index;

    // A parenthesis behind a name belongs to a call, or to typeof.
    private bool BelongsToCall(int open) => open >= 1 && IsName(tokens[open - 1]) && tokens[open - 1] is not ("await" or "return" or "in" or "throw");

    // Another name for Task<T>, between parentheses and straight before the call.
    private bool IsCastToAlias(int at, string method)
    {
        if (BelongsToCall(at - 1) || at + 2 >= tokens.Count || !IsName(tokens[at]) || tokens[at] is "object" or "dynamic" || tokens[at + 1] != ")") return false;
        var called = at + 2;
        while (called + 2 < tokens.Count && tokens[called + 1] == "." && IsName(tokens[called])) called += 2;
        return tokens[called] == method;
    }

    private bool IsCast(int at)
    {
        if (BelongsToCall(at - 1)) return false;
        var depth = 0;
        for (var next = at + 1; next < tokens.Count; next++)
        {
            if (tokens[next] == "<") depth++;
            else if (tokens[next] == ">") depth--;
            else if (depth == 0) return tokens[next] == ")" || (tokens[next] == "?" && next + 1 < tokens.Count && tokens[next + 1] == ")");
        }

        return false;
    }

    private static bool IsName(string token) => char.IsLetter(token[0]) || token[0] is '_' or '@';
}
