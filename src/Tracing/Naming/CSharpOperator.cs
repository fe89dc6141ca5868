namespace AsyncLoad.Tracing.Naming;

/// <summary>Operators as C# writes them.</summary>
internal static class CSharpOperator
{
    private const string Prefix = "op_";
    private const string Checked = "Checked";
    private const string Assignment = "Assignment";

    private static readonly Dictionary<string, string> Symbols = new(StringComparer.Ordinal)
    {
        ["Addition"] = "+",
        ["UnaryPlus"] = "+",
        ["Subtraction"] = "-",
        ["UnaryNegation"] = "-",
        ["Multiply"] = "*",
        ["Multiplication"] = "*",
        ["Division"] = "/",
        ["Modulus"] = "%",
        ["BitwiseAnd"] = "&",
        ["BitwiseOr"] = "|",
        ["ExclusiveOr"] = "^",
        ["LeftShift"] = "<<",
        ["RightShift"] = ">>",
        ["UnsignedRightShift"] = ">>>",
        ["LogicalNot"] = "!",
        ["OnesComplement"] = "~",
        ["Increment"] = "++",
        ["Decrement"] = "--",
        ["Equality"] = "==",
        ["Inequality"] = "!=",
        ["LessThan"] = "<",
        ["LessThanOrEqual"] = "<=",
        ["GreaterThan"] = ">",
        ["GreaterThanOrEqual"] = ">=",
        ["True"] = "true",
        ["False"] = "false",
    };

    /// <summary>The operator that a method stands for, such as <c>operator +</c>; null for none.</summary>
    public static string? Of(string method)
    {
        if (!method.StartsWith(Prefix, StringComparison.Ordinal)) return null;
        var name = method[Prefix.Length..];
        var isChecked = name.StartsWith(Checked, StringComparison.Ordinal);
        if (isChecked) name = name[Checked.Length..];
        var word = isChecked ? "operator checked" : "operator";
        if (name is "Implicit" or "Explicit") return $"{(name == "Implicit" ? "implicit" : "explicit")} {word}";
        if (Symbols.TryGetValue(name, out var symbol)) return $"{word} {symbol}";
        if (!name.EndsWith(Assignment, StringComparison.Ordinal) || !Symbols.TryGetValue(name[..^Assignment.Length], out var assigned)) return null;
        return $"{word} {assigned}{(assigned is "++" or "--" ? "" : "=")}";
    }
}
