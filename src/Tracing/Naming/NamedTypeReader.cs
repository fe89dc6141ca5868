namespace AsyncLoad.Tracing.Naming;

/// <summary>
/// Reads names of types as the runtime writes them: <c>Task`1[System.String]</c> or <c>Task`1[[System.String, mscorlib]]</c>, nested types after <c>+</c>,
/// all generic arguments at the end, then arrays, pointers and references. Angle brackets of names that the compiler made up are part of the name.
/// </summary>
internal sealed class NamedTypeReader(string text)
{
    // Real code does not nest generic arguments so deep; a damaged or hostile trace may.
    private const int Deepest = 50;

    private int at;
    private bool anglesBalance = true;

    /// <summary>The whole text as one type; null when it is none.</summary>
    public static NamedType? Read(string text)
    {
        var reader = new NamedTypeReader(text);
        var type = reader.Type(0);
        // What follows a comma is the assembly.
        return reader.at == text.Length || reader.Next == ',' ? type : null;
    }

    /// <summary>The whole text as the path of a type without arguments; null when it is none.</summary>
    public NamedType? Path() => Names() is { } type && at == text.Length ? type : null;

    private char Next => at < text.Length ? text[at] : '\0';

    private NamedType? Type(int depth)
    {
        // After a comma, and in front of nothing else that the runtime writes.
        while (Next == ' ') at++;
        if (depth > Deepest || Names() is not { } type) return null;
        if (Next == '[' && !AtArray)
        {
            at++;
            if (Arguments(depth) is not { } arguments) return null;
            type = type with { Arguments = arguments };
        }

        return Suffix() is { } suffix ? type with { Suffix = suffix } : null;
    }

    private NamedType? Names()
    {
        var path = new List<string>();
        do
        {
            if (path.Count > 0) at++;
            var name = Name();
            if (name.Length == 0) return null;
            path.Add(name);
        }
        while (Next == '+');
        var first = path[0];
        var angle = first.IndexOf('<', StringComparison.Ordinal);
        var dot = (angle < 0 ? first : first[..angle]).LastIndexOf('.');
        if (dot <= 0 || dot == first.Length - 1) return new NamedType("", path, [], "");
        path[0] = first[(dot + 1)..];
        return new NamedType(first[..dot], path, [], "");
    }

    private string Name()
    {
        if (!anglesBalance) return text[at..Advance(minding: false)];
        var start = at;
        if (Advance(minding: true) is var end && end <= text.Length) return text[start..end];
        // An angle bracket that is never closed is a character like any other, and so are all that follow.
        anglesBalance = false;
        at = start;
        return text[start..Advance(minding: false)];
    }

    // The end of the name, which becomes the position; past the text when angle brackets stay open.
    private int Advance(bool minding)
    {
        var open = 0;
        while (at < text.Length)
        {
            var character = text[at];
            if (open == 0 && character is '+' or '[' or ']' or ',' or '*' or '&') break;
            if (minding && character == '<') open++;
            if (character == '>' && open > 0) open--;
            at += character == '\\' && at + 1 < text.Length ? 2 : 1;
        }

        return open == 0 ? at : text.Length + 1;
    }

    // An array has nothing but commas, stars and bounds between its brackets.
    private bool AtArray => at + 1 < text.Length && text[at + 1] is ']' or ',' or '*';

    private List<NamedType>? Arguments(int depth)
    {
        var arguments = new List<NamedType>();
        while (true)
        {
            if (Argument(depth) is not { } argument) return null;
            arguments.Add(argument);
            if (Next == ']')
            {
                at++;
                return arguments;
            }

            if (Next != ',') return null;
            at++;
        }
    }

    private NamedType? Argument(int depth)
    {
        while (Next == ' ') at++;
        if (Next != '[') return Type(depth + 1);
        at++;
        if (Type(depth + 1) is not { } type) return null;
        while (at < text.Length && Next != ']') at++;
        if (at == text.Length) return null;
        at++;
        return type;
    }

    private string? Suffix()
    {
        var start = at;
        while (Next is '[' or '*' or '&')
        {
            if (Next == '[')
            {
                if (!AtArray) return null;
                do at++; while (Next is ',' or '*');
                if (Next != ']') return null;
            }

            at++;
        }

        return text[start..at].Replace("[*]", "[]", StringComparison.Ordinal);
    }
}
