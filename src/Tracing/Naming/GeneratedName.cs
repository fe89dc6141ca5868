namespace AsyncLoad.Tracing.Naming;

/// <summary>What a name that the C# compiler made up stands for. A closed set.</summary>
internal abstract record GeneratedName
{
    /// <summary>What stands for a name with nothing readable in it.</summary>
    public const string Unreadable = "generated";

    private GeneratedName()
    {
    }

    /// <summary>The state machine of an async method or an iterator: <c>&lt;PriceAsync&gt;d__4</c>.</summary>
    /// <param name="Method">The method's name, which may be made up itself.</param>
    public sealed record StateMachine(string Method) : GeneratedName;

    /// <summary>A closure: <c>&lt;&gt;c__DisplayClass10_0</c>.</summary>
    public sealed record Closure : GeneratedName;

    /// <summary>Where lambdas live that capture nothing: <c>&lt;&gt;c</c>.</summary>
    public sealed record Lambdas : GeneratedName;

    /// <summary>A local function: <c>&lt;Outer&gt;g__Local|0_1</c>.</summary>
    public sealed record LocalFunction(string Outer, string Name) : GeneratedName;

    /// <summary>A lambda: <c>&lt;Outer&gt;b__3_0</c>.</summary>
    public sealed record Lambda(string Outer) : GeneratedName;

    /// <summary>Anything else, by what is readable of it.</summary>
    public sealed record Other(string Name) : GeneratedName;

    /// <summary>Reads a name, of a type or of a method.</summary>
    /// <param name="name">One name, with or without arity.</param>
    /// <returns>Null for a name that a developer wrote.</returns>
    public static GeneratedName? Parse(string name)
    {
        if (!name.StartsWith('<') || Close(name) is not { } close) return null;
        var inner = name[1..close];
        var rest = name[(close + 1)..];
        return inner.Length == 0 ? OfNothing(rest) : OfMethod(inner, rest);
    }

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
            'b' => new Lambda(inner),
            // A type that only its file knows is <File>F0123__Type; what else hangs on a name leaves the name readable.
            _ => new Other(rest.StartsWith('F') && rest.Contains("__", StringComparison.Ordinal) ? Readable(rest) : inner),
        };
    }

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
