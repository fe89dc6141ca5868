using System.Text;

namespace AsyncLoad.Tracing.Naming;

/// <summary>Builds the C# name of a type or method: its parts, and a description where the language has no name for it.</summary>
internal sealed class CSharpPath
{
    // Compiler-generated names nest; deeper nesting is damage.
    private const int Deepest = 8;

    private readonly List<string> names = [];
    private string what = "";

    /// <summary>Whether it is a lambda, which has no name of its own.</summary>
    public bool IsLambda { get; private set; }

    /// <summary>Whether it is the getter of a property, which is written as the property.</summary>
    public bool IsGetter { get; private set; }

    /// <summary>Adds a type with the types around it. State machines become their methods; closures around something else are left out.</summary>
    public void Add(NamedType type, TypeParameters parameters)
    {
        // The result of a Task without one.
        var arguments = type.Arguments.Where(argument => argument.Last != "VoidTaskResult").Select(argument => CSharpType.Write(argument, parameters)).ToList();
        foreach (var (index, name) in type.Path.Index()) Add(name, index == type.Path.Count - 1, arguments);
    }

    public void AddMethod(string name)
    {
        // A method of a closure is no closure.
        what = "";
        AddMethod(name, 0);
    }

    /// <summary>Notes that it has no name, but stands in what was added.</summary>
    /// <param name="index">Which of its method it is, from 0.</param>
    public void MarkLambda(int index = 0)
    {
        what = IsLambda ? what : index == 0 ? $"lambda in {what}" : FormattableString.Invariant($"lambda {index + 1L} in {what}");
        IsLambda = true;
    }

    /// <summary>The name; never empty, even for a damaged trace.</summary>
    public override string ToString() => names.Count > 0 ? what + string.Join('.', names) : what.Length > 0 ? what.Split(' ')[0] : GeneratedName.Unreadable;

    private void Add(string name, bool last, List<string> arguments)
    {
        switch (GeneratedName.Parse(name))
        {
            case GeneratedName.Closure:
                if (last) what = "closure in ";
                break;
            case GeneratedName.Lambdas:
                if (last) what = "lambdas in ";
                break;
            case GeneratedName.StateMachine machine:
                AddMethod(machine.Method, 0);
                break;
            case GeneratedName.PartOfFunction { IsNameless: true } part when names.Count > 0:
                names[^1] += $" (line {part.Line})";
                break;
            case GeneratedName.PartOfFunction part:
                AddMethod(part.Function, 0);
                break;
            case GeneratedName.Other other:
                AddMethod(other.Name, 1);
                if (names.Count > 0) names[^1] += Take(arguments, NamedType.Arity(name), last);
                break;
            case null:
                names.Add(GeneratedName.WithoutMarks(name) + Take(arguments, NamedType.Arity(name), last));
                break;
            default:
                AddMethod(name, 0);
                break;
        }
    }

    // Of a type whose declaring types were not written all arguments belong to it.
    private static string Take(List<string> arguments, int arity, bool last)
    {
        var count = last ? arguments.Count : Math.Min(arity, arguments.Count);
        if (count == 0) return "";
        var taken = string.Join(", ", arguments.Take(count));
        arguments.RemoveRange(0, count);
        return $"<{taken}>";
    }

    private void AddMethod(string name, int depth)
    {
        if (depth > Deepest) return;
        IsGetter = false;
        switch (GeneratedName.Parse(name))
        {
            case GeneratedName.LocalFunction local:
                AddMethod(local.Outer, depth + 1);
                names.Add(local.Name);
                IsGetter = false;
                break;
            case GeneratedName.Lambda lambda:
                if (lambda.Outer.Length > 0) AddMethod(lambda.Outer, depth + 1);
                MarkLambda(lambda.Index);
                break;
            case GeneratedName.PartOfFunction part:
                AddMethod(part.Function, depth + 1);
                break;
            case GeneratedName.StateMachine machine:
                AddMethod(machine.Method, depth + 1);
                break;
            case GeneratedName.Other other:
                AddMethod(other.Name, depth + 1);
                break;
            case null:
                AddWritten(name);
                break;
        }
    }

    private void AddWritten(string name)
    {
        // A method that implements an interface explicitly bears its name in front, with dashes for dots where a type is named after it. It may implement
        // another with a method of the same name.
        var end = name.AsSpan(0, name.Length - 1).LastIndexOfAny('.', '-');
        var simple = name[(end + 1)..];
        if (end > 0 && InterfaceName.Write(name[..end]) is { Length: > 0 } contract) names.Add(contract);
        var accessor = simple.IndexOf('_', StringComparison.Ordinal);
        IsGetter = accessor > 0 && simple[..accessor] == "get" && accessor < simple.Length - 1;
        if (name is ".ctor" or ".cctor") what = name == ".ctor" ? "new " : "static ";
        else if (IsGetter) names.Add(simple[(accessor + 1)..]);
        else if (accessor > 0 && simple[..accessor] is "set" or "add" or "remove" && accessor < simple.Length - 1) names.AddRange([simple[(accessor + 1)..], simple[..accessor]]);
        else names.Add(CSharpOperator.Of(simple) ?? simple);
    }
}

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

/// <summary>The interface in the name of a method that implements it explicitly.</summary>
internal static class InterfaceName
{
    private const string Signs = "<>(),[]?* ";
    private const string System = "System";

    /// <summary>As C# without namespaces: <c>IStore&lt;int&gt;</c> for <c>Shop.IStore&lt;System.Int32&gt;</c>. A type that is named after the method has dashes for dots.</summary>
    public static string Write(string name)
    {
        var written = new StringBuilder();
        for (var at = 0; at < name.Length;)
        {
            var end = at;
            while (end < name.Length && !Signs.Contains(name[end], StringComparison.Ordinal)) end++;
            if (end > at) written.Append(WithoutNamespace(name[at..end]));
            else AppendSign(written, name[end++]);
            at = end;
        }

        return written.ToString();
    }

    private static void AppendSign(StringBuilder written, char sign)
    {
        // An array of several dimensions has its commas side by side.
        if (sign == ',' && written is not [.., '[' or ',']) written.Append(", ");
        else if (sign != ' ' || written is not [.., ' ']) written.Append(sign);
    }

    private static string WithoutNamespace(string name)
    {
        var last = name[(name.LastIndexOfAny(['.', '-', ':']) + 1)..];
        return name.Length == System.Length + 1 + last.Length && name.StartsWith(System, StringComparison.Ordinal) ? CSharpType.Keyword(last) ?? last : last;
    }
}
