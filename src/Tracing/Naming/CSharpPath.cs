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
