using System.Globalization;

namespace AsyncLoad.Tracing.Naming;

/// <summary>What a compiler-generated name of C#, F# or Visual Basic stands for. A closed set.</summary>
internal abstract record GeneratedName
{
    /// <summary>What stands for a name with nothing readable in it.</summary>
    public const string Unreadable = "generated";

    private GeneratedName()
    {
    }

    /// <summary>The state machine of an async method or an iterator: <c>&lt;PriceAsync&gt;d__4</c>, <c>VB$StateMachine_4_PriceAsync</c>.</summary>
    /// <param name="Method">The method's name, which may be compiler-generated too.</param>
    public sealed record StateMachine(string Method) : GeneratedName;

    /// <summary>What F# makes of a part of a function, the state machine of a task expression or a closure: <c>price@53-1</c>.</summary>
    /// <param name="Function">The nearest function with a name.</param>
    /// <param name="Line">Where it begins in its file; empty where the name does not tell.</param>
    public sealed record PartOfFunction(string Function, string Line) : GeneratedName
    {
        /// <summary>Whether no function around it has a name.</summary>
        public bool IsNameless => Function == "clo";
    }

    /// <summary>A closure: <c>&lt;&gt;c__DisplayClass10_0</c>, <c>_Closure$__10-0</c>.</summary>
    public sealed record Closure : GeneratedName;

    /// <summary>Where lambdas live that capture nothing: <c>&lt;&gt;c</c>, <c>_Closure$__</c>.</summary>
    public sealed record Lambdas : GeneratedName;

    /// <summary>A local function: <c>&lt;Outer&gt;g__Local|0_1</c>.</summary>
    public sealed record LocalFunction(string Outer, string Name) : GeneratedName;

    /// <summary>A lambda: <c>&lt;Outer&gt;b__3_0</c>, <c>_Lambda$__3-0</c>.</summary>
    /// <param name="Outer">The method around it; empty where the name does not contain it.</param>
    /// <param name="Index">Which of its method it is, from 0.</param>
    public sealed record Lambda(string Outer, int Index) : GeneratedName;

    /// <summary>Anything else, by what is readable of it.</summary>
    public sealed record Other(string Name) : GeneratedName;

    /// <summary>Reads a name, of a type or of a method.</summary>
    /// <param name="name">One name, with or without arity.</param>
    /// <returns>Null for a name that a developer wrote.</returns>
    public static GeneratedName? Parse(string name)
    {
        if (!name.StartsWith('<')) return OfVisualBasic(name) ?? OfFSharp(name);
        if (Close(name) is not { } close) return null;
        var inner = name[1..close];
        var rest = name[(close + 1)..];
        return inner.Length == 0 ? OfNothing(rest) : OfMethod(inner, rest);
    }

    /// <summary>Whether a method only calls one of the base class, for async methods and lambdas, which cannot do so: <c>&lt;&gt;n__0</c>.</summary>
    public static bool CallsBase(string method) => method.StartsWith("<>n__", StringComparison.Ordinal);

    /// <summary>Whether code is that of a state machine.</summary>
    /// <param name="type">Name of the type that declares it.</param>
    public static bool IsMachine(string type, string method) => Parse(type) switch
    {
        StateMachine => true,
        PartOfFunction => method == "MoveNext",
        _ => false,
    };

    private static GeneratedName? OfVisualBasic(string name)
    {
        const string Machine = "VB$StateMachine_";
        const string Closures = "_Closure$__";
        // A number stands before the method.
        if (name.StartsWith(Machine, StringComparison.Ordinal) && name.IndexOf('_', Machine.Length) is var end and > 0 && end < name.Length - 1) return new StateMachine(WithoutMarks(name[(end + 1)..]));
        if (name.StartsWith(Closures, StringComparison.Ordinal)) return name.Length == Closures.Length ? new Lambdas() : new Closure();
        return name.StartsWith("_Lambda$__", StringComparison.Ordinal) ? new Lambda("", IndexIn(name)) : null;
    }

    // The line stands behind the function; no other language allows such a name.
    private static PartOfFunction? OfFSharp(string name) =>
        name.LastIndexOf('@') is var at and > 0 && at < name.Length - 1 && char.IsAsciiDigit(name[at + 1])
            ? new PartOfFunction(name[..at], string.Concat(name.Skip(at + 1).TakeWhile(char.IsAsciiDigit)))
            : null;

    private static GeneratedName OfNothing(string rest)
    {
        if (rest.StartsWith("c__DisplayClass", StringComparison.Ordinal)) return new Closure();
        if (rest == "c" || rest.StartsWith("c`", StringComparison.Ordinal) || rest.StartsWith("c#", StringComparison.Ordinal)) return new Lambdas();
        if (rest.StartsWith("f__AnonymousType", StringComparison.Ordinal)) return new Other("anonymous type");
        // Delegates of lambdas that fit no Func are named A{…} and F{…}.
        return rest is ['A' or 'F', '{', ..] ? new Other("delegate") : new Other(Readable(rest));
    }

    private static GeneratedName OfMethod(string inner, string rest)
    {
        var kind = rest.Length > 1 && rest[1] is '_' or '#' or '`' || rest.Length == 1 ? rest[0] : '\0';
        return kind switch
        {
            'd' => new StateMachine(inner),
            'g' => new LocalFunction(inner, Readable(rest.Split('|')[0])),
            'b' => new Lambda(inner, IndexIn(rest)),
            // A type that only its file knows is <File>F0123__Type; what else hangs on a name leaves the name readable.
            _ => new Other(rest.StartsWith('F') && rest.Contains("__", StringComparison.Ordinal) ? Readable(rest) : inner),
        };
    }

    // Its number of all lambdas of the method stands last.
    private static int IndexIn(string lambda) => int.TryParse(WithoutMarks(lambda[(lambda.AsSpan().LastIndexOfAny('_', '-') + 1)..]), NumberStyles.None, CultureInfo.InvariantCulture, out var index) ? index : 0;

    // The compiler writes a letter and two underscores before what it took from the source.
    private static string Readable(string rest)
    {
        var mark = rest.IndexOf("__", StringComparison.Ordinal);
        var readable = WithoutMarks(mark < 0 ? rest : rest[(mark + 2)..]);
        return readable.Length == 0 ? Unreadable : readable;
    }

    /// <summary>A name without the number of type parameters and the generation of a hot reload.</summary>
    public static string WithoutMarks(string name)
    {
        var end = name.AsSpan().IndexOfAny('`', '#');
        return end <= 0 ? name : name[..end];
    }

    private static int? Close(string name)
    {
        var open = 0;
        foreach (var (index, character) in name.Index())
        {
            if (character == '<') open++;
            if (character == '>' && --open == 0) return index;
        }

        return null;
    }
}
